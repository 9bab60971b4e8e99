// The blobs of a row under other keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

extension ItemRow {
    /// Its blobs as they are sealed under other keys, for the same places; nil for one that did not open.
    struct Resealed {
        var meta: [UInt8]?
        var data: [UInt8]?
    }

    /// Opens both blobs and seals what is in them under other keys. What the columns say is not compared with it:
    /// whoever reads the row does that.
    /// - Throws: `.decode` if one of them does not open.
    func resealed(
        from old: borrowing UnlockedKeybag, to new: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Resealed {
        // A file that was changed may have rows of a class that needs a password, and no key for them.
        guard old.has(.metadataKey(protection)) else {
            throw KeychainError(.decode, during: "reading a row whose class has no key")
        }
        let metadata = try old.open(meta, at: metadataPlace)
        var resealed = Resealed(meta: try new.seal(metadata, at: metadataPlace))
        if let data {
            let place = secretPlace(under: try Self.accessControl(in: metadata))
            resealed.data = try new.seal(old.open(data, at: place), at: place)
        }
        return resealed
    }

    private static func accessControl(in metadata: borrowing SecretBytes) throws(KeychainError) -> AccessControl {
        let found = unsafe try metadata.withUnsafeBytes { bytes throws(KeychainError) in
            var found: AttributeValue?
            _ = unsafe try AttributeList.forEachEntry(in: bytes) { entry throws(KeychainError) in
                guard entry.attribute == .accessControl else { return }
                found = unsafe try AttributeList.value(of: entry, in: bytes)
            }
            return found
        }
        guard case .data(let encoded)? = found else {
            throw KeychainError(.decode, during: "reading the access control of a row")
        }
        return try AccessControl(decoding: encoded)
    }
}

extension ItemRow {
    /// The same for a damaged row: each blob that opens. A secret may have stayed whole if a column that it is bound to
    /// was changed: what the metadata says of the columns is tried as well, so that the row is as good as before for
    /// whoever sets that column right.
    func salvaged(
        from old: borrowing UnlockedKeybag, to new: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Resealed {
        var salvaged = Resealed()
        guard old.has(.metadataKey(protection)) else { return salvaged }
        var places = [secretPlace(under: AccessControl(protection: protection, flags: nil))]
        do throws(KeychainError) {
            let metadata = try old.open(meta, at: metadataPlace)
            salvaged.meta = try new.seal(metadata, at: metadataPlace)
            let accessControl = try Self.accessControl(in: metadata)
            places = [
                secretPlace(under: accessControl),
                secretPlace(under: accessControl, boundTo: try Self.boundColumns(of: itemClass, in: metadata, old)),
            ]
        } catch  where error.isOfRowThatDoesNotOpen {
            // The secret may still open.
        }
        guard let data else { return salvaged }
        for place in places {
            do throws(KeychainError) {
                salvaged.data = try new.seal(old.open(data, at: place), at: place)
                break
            } catch  where error.isOfRowThatDoesNotOpen {
                continue
            }
        }
        return salvaged
    }

    /// The columns that a secret is bound to, as the metadata has them.
    private static func boundColumns(
        of itemClass: ItemClass, in metadata: borrowing SecretBytes, _ keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [UInt8] {
        let attributes = unsafe try metadata.withUnsafeBytes { bytes throws(KeychainError) in
            unsafe try AttributeList.decode(bytes)
        }
        var bytes: [UInt8] = []
        for position in SecretBinding.positions(of: itemClass) {
            let description = itemClass.attributes[position]
            let value = attributes[description.attribute]
            SecretBinding.append(try keys.column(for: value, of: description, in: itemClass), to: &bytes)
        }
        return bytes
    }
}
