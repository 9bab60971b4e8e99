// New items that are keys.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemAddition {
    /// - Throws: `.parameter` for bytes that have the form of the private key that they are called and are none: what
    ///   is stored is not checked again. Bytes of other forms are kept as they are, and no key is made of them.
    package func requireWholeKey() throws(KeychainError) {
        guard itemClass == .key, let secret else { return }
        try attributes.requireWholeKey(secret)
    }

    /// Gives a new item the bytes of a key, and the attributes that the key has by itself; others that are given stay.
    package mutating func take(_ key: KeyData, isExtractable: Bool) {
        attributes.merge(key.attributes) { given, _ in given }
        let own: [Attribute] = [.keyClass, .type, .keySizeInBits, .effectiveKeySize]
        for attribute in own { attributes[attribute] = key.attributes[attribute] }
        secret = key.externalRepresentation
        guard !isExtractable, key.keyClass == .private else { return }
        attributes[.isExtractable] = .number(0)
        attributes[.wasNeverExtractable] = .number(1)
    }
}

extension AttributeValues {
    /// - Throws: as ``ItemAddition/requireWholeKey()``.
    package func requireWholeKey(_ secret: ItemSecret) throws(KeychainError) {
        guard case .number(let type)? = self[.type], let type = KeyType(number: type),
            self[.keyClass] == .number(KeyClass.private.rawValue)
        else { return }
        do throws(KeychainError) {
            _ = try KeyData(storedOf: type, .private, secret)
        } catch {
            // Without the library that reads keys nobody can say that these bytes are none.
            guard error.code == .notAvailable else { return }
            throw error
        }
        do throws(KeychainError) {
            _ = try KeyData(of: type, .private, secret)
        } catch {
            guard error.code != .notAvailable else { throw error }
            throw KeychainError(
                .parameter, during: "checking the bytes of a new key",
                hint: "they have the form of a key, but its parts do not belong together")
        }
    }
}
