// Reads the query of a call, whatever it is about: items or identities, by class or by reference.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// What SecItemCopyMatching, SecItemUpdate and SecItemDelete are asked to work on.
package enum Search {
    case items(ItemQuery)
    /// - Parameter isOne: true if one identity is named, by its object or by its persistent reference.
    case identities(IdentityQuery, isOne: Bool)

    /// The search of a dictionary without an object.
    /// - Throws: as the initialisers of the two queries.
    package init(parsing dictionary: QueryDictionary, for call: ItemQuery.Call) throws(KeychainError) {
        guard dictionary[.value(.reference)] == nil else {
            throw KeychainError(.parameter, during: "reading an object that is not stored here")
        }
        guard try dictionary.isAboutIdentities() else {
            self = .items(try ItemQuery(parsing: dictionary, for: call))
            return
        }
        let query = try IdentityQuery(parsing: dictionary, for: call)
        self = .identities(query, isOne: query.certificate.persistentReference != nil)
    }
}
