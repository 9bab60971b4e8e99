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
