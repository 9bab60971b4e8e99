// Reads the query of a call, whatever it is about: items or identities, by class, by reference or by object.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
package import KeychainModel

/// What SecItemCopyMatching, SecItemUpdate and SecItemDelete are asked to work on.
package enum Search {
    case items(ItemQuery)
    /// - Parameter isOne: true where one identity is named, by its object or by its persistent reference.
    case identities(IdentityQuery, isOne: Bool)

    /// - Throws: as the initialisers of the two queries.
    package init(parsing dictionary: QueryDictionary, for call: ItemQuery.Call) throws(KeychainError) {
        switch try dictionary.namedObject() {
        case .identity(let certificate, let key)?:
            self = .identities(try IdentityQuery(parsing: dictionary, of: certificate, key, for: call), isOne: true)
        case .one(let object)?:
            let query = dictionary.replacing(object, by: object.searchedAttributes)
            self = .items(try ItemQuery(parsing: query, for: call))
        case nil:
            guard try dictionary.isAboutIdentities() else {
                self = .items(try ItemQuery(parsing: dictionary, for: call))
                return
            }
            let query = try IdentityQuery(parsing: dictionary, for: call)
            self = .identities(query, isOne: query.certificate.persistentReference != nil)
        }
    }
}

extension IdentityQuery {
    /// The identity of two objects: each half is looked for by its own attributes.
    fileprivate init(
        parsing dictionary: QueryDictionary, of certificate: StoredObject, _ key: StoredObject, for call: ItemQuery.Call
    ) throws(KeychainError) {
        self.init()
        self.certificate = try ItemQuery(
            parsing: dictionary.replacing(certificate, by: certificate.searchedAttributes), for: call)
        self.key = try ItemQuery(parsing: dictionary.replacing(key, by: key.searchedAttributes), for: call)
        accessGroup = self.key.accessGroup
        limit = self.certificate.limit
        returning = self.certificate.returning
    }
}
