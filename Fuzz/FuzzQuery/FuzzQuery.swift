// Fuzzes the dictionaries of the four calls: whatever is in them, they are read or refused.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FuzzSupport
import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery

@testable import Security

@main enum FuzzQuery {
    static func main() {
        unsafe fuzz { start, count in
            FuzzQuery.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        var reader = ObjectReader(bytes)
        let first = reader.dictionary()
        let second = reader.dictionary()
        add(first)
        for call in [ItemQuery.Call.copy, .update, .delete] {
            attempt { () throws(KeychainError) in
                let query = try ItemQuery(parsing: QueryDictionary(first), for: call)
                check(
                    call == .copy || !query.foldsText && query.returning.isEmpty,
                    "an update or delete compares text exactly, and gives nothing back")
                if call == .update { try change(query.itemClass, second) }
            }
            // An update of an identity by its persistent reference is refused like this.
            attempt(refusing: [.internalError]) { () throws(KeychainError) in
                guard case .identities(let query, let isOne) = try Search(parsing: QueryDictionary(first), for: call)
                else { return }
                check(!isOne || call != .update, "an update is of no identity that is named")
                checkHalves(of: query, for: call)
            }
            // The same dictionary as one about identities, whatever its class.
            attempt(refusing: [.internalError]) { () throws(KeychainError) in
                checkHalves(of: try IdentityQuery(parsing: QueryDictionary(first), for: call), for: call)
            }
        }
        for dictionary in [first, second] {
            attempt { () throws(KeychainError) in
                let change = try IdentityChange(parsing: QueryDictionary(dictionary))
                checkObjects(of: change.certificate.attributes, in: .certificate)
                checkObjects(of: change.key.attributes, in: .key)
            }
        }
        for itemClass in ItemClass.allCases {
            attempt { () throws(KeychainError) in try change(itemClass, first) }
        }
    }

    private static func checkHalves(of query: IdentityQuery, for call: ItemQuery.Call) {
        check(
            query.certificate.itemClass == .certificate && query.key.itemClass == .key,
            "the halves of an identity are a certificate and a key")
        check(
            call == .copy || query.certificate.limit == .all && query.key.limit == .all,
            "the limit of an update or delete is one of identities, not of their halves")
    }

    private static func add(_ dictionary: NSDictionary) {
        attempt { () throws(KeychainError) in
            let addition = try ItemAddition(parsing: QueryDictionary(dictionary))
            checkObjects(of: addition.attributes, in: addition.itemClass)
            let item = ReturnedItem(
                Item(
                    reference: PersistentReference(itemClass: addition.itemClass, identifier: .random()),
                    attributes: addition.attributes,
                    accessControl: addition.accessControl ?? AccessControl(protection: .ak, flags: nil)),
                secret: addition.secret)
            let origin = KeyOrigin(client: .shared, keychain: nil, authentication: addition.authentication)
            _ = item.additionResult(
                addition.returning, secret: addition.secret, hasOwnAccessControl: addition.accessControl != nil,
                through: origin)
            _ = try item.searchResult(addition.returning, through: origin)
        }
    }

    private static func change(_ itemClass: ItemClass, _ dictionary: NSDictionary) throws(KeychainError) {
        let change = try ItemChange(parsing: QueryDictionary(dictionary), of: itemClass)
        checkObjects(of: change.attributes, in: itemClass)
    }

    /// What goes back to a program is read as the same when the program passes it on.
    private static func checkObjects(
        of attributes: AttributeValues, in itemClass: ItemClass
    ) {
        for (attribute, value) in attributes {
            guard let kind = itemClass.description(of: attribute)?.kind else {
                return check(false, "every attribute is one of the class")
            }
            let again = try? AttributeValue(QueryValue(value.object), of: kind).converted(to: kind)
            check(again?.description == value.description, "an object is read as the type it came from")
            check(
                again?.canonicalBytes(for: kind) == value.canonicalBytes(for: kind),
                "an object is read as the value it came from")
        }
    }

    private static func attempt(
        refusing others: Set<KeychainError.Code> = [], _ body: () throws(KeychainError) -> Void
    ) {
        do {
            try body()
        } catch {
            check(
                error,
                isOneOf: Set([
                    .unimplemented, .parameter, .missingEntitlement, .authFailed, .itemNotFound, .noSuchAttribute,
                    .noSuchClass,
                ]).union(others))
        }
    }
}
