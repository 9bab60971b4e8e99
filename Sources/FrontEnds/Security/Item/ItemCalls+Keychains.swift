// Which keychains a call goes to: those its dictionary names, else the default keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

extension ItemCalls {
    /// Carries a request to the keychains of `kSecMatchSearchList` or `kSecUseKeychain`, or to the default keychain.
    /// - Throws: `.noSuchKeychain` if the file of `kSecUseKeychain` does not exist: only the default keychain is made
    ///   by its first item.
    func perform(_ request: Request, for dictionary: QueryDictionary) throws(KeychainError) -> Reply {
        if let paths = try dictionary.searchList() { return try search(request, in: paths) }
        guard let path = try dictionary.keychain() else { return try client.perform(request) }
        _ = try client.perform(.status, inKeychainAt: path)
        return try client.perform(request, inKeychainAt: path)
    }

    /// What the keychains hold together, in their order, up to the limit: the rest of them is not even asked. One that
    /// does not exist holds nothing.
    private func search(_ request: Request, in paths: [String]) throws(KeychainError) -> Reply {
        let limit =
            switch request {
            case .copy(let query): query.limit.count
            case .copyIdentities(let query): query.limit.count
            default: throw KeychainError(.internalError, during: "searching a list of keychains")
            }
        var (items, identities): ([ReturnedItem], [Identity]) = ([], [])
        for path in paths where items.count + identities.count < limit {
            switch try found(by: request, in: path) {
            case .items(let more)?: items += more
            case .identities(let more)?: identities += more
            default: continue
            }
        }
        guard !items.isEmpty || !identities.isEmpty else {
            throw KeychainError(.itemNotFound, during: "searching a list of keychains")
        }
        if case .copyIdentities = request { return .identities(Array(identities.prefix(limit))) }
        return .items(Array(items.prefix(limit)))
    }

    private func found(by request: Request, in path: String) throws(KeychainError) -> Reply? {
        do {
            return try client.perform(request, inKeychainAt: path)
        } catch  where error.code == .itemNotFound {
            return nil
        }
    }
}
