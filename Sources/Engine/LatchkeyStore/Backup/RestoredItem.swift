// An item that comes from a backup, before it has a row.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Read from the plaintexts of a row, as strictly as a row is.
package struct RestoredItem: Sendable {
    /// The binary fields that are sealed with the secret are among its attributes.
    package let item: Item
    /// Nil for a tombstone, and for what was stored without one.
    let secret: ItemSecret?
    package let isTombstone: Bool
    let modified: Double
    /// Its item digest, if it has one.
    let digest: [UInt8]?

    /// - Parameters:
    ///   - metadata: the attribute list of the metadata.
    ///   - secret: that of the secret with its padding; nil for a tombstone.
    ///   - latest: the time that no date is after: one of the future would win over every later change.
    /// - Throws: `.decode` for anything that no row says, `.wrongVersion` for lists of a newer version.
    package init(
        _ reference: PersistentReference, under protection: ProtectionClass, metadata: ItemSecret, secret: ItemSecret?,
        latest: Double
    ) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading an item of a backup")
        var attributes = unsafe try metadata.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            unsafe try AttributeList.decode(bytes)
        }
        guard case .data(let tamperCheck)? = attributes.removeValue(forKey: .tamperCheck), tamperCheck.count == 16,
            case .data(let access)? = attributes.removeValue(forKey: .accessControl)
        else { throw damage }
        let accessControl = try AccessControl(decoding: access)
        guard accessControl.protection == protection,
            reference.identifier.number > 0,
            case .string(let group)? = attributes[.accessGroup], !group.isEmpty,
            ![AccessGroup.all, .token].contains(AccessGroup(rawValue: group)),
            case .data(let user)? = attributes[.multiUser], user.isEmpty,
            attributes[.accessible] == .string(protection.rawValue),
            case .number(let sync)? = attributes[.synchronizable], 0...1 ~= sync,
            case .number(let tombstone)? = attributes[.tombstone], tombstone == (secret == nil ? 1 : 0),
            case .date(let created)? = attributes[.creationDate], created.isFinite,
            case .date(let modified)? = attributes[.modificationDate], modified.isFinite
        else { throw damage }
        for (attribute, value) in attributes {
            guard let description = reference.itemClass.description(of: attribute), description.storage != .secret,
                value.isEmpty || (try? value.converted(to: description.kind)) == value
            else { throw damage }
            if case .date(let seconds) = value, !seconds.isFinite { throw damage }
        }
        (attributes[.creationDate], attributes[.modificationDate]) = (
            .date(min(created, latest)), .date(min(modified, latest))
        )
        if let secret {
            let plaintext = try SecretPlaintext(decoding: secret.bytes)
            guard plaintext.tamperCheck == tamperCheck, plaintext.fields[.passwordEnvelope] == nil else { throw damage }
            for (attribute, value) in plaintext.fields {
                guard reference.itemClass.description(of: attribute)?.storage == .secret else { throw damage }
                attributes[attribute] = value
            }
            self.secret = plaintext.secret
        } else {
            self.secret = nil
        }
        if case .data(let bytes)? = attributes[.sha1] { digest = bytes } else { digest = nil }
        item = Item(reference: reference, attributes: attributes, accessControl: accessControl)
        isTombstone = secret == nil
        self.modified = min(modified, latest)
    }

    /// The same under another name.
    func renamed(_ identifier: RowIdentifier) -> RestoredItem { RestoredItem(self, identifier) }

    private init(_ other: RestoredItem, _ identifier: RowIdentifier) {
        item = Item(
            reference: PersistentReference(itemClass: other.item.reference.itemClass, identifier: identifier),
            attributes: other.item.attributes, accessControl: other.item.accessControl)
        secret = other.secret
        isTombstone = other.isTombstone
        modified = other.modified
        digest = other.digest
    }
}
