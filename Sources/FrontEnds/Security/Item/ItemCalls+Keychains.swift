// Which keychains a call goes to: those its dictionary names, else the default keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

extension ItemCalls {
    /// The keychain of `kSecUseKeychain`, which must exist: only the default keychain is made by its first item.
    /// - Returns: nil for the default keychain.
    func keychain(of dictionary: QueryDictionary) throws(KeychainError) -> KeychainAddress? {
        guard try dictionary.searchList() == nil else {
            throw KeychainError(.internalError, during: "choosing one keychain of a list")
        }
        return try dictionary.keychain().map(KeychainAddress.existing)
    }

    /// What the keychains of `kSecMatchSearchList` hold together, in their order, up to the limit: the rest of them is
    /// not even asked. One that does not exist holds nothing.
    func search<Element>(
        _ paths: [String], _ limit: MatchLimit, in keychain: (KeychainAddress) throws(KeychainError) -> [Element]
    ) throws(KeychainError) -> [Element] {
        var found: [Element] = []
        for path in paths where found.count < limit.count { found += try keychain(.file(path)) }
        guard !found.isEmpty else { throw KeychainError(.itemNotFound, during: "searching a list of keychains") }
        return Array(found.prefix(limit.count))
    }
}
