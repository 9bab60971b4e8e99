// The key of a device for the items of one backup that stay on the device.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Made of the device key, which is in no backup (Documentation/Reference/Formats/Backup.md, section 6).
package struct BackupDeviceKey: ~Copyable, Sendable {
    private let key: ItemSecret
    /// Of the device key of before, which opens what was sealed then.
    private let former: ItemSecret?
    private let header: BackupHeader

    /// - Parameter former: the key of before the device key moved to a TPM; nil if there is none.
    package init(_ deviceKey: borrowing SecretBytes, or former: ItemSecret? = nil, for header: BackupHeader) {
        self.header = header
        key = Self.derived(from: deviceKey, for: header)
        self.former = former.map { Self.derived(from: $0.bytes, for: header) }
    }

    private static func derived(from deviceKey: borrowing SecretBytes, for header: BackupHeader) -> ItemSecret {
        ItemSecret(
            unsafe deviceKey.withUnsafeBytes { deviceKey in
                unsafe HKDFSHA256.derive(
                    XAES256GCM.keySize, from: deviceKey, salt: header.backup.bytes,
                    info: Array("latchkey backup device v1".utf8))
            })
    }

    package func seal(_ item: BackupItem, nonce: [UInt8]? = nil) throws(KeychainError) -> BackupDeviceItem {
        let body = unsafe SecretBytes(count: item.encodedSize) { unsafe item.write(to: $0) }
        let place = place(of: item.itemClass, item.protection)
        return BackupDeviceItem(
            itemClass: item.itemClass, protection: item.protection, blob: try seal(body, at: place, nonce))
    }

    /// - Returns: nil if another device has sealed it.
    /// - Throws: `.decode` for what this device has sealed and is no item.
    package func open(_ item: BackupDeviceItem) throws(KeychainError) -> BackupItem? {
        guard let body = try open(item.blob, at: place(of: item.itemClass, item.protection)) else { return nil }
        let opened = unsafe try body.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = unsafe ByteReader(bytes)
            let opened = try BackupItem(from: &reader, hasSecret: true)
            try reader.requireEnd()
            return opened
        }
        guard opened.itemClass == item.itemClass, opened.protection == item.protection else { throw .damagedBackup }
        return opened
    }

    /// Seals an entry of the access list of an item.
    package func seal(
        listEntry plaintext: borrowing SecretBytes, of item: PersistentReference, under protection: ProtectionClass,
        nonce: [UInt8]? = nil
    ) throws(KeychainError) -> ItemSecret {
        let blob = try seal(plaintext, at: listPlace(of: item, under: protection), nonce)
        return ItemSecret(unsafe SecretBytes(count: blob.count) { target in unsafe target.copyBytes(from: blob) })
    }

    /// - Throws: `.decode` if it is of another item, or does not open.
    package func open(
        listEntry body: ItemSecret, of item: PersistentReference, under protection: ProtectionClass
    ) throws(KeychainError) -> ItemSecret {
        let blob = body.bytes.declassified(because: "it is sealed")
        guard let opened = try open(blob, at: listPlace(of: item, under: protection)) else { throw .damagedBackup }
        return ItemSecret(opened)
    }

    private func place(of itemClass: ItemClass, _ protection: ProtectionClass) -> BlobPlace {
        BlobPlace(
            .backupItem, keychain: header.keychain, itemClass: itemClass, row: header.backup, protection: protection)
    }

    private func listPlace(of item: PersistentReference, under protection: ProtectionClass) -> BlobPlace {
        BlobPlace(
            .backupList, keychain: header.keychain, itemClass: item.itemClass, row: item.identifier,
            protection: protection)
    }

    private func seal(
        _ plaintext: borrowing SecretBytes, at place: BlobPlace, _ nonce: [UInt8]?
    ) throws(KeychainError) -> [UInt8] {
        unsafe try key.bytes.withUnsafeBytes { key throws(KeychainError) in
            unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
                if let nonce { return unsafe try SealedBlob.seal(plaintext, under: key, at: place, nonce: nonce) }
                return unsafe try SealedBlob.seal(plaintext, under: key, at: place)
            }
        }
    }

    private func open(_ blob: [UInt8], at place: BlobPlace) throws(KeychainError) -> SecretBytes? {
        if let opened = try Self.open(blob, under: key.bytes, at: place) { return opened }
        guard let former else { return nil }
        return try Self.open(blob, under: former.bytes, at: place)
    }

    private static func open(
        _ blob: [UInt8], under key: borrowing SecretBytes, at place: BlobPlace
    ) throws(KeychainError) -> SecretBytes? {
        do throws(KeychainError) {
            return unsafe try key.withUnsafeBytes { key throws(KeychainError) in
                unsafe try SealedBlob.open(blob, under: key, at: place)
            }
        } catch  where error.code == .decode {
            return nil
        }
    }
}
