// What is sealed in a row, for a backup of it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy

extension ItemRow {
    /// Opens the attributes, and keeps their bytes.
    /// - Throws: as ``open(with:)``.
    package func openKeepingMetadata(
        with keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> (row: OpenedRow, metadata: ItemSecret) {
        let plaintext = try keys.open(meta, at: metadataPlace)
        let row = try open(metadata: plaintext)
        return (row, ItemSecret(plaintext))
    }
}

extension OpenedRow {
    /// The bytes that are sealed as the secret, compared with the metadata as for reading.
    /// - Parameter right: that to back the item up.
    /// - Throws: as ``openSecret(with:by:)``; `.internalError` if the right is another one.
    package func secretPlaintext(
        with keys: borrowing UnlockedKeybag, by right: borrowing MayReadSecret
    ) throws(KeychainError) -> ItemSecret {
        guard right.reference == item.reference, right.purpose == .backUp else {
            throw KeychainError(.internalError, during: "opening an item by the right to another one")
        }
        guard let blob = row.data else { throw KeychainError(.decode, during: "opening a secret") }
        let bytes = try keys.open(blob, at: row.secretPlace(under: item.accessControl))
        let plaintext = try SecretPlaintext(decoding: bytes)
        guard plaintext.tamperCheck == tamperCheck, plaintext.fields[.passwordEnvelope] == nil else {
            throw KeychainError(.decode, during: "comparing a secret with its metadata")
        }
        return ItemSecret(bytes)
    }
}
