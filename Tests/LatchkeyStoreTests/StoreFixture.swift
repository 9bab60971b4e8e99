// A keychain file in a directory of its own, with its keys in memory.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTestSupport

/// A directory that is gone when its test is over.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/latchkey-store-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var keychain: KeychainFile { KeychainFile(path: path + "/test.keychain-db") }
}

/// A keychain without a password, open. Used by one thread.
final class StoreFixture {
    let directory: TemporaryDirectory
    let connection: Connection
    var keys: UnlockedKeybag
    private var itemCount: Int64 = 0

    var store: ItemStore { ItemStore(connection) }

    init() throws {
        directory = try TemporaryDirectory()
        let device = SecretBytes(recorded: [UInt8](repeating: 8, count: 32))
        try Self.create(directory.keychain, device: device)
        connection = try directory.keychain.open()
        let keybag = try LockedKeybag(decoding: KeybagStore(connection).encodedKeybag())
        keys = try keybag.open(deviceOnlyKey: UnlockKey.deriveDeviceOnly(deviceKey: device, keybag: keybag.keybag))
        try KeybagStore(connection).openMetadataKeys(into: &keys)
    }

    static func create(
        _ file: KeychainFile, device: borrowing SecretBytes = SecretBytes(recorded: [UInt8](repeating: 8, count: 32))
    ) throws(KeychainError) {
        let wrapping = LockedKeybag.Wrapping(deviceKey: device)
        try file.create(now: 0) { store, transaction throws(KeychainError) in
            var keys = UnlockedKeybag(keychain: .random())
            keys.generate(.indexKey)
            for protection in ProtectionClass.allCases where protection != .akpu {
                keys.generate(.classKey(protection))
            }
            try store.makeMetadataKeys(for: &keys, in: transaction)
            try store.store(
                LockedKeybag(wrapping: keys, with: wrapping, settings: LockSettings()), in: transaction)
        }
    }

    /// A complete generic password; `attributes` replace what it has.
    /// - Parameter number: that of its row; by default the next, from 1 on.
    func item(
        _ account: String, under protection: ProtectionClass = .ak, attributes: AttributeValues = [:],
        numbered number: Int64? = nil
    ) -> Item {
        let complete: AttributeValues = [
            .account: .string(account), .service: .string("Service"), .accessGroup: .string("group"),
            .synchronizable: .number(0), .tombstone: .number(0), .multiUser: .data([]),
            .accessible: .string(protection.rawValue), .creationDate: .date(1.25), .modificationDate: .date(2.5),
        ]
        itemCount += 1
        return Item(
            reference: PersistentReference(
                itemClass: .genericPassword, identifier: .random(numbered: number ?? itemCount)),
            attributes: complete.merging(attributes) { $1 },
            accessControl: AccessControl(protection: protection, flags: nil))
    }

    @discardableResult
    func insert(_ item: Item, secret: TestSecret = "secret") throws(KeychainError) -> Item {
        try store.insert(
            SealedItem(item, secret: .new(ItemSecret(secret)), with: keys))
        return item
    }

    func rows(
        _ matching: AttributeValues = [:], in scope: GroupScope = .all,
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [ItemRow] {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        configure(&query)
        var rows: [ItemRow] = []
        try store.select(query, in: scope, withData: true, keys: keys) { result throws(KeychainError) in
            switch result {
            case .success(let row): rows.append(row)
            case .failure: throw KeychainError(.decode, during: "selecting in a test")
            }
            return true
        }
        return rows
    }

    /// The accounts of the rows, as their sealed metadata has them.
    func accounts(
        _ matching: AttributeValues = [:], in scope: GroupScope = .all,
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [String] {
        var accounts: [String] = []
        for row in try rows(matching, in: scope, configure: configure) {
            if case .string(let name)? = try row.open(with: keys).item.attributes[.account] { accounts.append(name) }
        }
        return accounts
    }

    func secret(of row: ItemRow) throws(KeychainError) -> TestSecret? {
        let opened = try row.open(with: keys)
        switch try opened.openSecret(with: keys, by: KeychainPolicy.mayKeep(opened.item.reference)) {
        case .open(let item): return item.secret.map { TestSecret(found: $0.bytes) }
        case .underPassword: throw KeychainError(.decode, during: "opening a secret in a test")
        }
    }
}
