// Adds the objects of keys whose bytes stay in a keychain: there is nothing to add but what belongs to them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery

extension ItemCalls {
    /// The certificate of a key that is in its keychain already.
    /// - Throws: `.itemNotFound` if the key is gone, `.dataNotAvailable` for another keychain than its own: its bytes
    ///   go nowhere, and as an add of the certificate.
    func addIdentity(
        _ certificate: StoredObject, of key: SecKey, _ dictionary: QueryDictionary
    ) throws(KeychainError) -> Added {
        let addition = try ItemAddition(parsing: dictionary, of: certificate)
        guard let place = key.place, !addition.returning.contains(.data) else { _ = try key.bytes(); return ([], nil) }
        try require(place, in: dictionary)
        var stored = try place.item()
        let half = try key.half()
        stored.stayingKey = StayingKey(
            kind: half.kind, publicOctets: half.publicOctets, keychain: place.keychain)
        let keychain = try keychain(of: dictionary)
        let item = try client.add(addition, in: keychain)
        let object = Identity(certificate: item, key: stored).additionResult(
            addition.returning, certificate: addition.secret, key: nil,
            through: KeyOrigin(
                client: client, keychain: keychain?.path, authentication: addition.authentication))
        return (addition.returning, object)
    }

    /// - Throws: `.duplicateItem` if this is the item that the key has, `.dataNotAvailable` for another one: its bytes
    ///   go nowhere, `.itemNotFound` if the key is gone.
    func addStayingKey(_ key: SecKey, _ dictionary: QueryDictionary) throws(KeychainError) -> Added {
        guard let place = key.place else { throw KeychainError(.internalError, during: "adding a key") }
        try require(place, in: dictionary)
        let wanted = try ItemAddition(
            parsing: dictionary.replacing(.key(key), by: key.attributes)
        ).attributes
        let stored = try place.item().attributes
        let isOther = ItemClass.key.attributes.contains { description in
            description.traits.contains(.primaryKey)
                && wanted[description.attribute].map { $0 != stored[description.attribute] } ?? false
        }
        guard isOther else { throw KeychainError(.duplicateItem, during: "adding a key to the keychain that it is in") }
        throw .staysInItsKeychain
    }

    /// - Throws: `.dataNotAvailable` if the dictionary names another keychain than the one that a key is in.
    private func require(_ place: KeyPlace, in dictionary: QueryDictionary) throws(KeychainError) {
        let standard = try client.preferences.defaultKeychain()
        guard try dictionary.keychain() ?? standard == place.keychain ?? standard else { throw .staysInItsKeychain }
    }
}

extension KeychainError {
    fileprivate static var staysInItsKeychain: KeychainError {
        KeychainError(
            .dataNotAvailable, during: "adding a key that stays in its keychain",
            hint: "its bytes go into no other item; make a new key there")
    }
}
