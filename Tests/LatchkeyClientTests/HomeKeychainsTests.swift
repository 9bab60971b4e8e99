// The keychains of the home, and the hint at them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct HomeKeychainsTests {
    private let home: TemporaryHome
    private let files = FileManager.default

    init() throws { home = try TemporaryHome() }

    private func make(_ names: String...) {
        for name in names { _ = files.createFile(atPath: home.path + "/" + name, contents: Data()) }
    }

    @Test func `keychains and kept files are told from what lies beside them`() {
        make(
            "login.keychain-db", "work.keychain-db", "login.keychain-db-wal", ".hidden.keychain-db", ".keychain-db",
            "device.key", "login.keychain-db.damaged-20261121T190400Z", "login.keychain-db.adopted-20261121T190400Z",
            "login.keychain-db.adopted-20261122T190400Z.2", "login.keychain-db.adopted-20261122T190400Z",
            "login.keychain-db.adopted-20261122T190400Z-wal", "other.adopted-20261122T190400Z")
        let keychains = HomeKeychains(home: home.path)
        #expect(keychains.paths == ["login", "work"].map { "\(home.path)/\($0).keychain-db" })
        #expect(
            keychains.kept.map(\.path)
                == ["22T190400Z.2", "22T190400Z", "21T190400Z"].map {
                    "\(home.path)/login.keychain-db.adopted-202611\($0)"
                })
        #expect(keychains.kept.allSatisfy { $0.original == home.path + "/login.keychain-db" && $0.time != nil })
        #expect(HomeKeychains(home: home.path + "/nowhere").paths.isEmpty)
    }

    @Test func `a link that leads nowhere is no keychain`() throws {
        make("elsewhere")
        for (name, target) in [("login", "elsewhere"), ("work", "nowhere")] {
            try files.createSymbolicLink(
                atPath: "\(home.path)/\(name).keychain-db", withDestinationPath: "\(home.path)/\(target)")
        }
        #expect(HomeKeychains(home: home.path).paths == ["\(home.path)/login.keychain-db"])
    }

    @Test func `the kept files of one keychain are found wherever it is`() {
        make(
            "a.keychain-db.adopted-20261121T190400Z", "a.keychain-db.adopted-20261122T190400Z",
            "b.keychain-db.adopted-20261123T190400Z", "c.adopted-20261123T190400Z", "a.keychain-db")
        func kept(of name: String) -> [String] {
            HomeKeychains.kept(of: home.path + "/" + name).map { String($0.path.dropFirst(home.path.count + 1)) }
        }
        #expect(
            kept(of: "a.keychain-db")
                == ["a.keychain-db.adopted-20261122T190400Z", "a.keychain-db.adopted-20261121T190400Z"])
        #expect(
            kept(of: "a.keychain-db.adopted-20261121T190400Z") == ["a.keychain-db.adopted-20261121T190400Z"],
            "or by their own path")
        #expect(kept(of: "c") == ["c.adopted-20261123T190400Z"], "whatever a file outside of a home is called")
        #expect(kept(of: "d.keychain-db").isEmpty)
    }

    @Test func `a keychain has a name for users and one for its file`() {
        for path in ["/x/login.keychain-db", "login.keychain-db"] {
            #expect(HomeKeychains.name(ofFileAt: path) == "login.keychain-db")
            #expect(HomeKeychains.shortName(ofFileAt: path) == "login")
        }
        #expect(HomeKeychains.shortName(ofFileAt: "/x/other") == "other")
    }

    @Test func `without a daemon the hint is for keychains that have moved to one, as long as their files are kept`()
        throws
    {
        make("login.keychain-db.adopted-20261121T190400Z", "device.key")
        let error = explained(socket: nil)
        #expect(error.hint?.description.contains("latchkey adopt --undo") == true)
        #expect(error.code == .itemNotFound && "\(error.operation)" == "searching")
        #expect(explained(socket: home.path + "/nowhere").hint == nil, "a daemon is asked")
        make("login.keychain-db")
        #expect(explained(socket: nil).hint?.description.contains("an older file") == true, "a program made another")
        try files.removeItem(atPath: home.path + "/login.keychain-db.adopted-20261121T190400Z")
        #expect(explained(socket: nil).hint == nil)
    }

    private func explained(socket: String?) -> KeychainError {
        let client = KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: socket),
            identity: .caller(Caller(accessGroups: [])))
        return client.explaining(KeychainError(.itemNotFound, during: "searching"))
    }

    @Test func `the hint is for the daemon of the system alone, and for homes with keychains`() throws {
        make("login.keychain-db")
        #expect(explained(socket: nil).hint == nil, "without a daemon they are searched")
        let own = home.path + "/socket"
        make("socket")
        #expect(explained(socket: own).hint == nil, "a daemon of the user may have these very files")
        #expect(explained(socket: home.path + "/nowhere").hint == nil)
        try #require(geteuid() == 0, "only root gives files away")
        try files.setAttributes([.ownerAccountID: 65534], ofItemAtPath: own)
        let error = explained(socket: own)
        #expect(error.hint?.description.contains("run `latchkey adopt`") == true)
        #expect(error.code == .itemNotFound && "\(error.operation)" == "searching")
        try files.removeItem(atPath: home.keychain)
        #expect(explained(socket: own).hint == nil)
    }
}
