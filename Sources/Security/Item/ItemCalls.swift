// The four calls on items, on the keychain of one client.
// SPDX-License-Identifier: Apache-2.0

package import CFTypes
package import KeychainClient
import KeychainModel

/// Dictionaries in, requests through, objects out.
package struct ItemCalls {
    let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    package func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status { () throws(KeychainError) in
            let dictionary = try QueryDictionary(attributes)
            let addition = try ItemAddition(parsing: dictionary)
            guard case .items(let items) = try perform(.add(addition), for: dictionary), let item = items.first else {
                throw KeychainError(.internalError, during: "adding an item")
            }
            if let result = unsafe result, !addition.returning.isEmpty {
                unsafe result.pointee = item.additionResult(
                    addition.returning, secret: addition.secret, hasOwnAccessControl: addition.accessControl != nil)
            }
        }
    }

    package func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status { () throws(KeychainError) in
            let dictionary = try QueryDictionary(query)
            let found = try dictionary.isAboutIdentities() ? copyIdentities(dictionary) : copyItems(dictionary)
            guard let result = unsafe result else { return }
            switch found {
            case .one(let object): unsafe result.pointee = object
            case .many(let objects): unsafe result.pointee = NSMutableArray(array: objects)
            }
        }
    }

    /// What a search gives: the bare object, or an array of what there is.
    private enum Found {
        case one(AnyObject?)
        case many([AnyObject])

        init<Element>(_ elements: [Element], _ limit: MatchLimit, shape: (Element) -> AnyObject?) {
            self = limit == .one ? .one(elements.first.flatMap(shape)) : .many(elements.compactMap(shape))
        }
    }

    private func copyItems(_ dictionary: QueryDictionary) throws(KeychainError) -> Found {
        let query = try ItemQuery(parsing: dictionary, for: .copy)
        guard case .items(let items) = try perform(.copy(query), for: dictionary) else {
            throw KeychainError(.internalError, during: "searching the keychain")
        }
        return Found(items, query.limit) { $0.searchResult(query.returning) }
    }

    private func copyIdentities(_ dictionary: QueryDictionary) throws(KeychainError) -> Found {
        let query = try IdentityQuery(parsing: dictionary, for: .copy)
        guard case .identities(let identities) = try perform(.copyIdentities(query), for: dictionary) else {
            throw KeychainError(.internalError, during: "searching the keychain for identities")
        }
        return Found(identities, query.limit) { $0.searchResult(query.returning) }
    }

    package func update(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
        status { () throws(KeychainError) in
            let dictionary = try QueryDictionary(query)
            guard try !dictionary.isAboutIdentities() else {
                let query = try IdentityQuery(parsing: dictionary, for: .update)
                let change = try IdentityChange(parsing: QueryDictionary(attributesToUpdate))
                _ = try perform(.updateIdentities(query, change), for: dictionary)
                return
            }
            let query = try ItemQuery(parsing: dictionary, for: .update)
            let change = try ItemChange(parsing: QueryDictionary(attributesToUpdate), of: query.itemClass)
            _ = try perform(.update(query, change), for: dictionary)
        }
    }

    package func delete(_ query: CFDictionary) -> OSStatus {
        status { () throws(KeychainError) in
            let dictionary = try QueryDictionary(query)
            guard try !dictionary.isAboutIdentities() else {
                let query = try IdentityQuery(parsing: dictionary, for: .delete)
                let isOne = query.certificate.persistentReference != nil
                _ = try perform(isOne ? .deleteIdentity(query) : .deleteIdentities(query), for: dictionary)
                return
            }
            var query = try ItemQuery(parsing: dictionary, for: .delete)
            query.returning = []
            _ = try perform(.delete(query), for: dictionary)
        }
    }

    /// Runs a call and gives its status. A file that is no keychain is "no usable keychain" to a program (reference 4.3).
    private func status(_ body: () throws(KeychainError) -> Void) -> OSStatus {
        do {
            try body()
            return errSecSuccess
        } catch {
            return error.code == .invalidKeychain ? errSecNotAvailable : error.code.rawValue
        }
    }
}
