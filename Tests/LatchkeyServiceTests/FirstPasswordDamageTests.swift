// The first password over rows that somebody has damaged.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct FirstPasswordDamageTests {
    let home: TemporaryHome
    var client: KeychainClient { home.client }

    init() throws {
        home = try TemporaryHome()
        for account in ["alice", "bob", "carol"] { try client.add(account, secret: TestSecret("secret of \(account)")) }
    }

    private func edit(_ statement: String, _ values: [SQLValue] = []) throws {
        try Connection(path: home.keychain, readOnly: false).run(statement, values)
    }

    /// The row of alice, who was added first.
    private static let first = "rowid = (SELECT min(rowid) FROM genp)"

    private func restore(_ number: Int64) throws -> RowRestoration? {
        guard case .restoration(let outcome) = try client.perform(.restoreRow(number)) else { return nil }
        return outcome
    }

    private static let tamperings = [
        "meta = substr(meta, 1, 40) || x'00' || substr(meta, 42)", "data = x''", "meta = 'text'", "agrp = 'other'",
        "rowid = -rowid", "pdmn = 'akpu'", "pdmn = 'xx'", "rowid = \(Int64.max)",
    ]

    @Test(arguments: tamperings)
    func `a row that does not open goes to quarantine, and the others get the new keys`(tampering: String) throws {
        try edit("UPDATE genp SET \(tampering) WHERE \(Self.first)")
        try client.changePassword(from: nil, to: "password")
        for account in ["bob", "carol"] {
            #expect(try client.secret(of: account) == TestSecret("secret of \(account)"))
        }
        #expect(failure { _ = try client.secret(of: "alice") } == .itemNotFound)
        let examination = try client.examine()
        #expect(examination.intact == 2 && examination.quarantined.count == 1 && examination.locked == 0)
    }

    @Test(arguments: [false, true])
    func `a row whose column was changed is as good as before for whoever sets it right`(isMoved: Bool) throws {
        try edit("UPDATE genp SET agrp = 'TEAM123456.evil' WHERE \(Self.first)")
        if isMoved { #expect(try client.examine().quarantined.count == 1) }
        try client.changePassword(from: nil, to: "password")
        try restoreSetRight()
    }

    /// Whoever has set the row of alice right that is in quarantine has its secret back.
    private func restoreSetRight() throws {
        let entry = try #require(try client.examine().quarantined.last)
        #expect(try restore(entry.number) == .damaged)
        let connection = try Connection(path: home.keychain, readOnly: false)
        guard
            case .blob(let record)? = try connection.rows("SELECT rowdata FROM quarantine WHERE id = \(entry.number)")
                .first?.first
        else { throw KeychainError(.decode, during: "reading a record in a test") }
        var data = Data(record)
        let column = try #require(data.range(of: Data("TEAM123456.evil".utf8)))
        data.replaceSubrange(column, with: Data("TEAM123456.test".utf8))
        try edit("UPDATE quarantine SET rowdata = ? WHERE id = ?", [.blob(Array(data)), .integer(entry.number)])
        #expect(try restore(entry.number) == .restored)
        #expect(try client.secret(of: "alice") == "secret of alice")
    }

    private func quarantineAlice() throws {
        try edit("UPDATE genp SET agrp = 'TEAM123456.evil' WHERE \(Self.first)")
        #expect(try client.examine().quarantined.count == 1)
    }

    @Test(arguments: [
        "rowdata = CAST(rowdata AS TEXT)", "qdat = 'then'", "reason = x'00'", "tabl = CAST(tabl AS BLOB)",
    ])
    func `a row in quarantine gets the new keys, whatever types somebody has given its columns`(change: String) throws {
        try quarantineAlice()
        try edit("UPDATE quarantine SET \(change)")
        try client.changePassword(from: nil, to: "password")
        try edit(
            "UPDATE quarantine SET rowdata = CAST(rowdata AS BLOB), qdat = 1.5, reason = 'why', tabl = CAST(tabl AS TEXT)"
        )
        try restoreSetRight()
    }

    @Test func `a row in quarantine without a record keeps those behind it from nothing`() throws {
        try quarantineAlice()
        let (whole, without) = ("rowdata BLOB NOT NULL", "rowdata BLOB")
        func replaceInSchema(_ old: String, with new: String) throws {
            let connection = try Connection(path: home.keychain, readOnly: false)
            try connection.run("PRAGMA writable_schema = ON")
            try connection.run(
                "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'quarantine'", [.text(old), .text(new)])
        }
        try replaceInSchema(whole, with: without)
        try edit("INSERT INTO quarantine(id, qdat, tabl, reason) VALUES(-1, 1.5, 'genp', 'why')")
        try replaceInSchema(without, with: whole)
        try client.changePassword(from: nil, to: "password")
        try restoreSetRight()
    }

    @Test func `an entry of an access list that does not open shares the item with nobody, and stays`() throws {
        try client.add("shared") { $0.accessList = AccessList([.anyApplication]) }
        try edit("UPDATE acls SET data = substr(data, 1, length(data) - 1) || x'00'")
        try client.changePassword(from: nil, to: "password")
        #expect(try client.secret(of: "shared") == "secret")
        let problems = try client.examine().fileProblems
        #expect(problems.count == 1)
    }
}
