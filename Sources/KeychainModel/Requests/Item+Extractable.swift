// Private keys whose bytes stay in the keychain.
// SPDX-License-Identifier: Apache-2.0

extension Item {
    /// False for a private key that says so (reference 6.3.12).
    package var isExtractable: Bool {
        reference.itemClass != .key || attributes[.isExtractable] != .number(0)
            || attributes[.keyClass] != .number(KeyClass.private.rawValue)
    }
}

extension [Item] {
    /// - Throws: `.dataNotAvailable` where one of the items has bytes that no program gets.
    package func requireExtractable() throws(KeychainError) {
        guard allSatisfy(\.isExtractable) else {
            throw KeychainError(.dataNotAvailable, during: "reading the bytes of a key that stays in the keychain")
        }
    }
}
