// Rows whose secret is sealed under a password of the application as well.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
@testable import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct ApplicationPasswordRowTests {
    private static let flag: UInt64 = 1 << 31
    private let fixture: StoreFixture
    private let key: ApplicationKey

    init() throws {
        fixture = try StoreFixture()
        key = try Self.key("a program's own")
    }

    private static func key(_ password: TestSecret) throws -> ApplicationKey {
        try ApplicationKey(
            from: SecretBytes(recorded: password.bytes),
            with: .init(
                salt: [UInt8](repeating: 3, count: 16), cost: PasswordCost(memory: 19 * 1024, passes: 2)))
    }

    private func item(_ account: String, flags: UInt64? = flag, attributes: AttributeValues = [:]) -> Item {
        var item = fixture.item(account, attributes: attributes)
        item.accessControl = AccessControl(protection: .ak, flags: flags)
        return item
    }

    @discardableResult
    private func insert(_ account: String, secret: TestSecret = "secret") throws(KeychainError) -> Item {
        let item = item(account)
        try fixture.store.insert(
            SealedItem(item, secret: .underPassword(ItemSecret(secret), key), with: fixture.keys))
        return item
    }

    private func row(_ account: String) throws -> OpenedRow {
        try #require(try fixture.rows([.account: .string(account)]).first).open(with: fixture.keys)
    }

    /// What the class key gives.
    private func envelope(of row: OpenedRow) throws -> PasswordEnvelope {
        let opened = try row.openSecret(with: fixture.keys, by: KeychainPolicy.mayKeep(row.item.reference))
        guard case .underPassword(let envelope) = opened else {
            throw KeychainError(.decode, during: "opening a secret in a test")
        }
        return envelope
    }

    private func opened(_ row: OpenedRow, with key: ApplicationKey? = nil) throws -> OpenedItem {
        try row.open(
            envelope(of: row), with: key ?? self.key, of: fixture.keys,
            by: KeychainPolicy.mayKeep(row.item.reference))
    }

    private func secret(of row: OpenedRow, with key: ApplicationKey? = nil) throws -> TestSecret? {
        try opened(row, with: key).secret.map { TestSecret(found: $0.bytes) }
    }

    @Test func `the class key alone gives no secret, and with the password it comes back`() throws {
        try insert("alice")
        let row = try row("alice")
        #expect(try envelope(of: row).parameters == key.parameters)
        #expect(try secret(of: row) == "secret")
        let wrong = try Self.key("another program's")
        #expect(failure { _ = try secret(of: row, with: wrong) } == .authFailed)
    }

    @Test(arguments: [nil, 0, 100_000])
    func `no secret, an empty and a long one come back`(count: Int?) throws {
        let secret = count.map { TestSecret(String(repeating: "s", count: $0)) }
        let sealed = try SealedItem(
            item("alice"), secret: .underPassword(secret.map { ItemSecret($0) }, key), with: fixture.keys)
        try fixture.store.insert(sealed)
        #expect(try self.secret(of: row("alice")) == secret)
    }

    @Test func `binary fields are under the password, too`() throws {
        let field = try #require(
            ItemClass.internetPassword.attributes.first { $0.storage == .secret }?.attribute)
        var item = item("alice")
        item = Item(
            reference: PersistentReference(itemClass: .internetPassword, identifier: .random()),
            attributes: item.attributes, accessControl: item.accessControl)
        item.attributes[field] = .data([1, 2, 3])
        item.attributes[.server] = .string("host")
        item.attributes[.service] = nil
        try fixture.store.insert(SealedItem(item, secret: .underPassword(nil, key), with: fixture.keys))
        var rows: [ItemRow] = []
        try fixture.store.select(
            ItemQuery(itemClass: .internetPassword), in: .all, withData: true, keys: fixture.keys
        ) { result throws(KeychainError) in
            rows.append(try result.mapError { _ in KeychainError(.decode, during: "selecting in a test") }.get())
            return true
        }
        let row = try #require(rows.first).open(with: fixture.keys)
        #expect(row.item.attributes[field] == nil)
        #expect(try opened(row).fields[field] == .data([1, 2, 3]))
    }

    @Test func `what is kept opens in the renamed row, and nothing can be added to it`() throws {
        try insert("alice")
        let old = try row("alice")
        var new = old.item
        new.attributes[.account] = .string("bob")
        let envelope = try envelope(of: old)
        let sealed = try SealedItem(new, secret: .kept(envelope), replacing: old.item, with: fixture.keys)
        try fixture.store.replace(rowID: old.row.rowID, with: sealed)
        #expect(try secret(of: row("bob")) == "secret")
    }

    @Test func `an access control that says something else is refused by whoever seals`() throws {
        let envelope = try PasswordEnvelope(
            sealing: SecretBytes(recorded: []), under: key, at: item("x").applicationPlace(in: fixture.keys.keychain))
        #expect(failure { _ = try SealedItem(item("x"), secret: .new(nil), with: fixture.keys) } == .internalError)
        #expect(failure { _ = try SealedItem(item("x"), secret: .none, with: fixture.keys) } == .internalError)
        for flags in [nil, 0, 1] as [UInt64?] {
            let plain = item("x", flags: flags)
            for secret in [.underPassword(nil, key), .kept(envelope)] as [SealedItem.Secret] {
                #expect(failure { _ = try SealedItem(plain, secret: secret, with: fixture.keys) } == .internalError)
            }
        }
    }

    @Test func `every changed byte of the secret is damage, but for those that say how it is sealed`() throws {
        try insert("alice")
        guard case .blob(let blob)? = try fixture.connection.rows("SELECT data FROM genp").first?.first else {
            Issue.record("no secret")
            return
        }
        for offset in blob.indices {
            var changed = blob
            changed[offset] ^= 0x10
            try fixture.connection.run("UPDATE genp SET data = ?", [.blob(changed)])
            let isVersion = offset < 2
            let expected: KeychainError.Code = isVersion ? .wrongVersion : .decode
            #expect(failure { _ = try envelope(of: row("alice")) } == expected, "byte \(offset)")
        }
        try fixture.connection.run("UPDATE genp SET data = ?", [.blob(blob)])
        #expect(try secret(of: row("alice")) == "secret")
    }

    @Test func `secrets of two items with one password do not change places`() throws {
        try insert("alice")
        try insert("bob", secret: "of bob")
        let rows = try fixture.connection.rows("SELECT data FROM genp ORDER BY rowid").map { $0[0] }
        try fixture.connection.run("UPDATE genp SET data = ? WHERE rowid = 1", [rows[1]])
        try fixture.connection.run("UPDATE genp SET data = ? WHERE rowid = 2", [rows[0]])
        for account in ["alice", "bob"] { #expect(failure { _ = try envelope(of: row(account)) } == .decode) }
    }

    @Test func `whoever has the class keys does not bring an envelope to another row`() throws {
        try insert("alice")
        let envelope = try envelope(of: row("alice"))
        try fixture.store.insert(SealedItem(item("mallory"), secret: .kept(envelope), with: fixture.keys))
        let moved = try row("mallory")
        #expect(failure { _ = try secret(of: moved) } == .authFailed)
    }

    @Test func `whoever has the class keys does not open it by changing the flags`() throws {
        try insert("alice")
        let old = try row("alice")
        var weaker = old.item
        weaker.accessControl = AccessControl(protection: .ak, flags: Self.flag | 1 << 14)
        let envelope = try envelope(of: old)
        try fixture.store.replace(
            rowID: old.row.rowID,
            with: SealedItem(weaker, secret: .kept(envelope), replacing: old.item, with: fixture.keys))
        let changed = try row("alice")
        #expect(failure { _ = try secret(of: changed) } == .decode)
    }
}
