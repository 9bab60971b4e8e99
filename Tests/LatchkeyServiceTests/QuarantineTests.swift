// What a user decides about damaged rows: put back, given up, exported.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct QuarantineTests {
    let home: TemporaryHome
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome(groups: ["TEAM123456.test"])
        client = home.anotherClient()
        try client.add("alice", secret: "secret of alice")
        try client.add("bob", secret: "secret of bob")
    }

    @discardableResult
    private func edit(_ statement: String) throws -> [[SQLValue]] {
        try Connection(path: home.keychain, readOnly: false).rows(statement)
    }

    /// The row of alice, who was added before bob.
    private static let first = "rowid = (SELECT min(rowid) FROM genp)"

    /// Damages the row of alice by its access group, and lets it be moved.
    private func quarantineAlice() throws -> Examination.Quarantined {
        try edit("UPDATE genp SET agrp = 'TEAM123456.evil' WHERE \(Self.first)")
        return try #require(try client.examine().quarantined.first)
    }

    /// Changes the record of the only row in quarantine.
    private func changeRecord(_ change: ([UInt8]) -> [UInt8]) throws {
        let connection = try Connection(path: home.keychain, readOnly: false)
        guard case .blob(let record)? = try connection.rows("SELECT rowdata FROM quarantine").first?.first else {
            throw KeychainError(.decode, during: "reading a record in a test")
        }
        try connection.run("UPDATE quarantine SET rowdata = ?", [.blob(change(record))])
    }

    private func restore(_ number: Int64) throws -> RowRestoration? {
        guard case .restoration(let outcome) = try client.perform(.restoreRow(number)) else { return nil }
        return outcome
    }

    private func row(_ number: Int64) throws -> QuarantinedRow? {
        guard case .quarantinedRow(let row) = try client.perform(.quarantinedRow(number)) else { return nil }
        return row
    }

    fileprivate static func replacing(_ old: String, with new: String) -> @Sendable ([UInt8]) -> [UInt8] {
        { record in
            var data = Data(record)
            if let range = data.range(of: Data(old.utf8)) { data.replaceSubrange(range, with: Data(new.utf8)) }
            return Array(data)
        }
    }

    @Test func `a row that opens again goes back as it was`() throws {
        let before = try client.items([.account: .string("alice")])
        let entry = try quarantineAlice()
        #expect(try restore(entry.number) == .damaged)
        #expect(try client.examine().quarantined == [entry])
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        #expect(try restore(entry.number) == .restored)
        let after = try client.items([.account: .string("alice")])
        #expect(after.map(\.attributes) == before.map(\.attributes))
        #expect(after.map(\.reference) == before.map(\.reference))
        #expect(try client.secret(of: "alice") == "secret of alice")
        #expect(try client.items().map { $0.attributes[.account] } == [.string("alice"), .string("bob")])
        let examination = try client.examine()
        #expect(examination.intact == 2 && examination.quarantined.isEmpty)
        #expect(failure { _ = try restore(entry.number) } == .itemNotFound)
    }

    @Test func `a row whose place is taken stays in quarantine`() throws {
        let entry = try quarantineAlice()
        try client.add("alice", secret: "newer")
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        #expect(try restore(entry.number) == .occupied)
        #expect(try client.secret(of: "alice") == "newer")
        #expect(try client.examine().quarantined == [entry])
        try client.delete([.account: .string("alice")])
        #expect(try restore(entry.number) == .restored)
        #expect(try client.secret(of: "alice") == "secret of alice")
    }

    @Test func `a row goes back under its own number only, so that its reference still finds it`() throws {
        let reference = try #require(try client.items([.account: .string("alice")]).first?.reference)
        let entry = try quarantineAlice()
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        let bob = try edit("SELECT rowid FROM genp")[0][0]
        let connection = try Connection(path: home.keychain, readOnly: false)
        try connection.run("UPDATE genp SET rowid = ?", [.integer(reference.identifier.number)])
        #expect(try restore(entry.number) == .occupied)
        try connection.run("UPDATE genp SET rowid = ?", [bob])
        try client.add("carol", secret: "secret of carol")
        #expect(try restore(entry.number) == .restored)
        #expect(
            try client.items { $0.persistentReference = reference }.map(\.attributes[.account]) == [.string("alice")])
        let accounts = try client.items().map { $0.attributes[.account] }
        #expect(accounts == [.string("alice"), .string("bob"), .string("carol")])
    }

    @Test func `a row that was found under another number goes back under the one in its reference`() throws {
        let reference = try #require(try client.items([.account: .string("alice")]).first?.reference)
        let entry = try quarantineAlice()
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        // The record begins with the name of the number, its type and its length.
        try changeRecord { record in
            var changed = record
            changed[1 + "rowid".utf8.count + 1 + 4 + 7] ^= 1
            return changed
        }
        #expect(try restore(entry.number) == .restored)
        #expect(try edit("SELECT 1 FROM genp WHERE rowid = \(reference.identifier.number)").count == 1)
        #expect(try client.secret(of: "alice") == "secret of alice")
        #expect(try client.examine().intact == 2)
    }

    @Test func `a record with another reference stays in quarantine`() throws {
        let reference = try #require(try client.items([.account: .string("alice")]).first?.reference)
        let entry = try quarantineAlice()
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        try changeRecord { record in
            let bytes = reference.identifier.bytes
            guard let place = record.indices.first(where: { record[$0...].starts(with: bytes) }) else { return [] }
            var changed = record
            changed[place + 5] ^= 1
            return changed
        }
        #expect(try restore(entry.number) == .damaged)
        #expect(try edit("SELECT 1 FROM genp").count == 1)
        #expect(try client.examine().quarantined == [entry])
    }

    @Test func `a row of a locked class stays in quarantine until the keychain is unlocked`() throws {
        try client.changePassword(from: nil, to: "password")
        let entry = try quarantineAlice()
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        try client.lock()
        #expect(try restore(entry.number) == .locked)
        try client.unlock("password")
        #expect(try restore(entry.number) == .restored)
        #expect(try client.secret(of: "alice") == "secret of alice")
    }

    /// Whoever can write the file writes the record, too.
    @Test(
        arguments: [
            ("cut", { Array($0.dropLast()) }), ("empty", { _ in [] }), ("longer than it says", { $0 + [1] }),
            ("a length beyond the end", { [200] + $0.dropFirst() }),
            ("noise", { _ in [UInt8](repeating: 0xff, count: 400) }),
            ("another column", replacing("acct", with: "acxt")), ("SQL for a column", replacing("acct", with: "a);-")),
            ("another secret", { record in Array(record.dropLast(9)) + [UInt8](repeating: 9, count: 9) }),
        ] as [(String, @Sendable ([UInt8]) -> [UInt8])])
    func `a record that is not one, or does not open, stays in quarantine`(
        what: String, change: @Sendable ([UInt8]) -> [UInt8]
    ) throws {
        let entry = try quarantineAlice()
        try changeRecord(Self.replacing("TEAM123456.evil", with: "TEAM123456.test"))
        try changeRecord(change)
        #expect(try restore(entry.number) == .damaged)
        #expect(try client.items().count == 1)
        #expect(try client.examine().quarantined == [entry])
        #expect(try edit("SELECT 1 FROM genp").count == 1)
    }

    @Test func `an export has every column as the file had it, and no secret`() throws {
        let columns = ["rowid"] + DatabaseSchema.columns(of: .genericPassword)
        let data = try edit("SELECT data, meta FROM genp WHERE \(Self.first)")[0]
        let number = try edit("SELECT min(rowid) FROM genp")[0][0]
        let entry = try quarantineAlice()
        let exported = try #require(try row(entry.number))
        #expect(exported.columns?.map(\.name) == columns)
        let values = Dictionary(uniqueKeysWithValues: (exported.columns ?? []).map { ($0.name, $0) })
        #expect(values["agrp"]?.bytes == Array("TEAM123456.evil".utf8) && values["agrp"]?.kind == .text)
        let rowID = try #require(values["rowid"])
        let exportedNumber = rowID.bytes.reduce(Int64(0)) { number, byte in number << 8 | Int64(byte) }
        #expect(number == SQLValue.integer(exportedNumber) && rowID.kind == .integer)
        #expect(rowID.bytes == [0, 0] + (values["persistref"]?.bytes.prefix(6) ?? []))
        #expect([SQLValue.blob(values["data"]?.bytes ?? []), .blob(values["meta"]?.bytes ?? [])] == data)
        #expect(Data(exported.record).range(of: TestSecret("secret of alice").data) == nil)
        #expect(failure { _ = try row(entry.number + 1) } == .itemNotFound)
    }

    @Test func `a row that is given up is gone for good, and no other`() throws {
        let entry = try quarantineAlice()
        #expect(failure { _ = try client.perform(.discardRow(entry.number + 1)) } == .itemNotFound)
        _ = try client.perform(.discardRow(entry.number))
        #expect(failure { _ = try client.perform(.discardRow(entry.number)) } == .itemNotFound)
        #expect(try client.examine().quarantined.isEmpty)
        #expect(try client.items().count == 1)
    }
}
