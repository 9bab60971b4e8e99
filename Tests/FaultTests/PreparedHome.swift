// Keychains as they are before an operation, and copies of them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport

/// What the files are before an operation.
enum Preparation: CaseIterable, Sendable {
    /// A home with its device key.
    case withoutKeychain
    case items
    /// The log of a process that was killed is beside the keychain.
    case itemsAndLog
    case itemsWithPassword
    /// A transaction that writes them all goes to the log before it is committed.
    case longItems

    static let password: TestSecret = "old"
    /// Of 200 000 bytes each, more than the 2 MB of a connection's cache.
    private static let countOfLongItems = 14

    /// Makes the files in a directory of their own, and lets go of them.
    func make() throws -> TemporaryHome {
        let home = try TemporaryHome()
        switch self {
        case .withoutKeychain: _ = try DeviceKeyFile(directory: home.path).readOrCreate()
        case .items: try Self.addItems(to: home.anotherClient())
        case .itemsAndLog:
            let open = home.anotherClient()
            try Self.addItems(to: open)
            let copy = try TemporaryHome()
            try copy.copyFiles(from: home)
            return copy
        case .itemsWithPassword:
            try Self.create(home)
            let client = home.anotherClient()
            try client.unlock(Self.password)
            try Self.addItems(to: client)
            try client.add("password class", secret: "of the password", under: .akpu)
        case .longItems:
            let client = home.anotherClient()
            try Self.addItems(to: client)
            for number in 0..<Self.countOfLongItems {
                try client.add("long \(number)", secret: TestSecret(String(repeating: "x", count: 200_000 + number)))
            }
        }
        return home
    }

    private static func addItems(to client: KeychainClient) throws {
        for account in ["alice", "bob", "carol"] { try client.add(account, secret: "secret of \(account)") }
        try client.add("travels", secret: "synchronised") { $0.attributes[.synchronizable] = .number(1) }
        try client.add("gone", secret: "synchronised") { $0.attributes[.synchronizable] = .number(1) }
        try client.delete([.account: .string("gone")]) { $0.synchronizable = .any }
    }

    /// A keychain whose password costs as little as a reader accepts.
    private static func create(_ home: TemporaryHome) throws(KeychainError) {
        let deviceKey = try DeviceKeyFile(directory: home.path).readOrCreate()
        let wrapping = try LockedKeybag.Wrapping(
            password: ItemSecret(password).bytes, deviceKey: deviceKey,
            cost: PasswordCost(memory: 19 * 1024, passes: 2))
        try create(KeychainFile(path: home.keychain), with: wrapping)
    }

    private static func create(
        _ file: KeychainFile, with wrapping: borrowing LockedKeybag.Wrapping
    ) throws(KeychainError) {
        try file.create(now: 0) { store, transaction throws(KeychainError) in
            var keys = UnlockedKeybag(keychain: .random())
            keys.generate(.indexKey)
            for protection in ProtectionClass.allCases { keys.generate(.classKey(protection)) }
            try store.makeMetadataKeys(for: &keys, in: transaction)
            try store.store(
                LockedKeybag(wrapping: keys, with: wrapping, settings: LockSettings()), in: transaction)
        }
    }
}

extension TemporaryHome {
    /// Takes over what another home holds, but for shared memory, which no other process may see.
    func copyFiles(from other: TemporaryHome) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: other.path) where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
        }
    }

    func copy() throws -> TemporaryHome {
        let copy = try TemporaryHome()
        try copy.copyFiles(from: self)
        return copy
    }
}
