// Opens rows: metadata always, the secret where it is asked for.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy

/// A row whose metadata opened and agrees with its clear columns.
package struct OpenedRow {
    package let row: ItemRow
    package let item: Item
    let tamperCheck: [UInt8]

    init(row: ItemRow, item: Item, tamperCheck: [UInt8]) {
        self.row = row
        self.item = item
        self.tamperCheck = tamperCheck
    }
}

extension ItemRow {
    var metadataPlace: (UnlockedKeybag.KeyAndPlace) {
        .init(
            key: .metadataKey(protection), purpose: .itemMetadata, itemClass: itemClass, row: identifier,
            protection: protection)
    }

    /// - Parameter columns: those that the secret is bound to, where they are not the row's own.
    func secretPlace(
        under accessControl: AccessControl, boundTo columns: [UInt8]? = nil
    ) -> UnlockedKeybag.KeyAndPlace {
        .init(
            key: .classKey(protection), purpose: .itemSecret, itemClass: itemClass, row: identifier,
            protection: protection, binding: SecretBinding.encode(accessControl, columns: columns ?? boundColumns))
    }

    /// True if the clear columns say what is sealed.
    private func agrees(with attributes: AttributeValues) -> Bool {
        for (attribute, own) in zip(Self.clearAttributes, clear) {
            guard let sealed = attributes[attribute], sealed == own else { return false }
        }
        return true
    }

    /// Opens the attributes.
    /// - Throws: `.interactionNotAllowed` while the class is locked, `.decode` for a damaged row, `.wrongVersion` for
    ///   one of a newer version.
    package func open(with keys: borrowing UnlockedKeybag) throws(KeychainError) -> OpenedRow {
        try open(metadata: keys.open(meta, at: metadataPlace))
    }

    /// The same with what was opened already.
    func open(metadata plaintext: borrowing SecretBytes) throws(KeychainError) -> OpenedRow {
        var attributes = unsafe try plaintext.withUnsafeBytes { bytes throws(KeychainError) in
            unsafe try AttributeList.decode(bytes)
        }
        guard case .data(let tamperCheck)? = attributes.removeValue(forKey: .tamperCheck), tamperCheck.count == 16,
            case .data(let access)? = attributes.removeValue(forKey: .accessControl),
            agrees(with: attributes)
        else { throw KeychainError(.decode, during: "comparing a row with its metadata") }
        let accessControl = try AccessControl(decoding: access)
        guard accessControl.protection == protection else {
            throw KeychainError(.decode, during: "comparing a row with its metadata")
        }
        let item = Item(
            reference: PersistentReference(itemClass: itemClass, identifier: identifier), attributes: attributes,
            accessControl: accessControl)
        return OpenedRow(row: self, item: item, tamperCheck: tamperCheck)
    }
}

extension OpenedRow {
    /// Opens the secret and the binary fields, as far as the class key opens them.
    /// - Parameter right: the policy's, to this item.
    /// - Throws: as ``ItemRow/open(with:)``.
    package func openSecret(
        with keys: borrowing UnlockedKeybag, by right: borrowing MayReadSecret
    ) throws(KeychainError) -> OpenedSecret {
        guard let blob = row.data else {
            guard row.isTombstone else { throw KeychainError(.decode, during: "opening a secret") }
            return .open(try OpenedItem(item, secret: nil, fields: [:], by: right))
        }
        let plaintext = try SecretPlaintext(decoding: keys.open(blob, at: row.secretPlace(under: item.accessControl)))
        guard plaintext.tamperCheck == tamperCheck else {
            throw KeychainError(.decode, during: "comparing a secret with its metadata")
        }
        // What is sealed says whether there is a password; the access control says whether there must be one.
        guard item.accessControl.needsApplicationPassword == (plaintext.fields[.passwordEnvelope] != nil) else {
            throw KeychainError(.decode, during: "comparing a secret with its access control")
        }
        guard item.accessControl.needsApplicationPassword else {
            return .open(try OpenedItem(item, secret: plaintext.secret, fields: plaintext.fields, by: right))
        }
        guard plaintext.secret == nil, plaintext.fields.count == 1,
            case .data(let bytes)? = plaintext.fields[.passwordEnvelope]
        else { throw KeychainError(.decode, during: "reading what is sealed under a password of a program") }
        return .underPassword(try PasswordEnvelope(decoding: bytes))
    }

    /// Opens what was found to be under a password of the application.
    /// - Parameter keys: those of the keychain of the row.
    /// - Throws: `.authFailed` for the key of another password, `.decode` for a damaged row.
    package func open(
        _ envelope: PasswordEnvelope, with key: ApplicationKey, of keys: borrowing UnlockedKeybag,
        by right: borrowing MayReadSecret
    ) throws(KeychainError) -> OpenedItem {
        let plaintext = try SecretPlaintext(
            decoding: envelope.open(with: key, at: item.applicationPlace(in: keys.keychain)))
        guard plaintext.tamperCheck == envelope.parameters.salt else {
            throw KeychainError(.decode, during: "comparing a secret with its salt")
        }
        return try OpenedItem(item, secret: plaintext.secret, fields: plaintext.fields, by: right)
    }
}

extension Item {
    /// Where the envelope of the item belongs.
    func applicationPlace(in keychain: RowIdentifier) -> BlobPlace {
        BlobPlace(
            .applicationSecret, keychain: keychain, itemClass: reference.itemClass, row: reference.identifier,
            protection: accessControl.protection, binding: (accessControl.flags ?? 0).bigEndianBytes)
    }
}

extension UnlockedKeybag {
    /// A key and the place of the blob under it.
    struct KeyAndPlace {
        let key: KeyName
        let purpose: BlobPlace.Purpose
        let itemClass: ItemClass
        let row: RowIdentifier
        let protection: ProtectionClass
        var binding: [UInt8] = []

        func place(in keychain: RowIdentifier) -> BlobPlace {
            BlobPlace(
                purpose, keychain: keychain, itemClass: itemClass, row: row, protection: protection, binding: binding)
        }
    }

    borrowing func open(_ blob: [UInt8], at target: KeyAndPlace) throws(KeychainError) -> SecretBytes {
        try open(blob, under: target.key, at: target.place(in: keychain))
    }

    borrowing func seal(
        _ plaintext: borrowing SecretBytes, at target: KeyAndPlace
    ) throws(KeychainError) -> [UInt8] {
        try seal(plaintext, under: target.key, at: target.place(in: keychain))
    }
}
