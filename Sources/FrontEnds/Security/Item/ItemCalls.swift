// The four calls on items, on the keychain of one client.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery

/// Dictionaries in, requests through, objects out.
package struct ItemCalls {
    let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    package func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        do throws(KeychainError) {
            let dictionary = try QueryDictionary(attributes)
            let (options, object) =
                switch try dictionary.namedObject() {
                case .identity(let certificate, .key(let key))? where key.place != nil:
                    try addIdentity(certificate, of: key, dictionary)
                case .one(.key(let key))? where key.place != nil: try addStayingKey(key, dictionary)
                case .identity(let certificate, let key)?:
                    try addIdentity(IdentityAddition(parsing: dictionary, of: certificate, key), dictionary)
                case .one(let object)?: try addItem(ItemAddition(parsing: dictionary, of: object), dictionary)
                case nil: try addItem(ItemAddition(describing: dictionary), dictionary)
                }
            if let result = unsafe result, !options.isEmpty { unsafe result.pointee = object }
            return errSecSuccess
        } catch {
            return error.ofItemCalls.code.rawValue
        }
    }

    typealias Added = (ReturnOptions, AnyObject?)

    private func addItem(_ addition: ItemAddition, _ dictionary: QueryDictionary) throws(KeychainError) -> Added {
        if addition.returning.contains(.data) { try addition.requireExtractable() }
        let keychain = try keychain(of: dictionary)
        let item = try client.add(addition, in: keychain)
        let object = item.additionResult(
            addition.returning, secret: addition.secret, hasOwnAccessControl: addition.accessControl != nil,
            through: KeyOrigin(
                client: client, keychain: keychain?.path, authentication: addition.authentication))
        return (addition.returning, object)
    }

    private func addIdentity(
        _ addition: IdentityAddition, _ dictionary: QueryDictionary
    ) throws(KeychainError) -> Added {
        if addition.key.returning.contains(.data) { try addition.key.requireExtractable() }
        let keychain = try keychain(of: dictionary)
        let identity = try client.add(addition, in: keychain)
        let object = identity.additionResult(
            addition.key.returning, certificate: addition.certificate.secret, key: addition.key.secret,
            through: KeyOrigin(
                client: client, keychain: keychain?.path, authentication: addition.key.authentication))
        return (addition.key.returning, object)
    }

    // The most frequent call: no frame stands between it and its door.
    @inline(__always)
    package func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        do throws(KeychainError) {
            let dictionary = try QueryDictionary(query)
            let found =
                switch try Search(of: dictionary, for: .copy) {
                case .items(let query): try copy(query, dictionary)
                case .identities(let query, _): try copy(query, dictionary)
                }
            guard let result = unsafe result else { return errSecSuccess }
            switch found {
            case .one(let object): unsafe result.pointee = object
            case .many(let objects): unsafe result.pointee = NSMutableArray(array: objects)
            }
            return errSecSuccess
        } catch {
            return error.ofItemCalls.code.rawValue
        }
    }

    /// What a search gives: the bare object, or an array of what there is.
    private enum Found {
        case one(AnyObject?)
        case many([AnyObject])

        init<Element>(
            _ elements: [Element], _ limit: MatchLimit, shape: (Element) throws(KeychainError) -> AnyObject?
        ) throws(KeychainError) {
            guard limit != .one else {
                self = .one(try elements.first.flatMap(shape))
                return
            }
            var objects: [AnyObject] = []
            for element in elements {
                if let object = try shape(element) { objects.append(object) }
            }
            self = .many(objects)
        }
    }

    private func copy(_ query: ItemQuery, _ dictionary: QueryDictionary) throws(KeychainError) -> Found {
        let paths = try dictionary.searchList()
        let keychain = paths == nil ? try keychain(of: dictionary) : nil
        let found =
            if let paths {
                try search(paths, query.limit) { keychain throws(KeychainError) in
                    try client.found(query, in: keychain)
                }
            } else { try Located.all(client.copy(query, in: keychain), in: keychain) }
        if query.returning.contains(.data) { try found.map(\.element).requireExtractable() }
        return try Found(found, query.limit) { located throws(KeychainError) in
            try located.element.searchResult(
                query.returning, through: origin(located.keychain, query.authentication))
        }
    }

    private func copy(_ query: IdentityQuery, _ dictionary: QueryDictionary) throws(KeychainError) -> Found {
        let paths = try dictionary.searchList()
        let keychain = paths == nil ? try keychain(of: dictionary) : nil
        let found =
            if let paths {
                try search(paths, query.limit) { keychain throws(KeychainError) in
                    try client.found(query, in: keychain)
                }
            } else { try Located.all(client.copy(query, in: keychain), in: keychain) }
        if query.returning.contains(.data) { try found.map(\.element.key).requireExtractable() }
        return try Found(found, query.limit) { located throws(KeychainError) in
            try located.element.searchResult(
                query.returning, through: origin(located.keychain, query.key.authentication))
        }
    }

    private func origin(_ keychain: String?, _ authentication: Authentication) -> KeyOrigin {
        KeyOrigin(client: client, keychain: keychain, authentication: authentication)
    }

    package func update(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
        do throws(KeychainError) {
            let dictionary = try QueryDictionary(query)
            switch try Search(of: dictionary, for: .update) {
            case .items(let query):
                let change = try ItemChange(parsing: QueryDictionary(attributesToUpdate), of: query.itemClass)
                try touch(query, dictionary) { query, keychain throws(KeychainError) in
                    try client.update(query, with: change, in: keychain)
                }
            case .identities(let query, _):
                let change = try IdentityChange(parsing: QueryDictionary(attributesToUpdate))
                try touch(query, dictionary) { query, keychain throws(KeychainError) in
                    try client.update(query, with: change, in: keychain)
                }
            }
            return errSecSuccess
        } catch {
            return error.ofItemCalls.code.rawValue
        }
    }

    package func delete(_ query: CFDictionary) -> OSStatus {
        do throws(KeychainError) {
            let dictionary = try QueryDictionary(query)
            switch try Search(of: dictionary, for: .delete) {
            case .items(let query):
                try touch(query, dictionary) { query, keychain throws(KeychainError) in
                    try client.delete(query, in: keychain)
                }
            case .identities(let query, let isOne):
                try touch(query, dictionary) { query, keychain throws(KeychainError) in
                    if isOne {
                        try client.deleteIdentity(query, in: keychain)
                    } else {
                        try client.delete(query, in: keychain)
                    }
                }
            }
            return errSecSuccess
        } catch {
            return error.ofItemCalls.code.rawValue
        }
    }
}
