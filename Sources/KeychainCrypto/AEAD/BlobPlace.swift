// Where a sealed blob belongs: the additional data that binds it to its purpose, keychain, row and class.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// The place of a sealed blob. A blob that is moved to another place does not open.
///
/// Documentation/Formats/SealedBlob.md, section 3.
package struct BlobPlace: Sendable {
    package let purpose: Purpose
    package let keychain: RowIdentifier
    package let itemClass: ItemClass?
    package let row: RowIdentifier?
    package let protection: ProtectionClass?

    package init(
        _ purpose: Purpose, keychain: RowIdentifier, itemClass: ItemClass? = nil, row: RowIdentifier? = nil,
        protection: ProtectionClass? = nil
    ) {
        self.purpose = purpose
        self.keychain = keychain
        self.itemClass = itemClass
        self.row = row
        self.protection = protection
    }

    package enum Purpose: String, Sendable {
        case classKey = "class key"
        case metadataKey = "metadata key"
        case indexKey = "index key"
        case itemMetadata = "item metadata"
        case itemSecret = "item secret"
        case accessList = "access list"
    }

    /// The bytes that are authenticated beside the ciphertext: fixed lengths except for the purpose, which carries
    /// its own, so that two places never give the same bytes.
    var additionalData: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(56)
        bytes.append(SealedBlob.version)
        bytes.append(UInt8(purpose.rawValue.utf8.count))
        bytes.append(contentsOf: purpose.rawValue.utf8)
        bytes.append(contentsOf: keychain.bytes)
        if let itemClass {
            bytes.append(contentsOf: itemClass.rawValue.utf8)
        } else {
            bytes.append(contentsOf: [0, 0, 0, 0])
        }
        bytes.append(contentsOf: row?.bytes ?? [UInt8](repeating: 0, count: RowIdentifier.byteCount))
        bytes.append(protection?.number ?? 0)
        return bytes
    }
}
