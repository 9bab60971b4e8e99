// An item, or what a deleted one has left, as a backup has it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The plaintexts of a row under the row's name (Documentation/Reference/Formats/Backup.md, section 5).
package struct BackupItem: Sendable {
    package let itemClass: ItemClass
    package let protection: ProtectionClass
    /// The UUID of the row, which begins with its number.
    package let identifier: RowIdentifier
    /// The attribute list of the metadata. It may hold what its user wants to keep to themselves.
    package let metadata: ItemSecret
    /// The attribute list of the secret, with its padding; nil for a tombstone.
    package let secret: ItemSecret?

    package init(
        itemClass: ItemClass, protection: ProtectionClass, identifier: RowIdentifier, metadata: ItemSecret,
        secret: ItemSecret?
    ) {
        self.itemClass = itemClass
        self.protection = protection
        self.identifier = identifier
        self.metadata = metadata
        self.secret = secret
    }

    /// Bytes of class, protection class, UUID and a length.
    private static let fixedSize = 25

    var encodedSize: Int { Self.fixedSize + metadata.count + (secret.map { 4 + $0.count } ?? 0) }

    /// Goes from wiped memory to wiped memory.
    func write(to target: UnsafeMutableRawBufferPointer) {
        var head: [UInt8] = []
        head.append(bigEndian: itemClass.code)
        head.append(protection.number)
        head += identifier.bytes
        head.append(bigEndian: UInt32(metadata.count))
        unsafe target.copyBytes(from: head)
        var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[head.count...])
        unsafe metadata.bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
        guard let secret else { return }
        unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[metadata.count...])
        unsafe rest.storeBytes(of: UInt32(secret.count).bigEndian, as: UInt32.self)
        unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[4...])
        unsafe secret.bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
    }

    init(from reader: inout ByteReader, hasSecret: Bool) throws(KeychainError) {
        itemClass = try reader.itemClass()
        protection = try reader.protection()
        identifier = try reader.identifier()
        metadata = try reader.secret(Int(try reader.number(UInt32.self)))
        secret = try hasSecret ? reader.secret(Int(reader.number(UInt32.self))) : nil
    }
}
