// Which keychains a call goes to: those its dictionary names, else the default keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

/// What a search found, and the path of the keychain that it is in; nil for the default one.
struct Located<Element> {
    let element: Element
    let keychain: String?

    /// What one keychain holds.
    static func all(_ elements: [Element], in keychain: KeychainAddress?) -> [Located] {
        elements.map { Located(element: $0, keychain: keychain?.path) }
    }
}

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
    ) throws(KeychainError) -> [Located<Element>] {
        var found: [Located<Element>] = []
        for path in paths where found.count < limit.count {
            for element in try keychain(.file(path)) { found.append(Located(element: element, keychain: path)) }
        }
        guard !found.isEmpty else { throw KeychainError(.itemNotFound, during: "searching a list of keychains") }
        return Array(found.prefix(limit.count))
    }

    /// Changes items in the keychain of a dictionary, or in those of its list.
    func touch(
        _ query: ItemQuery, _ dictionary: QueryDictionary,
        _ change: (ItemQuery, KeychainAddress?) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard let paths = try dictionary.searchList() else { return try change(query, try keychain(of: dictionary)) }
        try touchEach(of: paths, query.limit) { limit, keychain throws(KeychainError) in
            var query = query
            guard limit != .all else {
                try change(query, keychain)
                return 1
            }
            query.limit = limit
            query.returning = .persistentReference
            let found = try client.found(query, in: keychain)
            guard !found.isEmpty else { return 0 }
            query.itemList = found.map { .reference($0.reference) }
            query.returning = []
            try change(query, keychain)
            return found.count
        }
    }

    /// The same for identities.
    func touch(
        _ query: IdentityQuery, _ dictionary: QueryDictionary,
        _ change: (IdentityQuery, KeychainAddress?) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard let paths = try dictionary.searchList() else { return try change(query, try keychain(of: dictionary)) }
        try touchEach(of: paths, query.limit) { limit, keychain throws(KeychainError) in
            var query = query
            guard limit != .all else {
                try change(query, keychain)
                return 1
            }
            query.limit = limit
            query.returning = .persistentReference
            let found = try client.found(query, in: keychain)
            guard !found.isEmpty else { return 0 }
            query.certificate.itemList = found.map { .reference($0.certificate.reference) }
            query.returning = []
            try change(query, keychain)
            return found.count
        }
    }

    /// Goes along the keychains of a list, each with what the limit leaves. One that holds none of what is meant, or
    /// does not exist, is left as it is.
    /// - Parameter change: returns how many items it touched, which counts only if there is a limit.
    /// - Throws: `.itemNotFound` if none of them held any.
    private func touchEach(
        of paths: [String], _ limit: MatchLimit,
        _ change: (MatchLimit, KeychainAddress) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        var count = 0
        for path in paths where count < limit.count {
            do throws(KeychainError) {
                count += try change(limit == .all ? .all : .atMost(limit.count - count), .file(path))
            } catch  where error.code == .itemNotFound {
                continue
            }
        }
        guard count > 0 else { throw KeychainError(.itemNotFound, during: "changing items of a list of keychains") }
    }
}
