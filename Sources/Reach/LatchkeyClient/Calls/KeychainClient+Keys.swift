// The calls on pairs of keys, and on keys whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainClient {
    /// Adds the halves of a pair, both or none.
    package func addPair(
        private privateHalf: ItemAddition, public publicHalf: ItemAddition, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) {
        _ = try perform(.addKeyPair(private: privateHalf, public: publicHalf), in: keychain)
    }

    /// Makes a pair in the keychain.
    /// - Returns: the private half.
    package func makeKey(
        _ pair: NewKeyPair, in keychain: KeychainAddress? = nil
    ) throws(KeychainError) -> ReturnedItem {
        guard case .items(let items) = try perform(.makeKey(pair), in: keychain), let item = items.first else {
            throw .otherReply
        }
        return item
    }

    /// An operation of a key whose bytes stay in the keychain.
    package func useKey(_ use: KeyUse, in keychain: KeychainAddress? = nil) throws(KeychainError) -> ItemSecret {
        guard case .computed(let result) = try perform(.useKey(use), in: keychain) else { throw .otherReply }
        return result
    }
}
