// The keybag and the metadata keys of a file.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform

package struct KeybagStore {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// The bytes of the keybag.
    /// - Throws: `.decode` if there is none.
    package func encodedKeybag() throws(KeychainError) -> [UInt8] {
        let rows = try connection.rows(
            "SELECT data FROM keybag WHERE id = 1 AND length(data) <= \(LockedKeybag.largestSize)")
        guard case .blob(let bytes)? = rows.first?.first else {
            throw KeychainError(.decode, during: "reading the keybag")
        }
        return bytes
    }

    /// Writes the keybag, and its copy if there is one.
    package func store(_ keybag: LockedKeybag, in transaction: borrowing WriteTransaction) throws(KeychainError) {
        let bytes = SQLValue.blob(keybag.encoded)
        try connection.run("INSERT OR REPLACE INTO keybag(id, data) VALUES(1, ?)", [bytes])
        try connection.run("UPDATE keybag SET data = ? WHERE id = 2", [bytes])
    }

    /// Opens the metadata key of every class whose class key is there.
    /// - Throws: `.decode` for a metadata key that is missing or does not open.
    package func openMetadataKeys(into keys: inout UnlockedKeybag) throws(KeychainError) {
        for protection in ProtectionClass.allCases {
            guard keys.has(.classKey(protection)) else {
                keys.wipe(.metadataKey(protection))
                continue
            }
            guard !keys.has(.metadataKey(protection)) else { continue }
            let rows = try connection.rows("SELECT data FROM metadatakeys WHERE pdmn = ?", [.text(protection.rawValue)])
            guard case .blob(let blob)? = rows.first?.first else {
                throw KeychainError(.decode, during: "reading a metadata key")
            }
            let key = try keys.open(blob, under: .classKey(protection), at: place(of: protection, in: keys.keychain))
            guard key.count == XAES256GCM.keySize else {
                throw KeychainError(.decode, during: "unwrapping a metadata key")
            }
            keys.install(key, as: .metadataKey(protection))
        }
    }

    /// Makes a metadata key for every class that has a class key and none yet.
    package func makeMetadataKeys(
        for keys: inout UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        for protection in ProtectionClass.allCases where keys.has(.classKey(protection)) {
            guard !keys.has(.metadataKey(protection)) else { continue }
            keys.generate(.metadataKey(protection))
            try storeMetadataKey(of: protection, from: keys)
        }
    }

    /// Puts the metadata keys of `keys` in the place of those that are there.
    func replaceMetadataKeys(
        with keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        try connection.run("DELETE FROM metadatakeys")
        for protection in ProtectionClass.allCases { try storeMetadataKey(of: protection, from: keys) }
    }

    private func storeMetadataKey(
        of protection: ProtectionClass, from keys: borrowing UnlockedKeybag
    ) throws(KeychainError) {
        let blob = try keys.seal(
            keys.copy(.metadataKey(protection)), under: .classKey(protection),
            at: place(of: protection, in: keys.keychain))
        try connection.run(
            "INSERT INTO metadatakeys(pdmn, data) VALUES(?, ?)", [.text(protection.rawValue), .blob(blob)])
    }

    /// Takes the items of class `akpu` and its metadata key away.
    package func removePasswordClass(in transaction: borrowing WriteTransaction) throws(KeychainError) {
        for itemClass in ItemClass.allCases {
            try connection.run(
                "DELETE FROM \(itemClass.rawValue) WHERE pdmn = ?", [.text(ProtectionClass.akpu.rawValue)])
        }
        try connection.run("DELETE FROM metadatakeys WHERE pdmn = ?", [.text(ProtectionClass.akpu.rawValue)])
    }

    private func place(of protection: ProtectionClass, in keychain: RowIdentifier) -> BlobPlace {
        BlobPlace(.metadataKey, keychain: keychain, protection: protection)
    }
}
