// Where a key is whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyKeys
package import LatchkeyModel
package import LatchkeyPlatform

/// The way to the item of a key, for its operations.
package struct KeyPlace: Hashable, Sendable {
    package let client: KeychainClient
    /// The path of the keychain.
    package let keychain: String?
    package let reference: PersistentReference
    private let authentication: Authentication

    package init(_ reference: PersistentReference, in keychain: String?, through origin: KeyOrigin) {
        client = origin.client
        self.keychain = keychain
        self.reference = reference
        var authentication = origin.authentication
        // There is nothing that could be left out.
        if authentication.ui == .skip { authentication.ui = .fail }
        self.authentication = authentication
    }

    /// The item of the key, with what is public of it.
    /// - Throws: `.itemNotFound` if it is gone.
    package func item() throws(KeychainError) -> ReturnedItem {
        var query = ItemQuery(itemClass: .key)
        query.persistentReference = reference
        query.synchronizable = .any
        query.returning = .attributes
        query.authentication = authentication
        guard let item = try client.copy(query, in: keychain.map(KeychainAddress.file)).first else {
            throw KeychainError(.itemNotFound, during: "looking for a key that stays in the keychain")
        }
        return item
    }

    package static func == (lhs: KeyPlace, rhs: KeyPlace) -> Bool {
        lhs.client === rhs.client && lhs.reference == rhs.reference
            && (lhs.keychain ?? "").hasSameBytes(as: rhs.keychain ?? "") && lhs.authentication == rhs.authentication
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(reference) }

    /// Has the key do something where it is.
    /// - Throws: `.itemNotFound` if it is gone, `.interactionNotAllowed` while it is locked or where the user would
    ///   have to be asked, and as the operation says.
    package func result(of work: KeyUse.Work, _ algorithm: KeyAlgorithm) throws(KeychainError) -> ItemSecret {
        guard let name = algorithm.name else {
            throw KeychainError(.parameter, during: "looking for the name of an algorithm")
        }
        let use = KeyUse(of: reference, name, work, authentication: authentication)
        // What is too long is not sent.
        try use.checkedAlgorithm()
        do throws(KeychainError) {
            return try client.useKey(use, in: keychain.map(KeychainAddress.file))
        } catch {
            throw error.ofItemCalls
        }
    }
}
