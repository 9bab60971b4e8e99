// Private keys whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension AttributeValues {
    /// Whether the bytes of a key with these attributes may go to a program (reference 6.3.12).
    ///
    /// Of what says that it is not extractable only a public key is free, and it has to be one by its class, its bytes
    /// and its label: the bytes of some private keys have the form of a public one, and nobody can give them their
    /// label without knowing them.
    /// - Parameter secret: the bytes; where they are not known, they are those of a private key.
    package func freesKey(_ secret: ItemSecret?) -> Bool {
        self[.isExtractable] != .number(0) || isPublicKey(secret)
    }

    /// Whether these are the attributes of a public key, and the bytes too.
    fileprivate func isPublicKey(_ secret: ItemSecret?) -> Bool {
        guard self[.keyClass] == .number(KeyClass.public.rawValue), let secret,
            case .number(let type)? = self[.type], let type = KeyType(number: type),
            let key = try? KeyData(of: type, .public, secret)
        else { return false }
        return self[.applicationLabel] == .data(key.applicationLabel)
    }
}

extension AccessControl {
    /// Whether the bytes of a key with these attributes may go to a program. A key that is there to be used keeps its
    /// own, whatever its attributes say.
    fileprivate func frees(_ attributes: AttributeValues, _ secret: ItemSecret?) -> Bool {
        guard isForUseOnly else { return attributes.freesKey(secret) }
        return attributes.isPublicKey(secret)
    }
}

extension Item {
    /// False for a key whose bytes no program gets.
    /// - Parameter secret: the bytes; if they are not known, a public key that says so counts as private.
    package func isExtractable(_ secret: ItemSecret?) -> Bool {
        reference.itemClass != .key || accessControl.frees(attributes, secret)
    }

    /// - Throws: `.dataNotAvailable` if the item has bytes that no program gets.
    package func requireExtractable(_ secret: ItemSecret?) throws(KeychainError) {
        guard isExtractable(secret) else { throw .staysInKeychain }
    }

    /// The key that the bytes are by the attributes; nil if they are none.
    package func storedKey(_ secret: ItemSecret?) -> KeyData? {
        guard case .number(let type)? = attributes[.type], let type = KeyType(number: type),
            case .number(let half)? = attributes[.keyClass], let keyClass = KeyClass(rawValue: half), let secret
        else { return nil }
        return try? KeyData(storedOf: type, keyClass, secret)
    }
}

extension [ReturnedItem] {
    /// - Throws: `.dataNotAvailable` if one of the items has bytes that no program gets.
    package func requireExtractable() throws(KeychainError) {
        for returned in self { try returned.item.requireExtractable(returned.secret) }
    }
}

extension ItemAddition {
    /// - Throws: `.dataNotAvailable` if the new item will have bytes that no program gets.
    package func requireExtractable() throws(KeychainError) {
        guard itemClass == .key else { return }
        let isFree = accessControl?.frees(attributes, secret) ?? attributes.freesKey(secret)
        guard isFree else { throw .staysInKeychain }
    }
}

extension KeychainError {
    fileprivate static var staysInKeychain: KeychainError {
        KeychainError(.dataNotAvailable, during: "reading the bytes of a key that stays in the keychain")
    }
}
