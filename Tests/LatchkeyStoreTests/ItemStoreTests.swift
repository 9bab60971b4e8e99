// Rows: inserted, found, replaced, deleted, and moved to quarantine.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct ItemStoreTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test func `an inserted item comes back whole`() throws {
        let item = try fixture.insert(
            fixture.item(
                "alice", attributes: [.generic: .number(7), .creator: .number(1 << 40), .label: .string("L")]),
            secret: "pässword")
        let row = try #require(try fixture.rows([.account: .string("alice")]).first)
        let opened = try row.open(with: fixture.keys).item
        let isEqual = opened.attributes == item.attributes
        #expect(isEqual && opened.reference == item.reference && opened.accessControl == item.accessControl)
        #expect(try fixture.secret(of: row) == "pässword")
    }

    @Test func `an item without a secret comes back without one, and an empty secret stays empty`() throws {
        try fixture.store.insert(SealedItem(fixture.item("none"), secret: .new(nil), with: fixture.keys))
        try fixture.insert(fixture.item("empty"), secret: "")
        let none = try #require(try fixture.rows([.account: .string("none")]).first)
        let empty = try #require(try fixture.rows([.account: .string("empty")]).first)
        #expect(try fixture.secret(of: none) == nil)
        #expect(try fixture.secret(of: empty) == "")
    }

    @Test(arguments: [0, 1, 1000, 1 << 20])
    func `secrets of every size come back`(count: Int) throws {
        let secret = TestSecret(String(repeating: "s", count: count))
        try fixture.insert(fixture.item("alice"), secret: secret)
        let row = try #require(try fixture.rows().first)
        #expect(try fixture.secret(of: row) == secret)
    }

    @Test func `no value that is not clear is in the file`() throws {
        try fixture.insert(
            fixture.item("visible-account", attributes: [.label: .string("visible-label")]), secret: "visible-secret")
        for row in try fixture.connection.rows("SELECT * FROM genp") {
            for value in row {
                guard case .blob(let bytes) = value else { continue }
                #expect(!String(decoding: bytes, as: UTF8.self).contains("visible"))
            }
        }
    }

    @Test(
        arguments: [
            (Attribute.account, AttributeValue.string("alice"), ["alice"]),
            (.account, .data(Array("alice".utf8)), ["alice"]),
            (.account, .string("Alice"), []),
            (.service, .string("Service"), ["alice", "bob"]),
            (.creator, .number(5), ["bob"]),
            (.creator, .number(6), []),
            (.accessGroup, .string("group"), ["alice", "bob"]),
            (.accessible, .string("ck"), ["bob"]),
            (.creationDate, .date(1.25), ["alice", "bob"]),
        ] as [(Attribute, AttributeValue, [String])])
    func `a search finds what is equal, in the order of creation`(
        attribute: Attribute, value: AttributeValue, expected: [String]
    ) throws {
        try fixture.insert(fixture.item("alice"))
        try fixture.insert(fixture.item("bob", under: .ck, attributes: [.creator: .number(5)]))
        #expect(try fixture.accounts([attribute: value]) == expected)
    }

    @Test(arguments: [
        ("ALICE", true, ["Alice", "aLICE"]), ("ALICE", false, []), ("Alice", false, ["Alice"]),
        ("ZÜRICH", true, ["Zürich"]), ("", true, []),
    ])
    func `a folded search finds what differs in case only`(name: String, ignoresCase: Bool, expected: [String]) throws {
        for account in ["Alice", "aLICE", "Zürich"] { try fixture.insert(fixture.item(account)) }
        // Rows that were found must still be compared once they are open; an empty name has no letter case.
        let accounts = try fixture.accounts([.account: .string(name)]) { $0.ignoresCase = ignoresCase }
        #expect(accounts == expected)
    }

    @Test(
        arguments: [
            (GroupScope.all, ["a", "b", "c"]), (.only([AccessGroup(rawValue: "one")]), ["a"]),
            (.only([AccessGroup(rawValue: "three"), AccessGroup(rawValue: "one")]), ["a", "c"]),
            (.only([AccessGroup(rawValue: "on")]), []), (.only([]), []),
        ] as [(GroupScope, [String])])
    func `a search stays within its groups`(scope: GroupScope, expected: [String]) throws {
        for (account, group) in [("a", "one"), ("b", "two"), ("c", "three")] {
            try fixture.insert(fixture.item(account, attributes: [.accessGroup: .string(group)]))
        }
        #expect(try fixture.accounts(in: scope) == expected)
    }

    @Test(arguments: [
        (SynchronizableFilter.localOnly, false, ["local"]), (.synchronizableOnly, false, ["synced"]),
        (.any, false, ["local", "synced"]), (.any, true, ["local", "synced", "gone"]),
    ])
    func `synchronizable items and tombstones are seen only where they are asked for`(
        filter: SynchronizableFilter, includesTombstones: Bool, expected: [String]
    ) throws {
        try fixture.insert(fixture.item("local"))
        try fixture.insert(fixture.item("synced", attributes: [.synchronizable: .number(1)]))
        let gone = fixture.item("gone", attributes: [.synchronizable: .number(1), .tombstone: .number(1)])
        try fixture.store.insert(SealedItem(gone, secret: .none, with: fixture.keys))
        let accounts = try fixture.accounts {
            $0.synchronizable = filter
            $0.includesTombstones = includesTombstones
        }
        #expect(accounts == expected)
    }

    @Test func `the primary key decides what is a duplicate`() throws {
        try fixture.insert(fixture.item("alice"))
        #expect(failure { try fixture.insert(fixture.item("alice", under: .ck)) } == .duplicateItem)
        let sameBytes = fixture.item("x", attributes: [.account: .data(Array("alice".utf8))])
        #expect(failure { try fixture.insert(sameBytes) } == .duplicateItem)
        try fixture.insert(fixture.item("alice", attributes: [.accessGroup: .string("other")]))
        try fixture.insert(fixture.item("alice", attributes: [.synchronizable: .number(1)]))
        try fixture.insert(fixture.item("Alice"))
    }

    @Test func `the row that holds a key is found, except the one that is looked from`() throws {
        let item = try fixture.insert(fixture.item("alice"))
        let row = try #require(try fixture.rows().first)
        guard case .success(let holder)? = try fixture.store.rowHoldingKey(of: item, keys: fixture.keys) else {
            Issue.record("the row was not found")
            return
        }
        #expect(holder.rowID == row.rowID && holder.identifier == row.identifier)
        #expect(try fixture.store.rowHoldingKey(of: item, except: row.rowID, keys: fixture.keys) == nil)
        #expect(try fixture.store.rowHoldingKey(of: fixture.item("bob"), keys: fixture.keys) == nil)
    }

    @Test func `a replaced row keeps its place and is found by its new values only`() throws {
        let old = try fixture.insert(fixture.item("old", attributes: [.label: .string("label")]), secret: "old")
        try fixture.insert(fixture.item("other"))
        let row = try #require(try fixture.rows([.account: .string("old")]).first)
        var new = old
        new.attributes[.account] = .string("new")
        new.attributes[.label] = nil
        try fixture.store.replace(
            rowID: row.rowID, with: SealedItem(new, secret: .new(ItemSecret("new")), with: fixture.keys))
        #expect(try fixture.accounts() == ["new", "other"])
        #expect(try fixture.accounts([.account: .string("old")]).isEmpty)
        #expect(try fixture.accounts([.label: .string("label")]).isEmpty)
        let replaced = try #require(try fixture.rows([.account: .string("new")]).first)
        #expect(replaced.rowID == row.rowID && replaced.identifier == row.identifier)
        #expect(try fixture.secret(of: replaced) == "new")
    }

    @Test func `replacing a row by the key of another is a duplicate and changes nothing`() throws {
        try fixture.insert(fixture.item("a"))
        let item = try fixture.insert(fixture.item("b"))
        let row = try #require(try fixture.rows([.account: .string("b")]).first)
        var renamed = item
        renamed.attributes[.account] = .string("a")
        let sealed = try SealedItem(renamed, secret: .new(nil), with: fixture.keys)
        #expect(failure { try fixture.store.replace(rowID: row.rowID, with: sealed) } == .duplicateItem)
        #expect(try fixture.accounts() == ["a", "b"])
    }

    @Test func `a deleted row is gone and the others stay`() throws {
        for account in ["a", "b", "c"] { try fixture.insert(fixture.item(account)) }
        let row = try #require(try fixture.rows([.account: .string("b")]).first)
        try fixture.store.delete(rowID: row.rowID, of: .internetPassword)
        #expect(try fixture.accounts().count == 3)
        try fixture.store.delete(rowID: row.rowID, of: .genericPassword)
        #expect(try fixture.accounts() == ["a", "c"])
    }

    @Test func `a row does not open while its class is locked, but others do`() throws {
        try fixture.insert(fixture.item("locked"))
        try fixture.insert(fixture.item("always", under: .dk))
        let rows = try fixture.rows()
        fixture.keys.lock()
        #expect(failure { _ = try rows[0].open(with: fixture.keys) } == .interactionNotAllowed)
        #expect(try fixture.secret(of: rows[1]) == "secret")
        #expect(failure { try fixture.insert(fixture.item("new")) } == .interactionNotAllowed)
    }

    @Test func `a write that fails is rolled back`() throws {
        let code = failure {
            try fixture.connection.write { transaction throws(KeychainError) in
                let sealed = try SealedItem(fixture.item("first"), secret: .new(nil), with: fixture.keys)
                try fixture.store.insert(sealed, in: transaction)
                throw KeychainError(.internalError, during: "failing in a test")
            }
        }
        #expect(code == .internalError)
        #expect(try fixture.accounts().isEmpty)
        try fixture.insert(fixture.item("second"))
        #expect(try fixture.accounts() == ["second"])
    }
}

@Suite struct QuarantineTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    @Test func `quarantine keeps every column of a row, and the row is gone`() throws {
        let item = try fixture.insert(fixture.item("alice", attributes: [.creator: .number(1)]))
        let row = try #require(try fixture.rows().first)
        let columns = ["rowid"] + DatabaseSchema.columns(of: .genericPassword)
        let before = try fixture.connection.rows("SELECT \(columns.joined(separator: ", ")) FROM genp")[0]
        let damage = RowDamage(row.rowID, of: .genericPassword, reason: "opening a row")
        try fixture.connection.write { transaction throws(KeychainError) in
            _ = try Quarantine(fixture.connection).move(damage, now: 700.5, in: transaction)
        }

        #expect(try fixture.accounts().isEmpty)
        let list = try Quarantine(fixture.connection).list()
        #expect(
            list == [
                .init(
                    number: 1, itemClass: .genericPassword, reference: item.reference.identifier, found: 700.5,
                    reason: "opening a row")
            ])
        guard case .blob(let bytes)? = try fixture.connection.rows("SELECT rowdata FROM quarantine").first?.first else {
            Issue.record("there is no row data")
            return
        }
        let kept = try decode(bytes)
        #expect(kept.map(\.name) == columns)
        #expect(kept.map(\.value) == before)
    }

    @Test func `a row that is not there moves nothing`() throws {
        try fixture.connection.write { transaction throws(KeychainError) in
            let damage = RowDamage(99, of: .genericPassword, reason: "")
            _ = try Quarantine(fixture.connection).move(damage, now: 1, in: transaction)
        }
        #expect(try Quarantine(fixture.connection).list().isEmpty)
    }

    /// Reads the bytes as Database.md, section 6, describes them.
    private func decode(_ bytes: [UInt8]) throws -> [(name: String, value: SQLValue)] {
        var rest = bytes[...]
        func take(_ count: Int) throws -> [UInt8] {
            try #require(rest.count >= count)
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        var columns: [(name: String, value: SQLValue)] = []
        while !rest.isEmpty {
            let name = String(decoding: try take(Int(try take(1)[0])), as: UTF8.self)
            let type = try take(1)[0]
            let field = try take(Int(number(try take(4))))
            let value: SQLValue =
                switch type {
                case 1: .integer(Int64(bitPattern: number(field)))
                case 2: .real(Double(bitPattern: number(field)))
                case 3: .text(String(decoding: field, as: UTF8.self))
                case 4: .blob(field)
                default: .null
                }
            columns.append((name, value))
        }
        return columns
    }
}
