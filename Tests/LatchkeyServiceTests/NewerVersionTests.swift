// Rows that a newer version of Latchkey has written: nothing of them is lost, and nothing is mistaken for them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct NewerVersionTests {
    /// What is changed to something that this version does not know.
    enum Newer: String, CaseIterable, Sendable {
        case version = "x'02' || substr(COLUMN, 2)"
        case greatestVersion = "x'ff' || substr(COLUMN, 2)"
        case noVersion = "x'00' || substr(COLUMN, 2)"
        case generation = "x'0101' || substr(COLUMN, 3)"
        case short = "x'02'"
    }

    private let home: TemporaryHome
    private let client: KeychainClient
    private let newer: AttributeValues = [.account: .string("newer")]

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient()
        try client.add("bob", secret: "secret of bob")
        try client.add("newer", secret: "secret of a newer one")
    }

    @discardableResult
    private func edit(_ statement: String) throws -> [[SQLValue]] {
        try Connection(path: home.keychain, readOnly: false).rows(statement)
    }

    private func make(_ column: String, _ change: Newer) throws -> [[SQLValue]] {
        let value = change.rawValue.replacing("COLUMN", with: column)
        try edit("UPDATE genp SET \(column) = CAST(\(value) AS BLOB) WHERE rowid = (SELECT max(rowid) FROM genp)")
        return try rows()
    }

    private func rows() throws -> [[SQLValue]] { try edit("SELECT rowid, persistref, mdat, meta, data FROM genp") }

    @Test(arguments: ["meta", "data"], Newer.allCases)
    func `searches skip it, those that find nothing else say why, and it stays as it is`(
        column: String, change: Newer
    ) throws {
        let before = try make(column, change)
        #expect(failure { _ = try client.items(newer) } == .wrongVersion)
        #expect(failure { _ = try client.items(newer, returning: .data) } == .wrongVersion)
        #expect(try client.items().map(\.attributes[.account]) == [.string("bob")])
        #expect(try client.secret(of: "bob") == "secret of bob")
        #expect(failure { try client.add("newer", secret: "another") } == .duplicateItem)
        #expect(failure { try client.update(newer) { $0.attributes[.label] = .string("new") } } == .wrongVersion)
        #expect(
            failure { try client.update([:]) { $0.attributes[.label] = .string("new") } } == .wrongVersion,
            "of all that match none is changed")
        #expect(
            failure { try client.update([.account: .string("bob")]) { $0.attributes[.account] = .string("newer") } }
                == .duplicateItem)
        let examination = try client.examine()
        #expect(examination.intact == 1 && examination.newer == 1)
        #expect(examination.quarantined.isEmpty && examination.fileProblems.isEmpty)
        #expect(try rows() == before)
    }

    @Test(arguments: Newer.allCases)
    func `its metadata can be read if only the secret is newer, which is not replaced`(change: Newer) throws {
        let before = try make("data", change)
        #expect(try client.items(newer, returning: .attributes).count == 1)
        #expect(failure { try client.update(newer) { $0.secret = ItemSecret("new") } } == .wrongVersion)
        #expect(failure { try client.update([:]) { $0.secret = ItemSecret("new") } } == .wrongVersion)
        #expect(try rows() == before)
        #expect(try client.secret(of: "bob") == "secret of bob")
    }

    @Test(arguments: [
        "data = CAST(x'02' || substr(data, 2) AS BLOB), cdat = cdat + 1",
        "data = CAST(x'02' || substr(data, 2) AS BLOB), meta = CAST(substr(meta, 1, 60) || x'0000' || substr(meta, 63) AS BLOB)",
        "meta = CAST(x'0101' || substr(meta, 3) AS BLOB), data = x'01'",
    ])
    func `whatever else is wrong with it, it stays, and no first password is set over it`(change: String) throws {
        try edit("UPDATE genp SET \(change) WHERE rowid = (SELECT max(rowid) FROM genp)")
        let before = try rows()
        #expect(try client.items().map(\.attributes[.account]) == [.string("bob")])
        #expect(failure { try client.add("newer", secret: "another") } == .duplicateItem)
        #expect(try client.examine().quarantined.isEmpty)
        #expect(failure { try client.changePassword(from: nil, to: "a password") } == .wrongVersion)
        #expect(try rows() == before)
        try client.delete(newer)
        #expect(try rows().count == 1)
    }

    @Test(arguments: ["meta", "data"], Newer.allCases)
    func `it can be deleted, but not where what is sealed would be given out`(column: String, change: Newer) throws {
        let before = try make(column, change)
        if column == "meta" {
            #expect(failure { try client.delete(newer) { $0.returning = .attributes } } == .wrongVersion)
            #expect(try rows() == before)
        }
        try client.delete(newer)
        #expect(try rows().count == 1)
        try client.add("newer", secret: "again")
        #expect(try client.secret(of: "newer") == "again")
    }

    @Test(arguments: ["meta", "data"])
    func `the first password is not set over it`(column: String) throws {
        let before = try make(column, .version)
        #expect(failure { try client.changePassword(from: nil, to: "a password") } == .wrongVersion)
        #expect(try rows() == before)
        #expect(try client.status().hasPassword == false)
        try client.delete(newer)
        try client.changePassword(from: nil, to: "a password")
        #expect(try client.secret(of: "bob") == "secret of bob")
    }

    @Test func `a copy of the keybag is kept the same`() throws {
        try edit("INSERT INTO keybag SELECT 2, data FROM keybag")
        try client.changePassword(from: nil, to: "a password")
        let bags = try edit("SELECT data FROM keybag ORDER BY id")
        #expect(bags.count == 2 && bags[0] == bags[1])
        #expect(try client.secret(of: "bob") == "secret of bob")
    }

    @Test(arguments: ["02", "0102"])
    func `a device key of a newer version is said to be one, and stays`(bytes: String) throws {
        let path = home.path + "/device.key"
        let own = try Data(contentsOf: URL(fileURLWithPath: path))
        var changed = own
        let number = try #require(Hex(bytes)).bytes
        changed.replaceSubrange(4..<4 + number.count, with: number)
        try changed.write(to: URL(fileURLWithPath: path))
        try setMode(0o600, of: path)
        #expect(failure { _ = try home.anotherClient().items() } == .wrongVersion)
        #expect(failure { try home.anotherClient().add("new") } == .wrongVersion)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == changed)
        try own.write(to: URL(fileURLWithPath: path))
        try setMode(0o600, of: path)
        #expect(try home.anotherClient().items().count == 2)
    }
}
