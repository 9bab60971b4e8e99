// What of an item a caller is answered. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainPolicy {
    /// An item as a caller gets it: of what was opened for it the secret if it asked for that, and of a private key
    /// that stays the public half.
    /// - Parameter permission: as for ``init(_:for:asking:permitting:)``.
    /// - Throws: `.internalError` for a secret that was opened for another purpose.
    package static func answer(
        _ found: FoundItem, returning options: ReturnOptions = [], to permission: UserPermission?
    ) throws(KeychainError) -> ReturnedItem {
        switch found {
        case .listed(let item): return ReturnedItem(item.asAnswered(to: permission))
        case .opened(let opened):
            guard opened.purpose == .answer else {
                throw KeychainError(.internalError, during: "answering with a secret that is not for the caller")
            }
            var item = opened.item
            if !opened.fields.isEmpty { item.attributes.merge(opened.fields) { own, _ in own } }
            guard options.contains(.data) || options.contains(.reference) else {
                return ReturnedItem(item.asAnswered(to: permission))
            }
            return answer(item.asAnswered(to: permission), with: opened.secret)
        }
    }

    /// A key that the caller has just had made: its bytes, or if they stay its public half.
    package static func answer(
        newKey item: Item, _ secret: ItemSecret?, to permission: UserPermission?
    ) -> ReturnedItem {
        answer(item.asAnswered(to: permission), with: secret)
    }

    private static func answer(_ item: Item, with secret: ItemSecret?) -> ReturnedItem {
        guard let secret else { return ReturnedItem(item) }
        guard !item.isExtractable(secret) else { return ReturnedItem(item, secret: secret) }
        // Bytes that are not extractable and no private key are left out.
        guard item.attributes[.keyClass] == .number(KeyClass.private.rawValue), let key = item.storedKey(secret) else {
            return ReturnedItem(item)
        }
        return ReturnedItem(item, stayingKey: StayingKey(kind: key.kind, publicOctets: key.publicOctets))
    }
}

extension Item {
    /// What the caller may know of it. What makes the row of an item of the Secret Service unique is told to nobody.
    fileprivate func asAnswered(to permission: UserPermission?) -> Item {
        withoutForeignDigest(for: permission).withoutSecretService
    }

    /// For a tool: without the digest of another program's item. `sha1` is a digest without a key of the attributes and
    /// the secret, and whoever has it tries passwords without asking anybody.
    private func withoutForeignDigest(for permission: UserPermission?) -> Item {
        guard let permission, permission.seesEveryItem, reference.itemClass != .certificate,
            attributes[.sha1] != nil, accessGroup.map(permission.isAnothers) ?? true
        else { return self }
        var item = self
        item.attributes[.sha1] = nil
        return item
    }
}
