// Private keys whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

extension AttributeValues {
    /// Whether the bytes of a key with these attributes may go to a program (reference 6.3.12).
    ///
    /// Of what says that it is not extractable only a public key is free, and it has to be one by its class, its bytes and its label:
    /// the bytes of some private keys have the form of a public one, and nobody can give them their label without knowing them.
    /// - Parameter secret: the bytes; where they are not known, they are those of a private key.
    package func freesKey(_ secret: ItemSecret?) -> Bool {
        guard self[.isExtractable] == .number(0) else { return true }
        guard self[.keyClass] == .number(KeyClass.public.rawValue), let secret,
            case .number(let type)? = self[.type], let type = KeyType(number: type),
            let key = try? KeyData(of: type, .public, secret)
        else { return false }
        return self[.applicationLabel] == .data(key.applicationLabel)
    }
}

extension Item {
    /// False for a key whose bytes no program gets. They have to be open, else a public key that says so counts as private.
    package var isExtractable: Bool { reference.itemClass != .key || attributes.freesKey(secret) }
}

extension [Item] {
    /// - Throws: `.dataNotAvailable` where one of the items has bytes that no program gets.
    package func requireExtractable() throws(KeychainError) {
        guard allSatisfy(\.isExtractable) else { throw .staysInKeychain }
    }
}

extension ItemAddition {
    /// - Throws: `.dataNotAvailable` where the new item will have bytes that no program gets.
    package func requireExtractable() throws(KeychainError) {
        guard itemClass != .key || attributes.freesKey(secret) else { throw .staysInKeychain }
    }
}

extension KeychainError {
    fileprivate static var staysInKeychain: KeychainError {
        KeychainError(.dataNotAvailable, during: "reading the bytes of a key that stays in the keychain")
    }
}
