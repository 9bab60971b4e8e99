// Where a sealed blob belongs: the additional data that binds it to its purpose, keychain, row and class.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// The place of a sealed blob. A blob that is moved to another place does not open.
///
/// Documentation/Reference/Formats/SealedBlob.md, section 3.
package struct BlobPlace: Sendable {
    package let purpose: Purpose
    package let keychain: RowIdentifier
    package let itemClass: ItemClass?
    package let row: RowIdentifier?
    package let protection: ProtectionClass?
    /// What else of a row the blob belongs to, where it is bound to more than the row's name.
    package let binding: [UInt8]

    package init(
        _ purpose: Purpose, keychain: RowIdentifier, itemClass: ItemClass? = nil, row: RowIdentifier? = nil,
        protection: ProtectionClass? = nil, binding: [UInt8] = []
    ) {
        self.purpose = purpose
        self.keychain = keychain
        self.itemClass = itemClass
        self.row = row
        self.protection = protection
        self.binding = binding
    }

    /// The same place, bound to more.
    func bound(to more: [UInt8]) -> BlobPlace {
        BlobPlace(
            purpose, keychain: keychain, itemClass: itemClass, row: row, protection: protection, binding: binding + more
        )
    }

    package enum Purpose: String, Sendable {
        case classKey = "class key"
        case metadataKey = "metadata key"
        case indexKey = "index key"
        case itemMetadata = "item metadata"
        case itemSecret = "item secret"
        case accessList = "access list"
        /// Inside an item secret: what a password of the application seals.
        case applicationSecret = "application secret"
        /// The key of a backup file.
        case backupKey = "backup key"
        /// A piece of a backup file.
        case backupFrame = "backup frame"
        /// In a backup, an item that stays on its device.
        case backupItem = "backup item"
        /// In a backup, an entry of the access list of such an item.
        case backupList = "backup list"
    }

    /// Lends the bytes that are authenticated beside the ciphertext: fixed lengths except for the purpose, which
    /// carries its own, and the binding at the end, so that two places never give the same bytes.
    /// - Parameter version: that of the blob.
    /// - Parameter generation: that of the key.
    func withAdditionalData<R: ~Copyable>(
        version: UInt8, generation: UInt8,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        var bytes = AdditionalData()
        bytes.append(version)
        bytes.append(generation)
        bytes.append(UInt8(purpose.rawValue.utf8.count))
        for byte in purpose.rawValue.utf8 { bytes.append(byte) }
        bytes.append(keychain)
        bytes.append(itemClass?.code ?? 0)
        bytes.append(row ?? .zero)
        bytes.append(protection?.number ?? 0)
        return unsafe try bytes.withUnsafeBytes(followedBy: binding, body)
    }
}

/// Bytes on the stack: a call that opens a blob allocates nothing for its place.
private struct AdditionalData {
    /// The longest purpose leaves 6 bytes unused.
    private var storage = InlineArray<64, UInt8>(repeating: 0)
    private var count = 0

    mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func append(_ identifier: RowIdentifier) {
        append(identifier.words.high)
        append(identifier.words.low)
    }

    func withUnsafeBytes<R: ~Copyable>(
        followedBy rest: [UInt8], _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        unsafe try Swift.withUnsafeBytes(of: storage) { bytes throws(KeychainError) in
            let own = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
            guard !rest.isEmpty else { return unsafe try body(own) }
            return unsafe try withUnsafeTemporaryAllocation(byteCount: count + rest.count, alignment: 1) {
                both throws(KeychainError) in
                unsafe both.copyMemory(from: own)
                unsafe rest.withRawBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: both[count...]).copyMemory(from: $0)
                }
                return unsafe try body(UnsafeRawBufferPointer(both))
            }
        }
    }
}
