// The key of one backup file, of which the others are made.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Random, and new with each backup. It stands in the file, wrapped (Documentation/Reference/Formats/Backup.md, section
/// 3).
package struct BackupKey: ~Copyable, Sendable {
    private let key: SecretBytes

    /// Draws a new one.
    package init() { key = unsafe SecretBytes(count: XAES256GCM.keySize) { unsafe SystemRandom.fill($0) } }

    /// One of the caller's choice; only vectors need it.
    package init(copying key: borrowing SecretBytes) { self.key = key.copy() }

    /// Opens that of a file with a password, which takes about 140 ms and 64 MiB.
    /// - Throws: `.authFailed` for a wrong password, `.notAvailable` for a cost outside the bounds, before any of it is
    ///   paid, `.wrongVersion` for a file that no password opens, `.decode` for a header that was changed.
    package init(of preamble: BackupPreamble, opening password: borrowing SecretBytes) throws(KeychainError) {
        self = try Self.open(preamble, by: password)
    }

    private init(_ key: consuming SecretBytes) { self.key = key }

    private static func open(
        _ preamble: BackupPreamble, by password: borrowing SecretBytes
    ) throws(KeychainError) -> BackupKey {
        guard let wrapping = preamble.header.passwordWrapping else { throw .unknownWrappings }
        let passwordKey = try PasswordKey.derive(from: password, salt: wrapping.salt, cost: wrapping.cost)
        let key = BackupKey(try unwrap(wrapping.blob, under: passwordKey, for: preamble.header))
        guard key.key.count == XAES256GCM.keySize,
            Authenticator.isValid(preamble.code, for: preamble.authenticated, key: key.headerKey())
        else { throw .damagedBackup }
        return key
    }

    private static func unwrap(
        _ blob: [UInt8], under passwordKey: borrowing SecretBytes, for header: BackupHeader
    ) throws(KeychainError) -> SecretBytes {
        do throws(KeychainError) {
            return unsafe try passwordKey.withUnsafeBytes { key throws(KeychainError) in
                unsafe try SealedBlob.open(blob, under: key, at: place(in: header.backup, of: header.keychain))
            }
        } catch  where error.code == .decode || error.code == .wrongVersion {
            // The version of the file says that of its blobs.
            throw .wrongBackupPassword
        }
    }

    /// - Parameters:
    ///   - salt: of 16 bytes, new with each password.
    ///   - nonce: one of the caller's choice; only vectors need it.
    package func wrapped(
        by password: borrowing SecretBytes, salt: [UInt8], cost: PasswordCost, for backup: RowIdentifier,
        of keychain: RowIdentifier, nonce: [UInt8]? = nil
    ) throws(KeychainError) -> BackupWrapping {
        let passwordKey = try PasswordKey.derive(from: password, salt: salt, cost: cost)
        let place = Self.place(in: backup, of: keychain)
        let blob = unsafe try passwordKey.withUnsafeBytes { passwordKey throws(KeychainError) in
            unsafe try key.withUnsafeBytes { key throws(KeychainError) in
                if let nonce { return unsafe try SealedBlob.seal(key, under: passwordKey, at: place, nonce: nonce) }
                return unsafe try SealedBlob.seal(key, under: passwordKey, at: place)
            }
        }
        return .password(BackupWrapping.Password(salt: salt, cost: cost, blob: blob))
    }

    func headerCode(for bytes: [UInt8]) -> [UInt8] { Authenticator.code(for: bytes, key: headerKey()) }

    func frameKey(of backup: RowIdentifier) -> SecretBytes {
        derived(salt: backup.bytes, info: "latchkey backup frames v1")
    }

    private func headerKey() -> SecretBytes { derived(salt: [], info: "latchkey backup header v1") }

    private func derived(salt: [UInt8], info: String) -> SecretBytes {
        unsafe key.withUnsafeBytes { key in
            unsafe HKDFSHA256.derive(XAES256GCM.keySize, from: key, salt: salt, info: Array(info.utf8))
        }
    }

    private static func place(in backup: RowIdentifier, of keychain: RowIdentifier) -> BlobPlace {
        BlobPlace(.backupKey, keychain: keychain, row: backup)
    }
}
