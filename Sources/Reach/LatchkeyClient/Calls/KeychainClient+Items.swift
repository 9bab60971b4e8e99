// The calls on items and identities.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Each goes to `keychain`, or for nil to the default keychain, and throws what that answers.
extension KeychainClient {
    /// Adds an item.
    /// - Returns: the item as stored, without its secret.
    @discardableResult
    package func add(_ item: ItemAddition, in keychain: KeychainAddress? = nil) throws(KeychainError) -> ReturnedItem {
        guard case .items(let items) = try perform(.add(item), in: keychain), let item = items.first else {
            throw .otherReply
        }
        return item
    }

    /// Finds items, in the order of their creation.
    /// - Throws: `.itemNotFound` if there are none.
    package func copy(_ query: ItemQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) -> [ReturnedItem] {
        guard case .items(let items) = try perform(.copy(query), in: keychain) else { throw .otherReply }
        return items
    }

    /// Finds items. That there are none is no failure.
    package func found(_ query: ItemQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) -> [ReturnedItem]
    {
        do throws(KeychainError) {
            return try copy(query, in: keychain)
        } catch  where error.code == .itemNotFound {
            return []
        }
    }

    /// Changes every item that matches, or none.
    package func update(
        _ query: ItemQuery, with change: ItemChange, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) {
        _ = try perform(.update(query, change), in: keychain)
    }

    /// Deletes every item that matches.
    package func delete(_ query: ItemQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.delete(query), in: keychain)
    }

    /// Adds a certificate and its private key.
    package func add(
        _ identity: IdentityAddition, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> Identity {
        guard case .identities(let identities) = try perform(.addIdentity(identity), in: keychain),
            let identity = identities.first
        else { throw .otherReply }
        return identity
    }

    /// Finds identities, in the order of their certificates' creation.
    /// - Throws: `.itemNotFound` if there are none.
    package func copy(_ query: IdentityQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) -> [Identity] {
        guard case .identities(let identities) = try perform(.copyIdentities(query), in: keychain) else {
            throw .otherReply
        }
        return identities
    }

    /// Finds identities. That there are none is no failure.
    package func found(_ query: IdentityQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) -> [Identity]
    {
        do throws(KeychainError) {
            return try copy(query, in: keychain)
        } catch  where error.code == .itemNotFound {
            return []
        }
    }

    /// Changes every certificate and every key that match, or none.
    package func update(
        _ query: IdentityQuery, with change: IdentityChange, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) {
        _ = try perform(.updateIdentities(query, change), in: keychain)
    }

    /// Deletes every certificate and every key that match.
    package func delete(_ query: IdentityQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.deleteIdentities(query), in: keychain)
    }

    /// Deletes the certificates that match, and their keys unless another certificate needs them.
    package func deleteIdentity(_ query: IdentityQuery, in keychain: KeychainAddress? = nil) throws(KeychainError) {
        _ = try perform(.deleteIdentity(query), in: keychain)
    }
}

extension KeychainError {
    /// A reply that does not belong to the request.
    static let otherReply = KeychainError(.internalError, during: "reading the answer of the keychain")
}
