// Digests that were changed in the file: found by the examination, and set right when the row goes back.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct DigestExaminationTests {
    let home: TemporaryHome
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient()
    }

    @discardableResult
    private func edit(_ statement: String) throws -> [[SQLValue]] {
        try Connection(path: home.keychain, readOnly: false).rows(statement)
    }

    /// The columns of digests that may be wrong while the secret opens.
    private func columns(of itemClass: ItemClass) -> [String] {
        itemClass.attributes.filter { $0.storage == .digest && !$0.traits.contains(.primaryKey) }
            .map(\.attribute.code)
    }

    private func restore(_ number: Int64) throws -> RowRestoration? {
        guard case .restoration(let outcome) = try client.perform(.restoreRow(number)) else { return nil }
        return outcome
    }

    /// Adds an item with some of its optional attributes.
    private func add(_ itemClass: ItemClass) throws {
        var addition = ItemAddition(itemClass: itemClass)
        addition.attributes = [.label: .string("label")]
        switch itemClass {
        case .certificate:
            addition.attributes[.serialNumber] = .data([7])
            addition.attributes[.publicKeyHash] = .data([9])
            addition.attributes[.subject] = .data([5])
        case .key:
            addition.attributes[.applicationLabel] = .data([9])
            addition.attributes[.isPrivate] = .number(1)
        default:
            addition.attributes[.account] = .string("alice")
            addition.attributes[.comment] = .string("comment")
            addition.attributes[.creator] = .number(7)
        }
        addition.secret = ItemSecret("secret")
        _ = try client.perform(.add(addition))
    }

    @Test(arguments: ItemClass.allCases)
    func `each wrong digest is found by the examination, and is right again where the row goes back`(
        itemClass: ItemClass
    ) throws {
        let table = itemClass.rawValue
        try add(itemClass)
        #expect(try client.examine().intact == 1)
        let before = try edit("SELECT * FROM \(table)")
        for column in columns(of: itemClass) {
            for value in ["x'00112233445566778899aabbccddeeff'", "NULL", "x''", "'text'", "1"] {
                try edit("UPDATE \(table) SET \(column) = \(value)")
                // NULL is right where the item does not have the attribute.
                guard try edit("SELECT * FROM \(table)") != before else { continue }
                let examination = try client.examine()
                #expect(examination.intact == 0, "\(column) = \(value)")
                let entry = try #require(examination.quarantined.first, "\(column) = \(value)")
                #expect(entry.reason == "comparing the digests of a row with its metadata")
                #expect(try restore(entry.number) == .restored)
                #expect(try edit("SELECT * FROM \(table)") == before)
            }
        }
        let examination = try client.examine()
        #expect(examination.intact == 1 && examination.quarantined.isEmpty)
    }

    @Test func `one changed bit of the digest of a certificate's key does not hide the identity for good`() throws {
        try add(.certificate)
        try add(.key)
        func identities() -> Int {
            var query = IdentityQuery()
            query.limit = .all
            query.returning = .attributes
            guard case .identities(let found)? = try? client.perform(.copyIdentities(query)) else { return 0 }
            return found.count
        }
        #expect(identities() == 1)
        guard case .blob(var digest) = try edit("SELECT pkhh FROM cert")[0][0] else {
            Issue.record("the digest is no blob")
            return
        }
        digest[0] ^= 1
        try Connection(path: home.keychain, readOnly: false).run("UPDATE cert SET pkhh = ?", [.blob(digest)])
        #expect(identities() == 0)
        let examination = try client.examine()
        #expect(examination.intact == 1)
        #expect(try restore(try #require(examination.quarantined.first).number) == .restored)
        #expect(identities() == 1)
    }

    @Test func `a tombstone whose primary key was changed is found and set right`() throws {
        try client.add("alice") { $0.attributes[.synchronizable] = .number(1) }
        try client.delete([.account: .string("alice")]) { $0.synchronizable = .any }
        let before = try edit("SELECT * FROM genp")
        #expect(try client.examine().intact == 1)
        try edit("UPDATE genp SET acct = x'00'")
        let entry = try #require(try client.examine().quarantined.first)
        #expect(try restore(entry.number) == .restored)
        #expect(try edit("SELECT * FROM genp") == before)
    }

    @Test func `a row whose primary key was changed gets the right one back, unless another row has it`() throws {
        try client.add("alice", secret: "older")
        try edit("UPDATE genp SET acct = x'00'")
        let entry = try #require(try client.examine().quarantined.first)
        try client.add("alice", secret: "newer")
        #expect(try restore(entry.number) == .occupied)
        #expect(try client.secret(of: "alice") == "newer")
        try client.delete([.account: .string("alice")])
        #expect(try restore(entry.number) == .restored)
        #expect(try client.secret(of: "alice") == "older")
    }
}
