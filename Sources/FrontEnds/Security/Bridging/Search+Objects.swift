// Reads the query of a call that may name an object.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery

extension Search {
    /// - Throws: as ``init(parsing:for:)``.
    init(of dictionary: QueryDictionary, for call: ItemQuery.Call) throws(KeychainError) {
        if let item = dictionary.namedItem {
            self = .items(try ItemQuery(parsing: dictionary, of: item.reference, for: call))
            return
        }
        switch try dictionary.namedObject() {
        case .identity(let certificate, let key)?:
            self = .identities(try IdentityQuery(parsing: dictionary, of: certificate, key, for: call), isOne: true)
        case .one(let object)?:
            let query = dictionary.replacing(object, by: object.searchedAttributes)
            self = .items(try ItemQuery(parsing: query, for: call))
        case nil: try self.init(parsing: dictionary, for: call)
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
        self.key = try ItemQuery(
            parsing: dictionary.withoutMatchKeys.replacing(key, by: key.searchedAttributes), for: call)
        takeOptionsOfCertificate(for: call)
    }
}
