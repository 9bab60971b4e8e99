// Where a key is whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

/// What an item came through, and what a key that stays there works through.
struct KeyOrigin {
    let client: KeychainClient
    /// The path of the keychain; nil for the default one.
    let keychain: String?
    /// What the fetch said of asking the user: it holds for what the key does afterwards.
    let authentication: Authentication
}

extension KeyOrigin {
    /// The object of the item of a password, or nil if it is not known which keychain is the default one.
    func object(of reference: PersistentReference) -> SecKeychainItem? {
        guard let path = keychain ?? (try? client.preferences.defaultKeychain()) else { return nil }
        return SecKeychainItem(reference, in: path, of: client)
    }
}

/// The way to the item of a key, for its operations.
struct KeyPlace: Hashable, Sendable {
    let client: KeychainClient
    /// The path of the keychain.
    let keychain: String?
    let reference: PersistentReference
    private let authentication: Authentication

    init(_ reference: PersistentReference, in keychain: String?, through origin: KeyOrigin) {
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
    func item() throws(KeychainError) -> ReturnedItem {
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

    static func == (lhs: KeyPlace, rhs: KeyPlace) -> Bool {
        lhs.client === rhs.client && lhs.reference == rhs.reference
            && (lhs.keychain ?? "").hasSameBytes(as: rhs.keychain ?? "") && lhs.authentication == rhs.authentication
    }

    func hash(into hasher: inout Hasher) { hasher.combine(reference) }

    /// Has the key do something where it is.
    /// - Throws: `.itemNotFound` if it is gone, `.interactionNotAllowed` while it is locked or where the user would
    ///   have to be asked, and as the operation says.
    func result(of work: KeyUse.Work, _ algorithm: KeyAlgorithm) throws(KeychainError) -> ItemSecret {
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
