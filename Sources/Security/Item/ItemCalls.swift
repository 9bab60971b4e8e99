// The four calls on items, on the keychain of one client.
// SPDX-License-Identifier: Apache-2.0

package import CFTypes
package import KeychainClient
import KeychainModel

/// Dictionaries in, requests through, objects out.
package struct ItemCalls {
    private let client: KeychainClient

    package init(client: KeychainClient) { self.client = client }

    package func add(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status { () throws(KeychainError) in
            let addition = try ItemAddition(parsing: QueryDictionary(attributes))
            guard case .items(let items) = try client.perform(.add(addition)), let item = items.first else {
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
            let query = try ItemQuery(parsing: QueryDictionary(query), for: .copy)
            guard case .items(let items) = try client.perform(.copy(query)) else {
                throw KeychainError(.internalError, during: "searching the keychain")
            }
            guard let result = unsafe result else { return }
            if query.limit == .one {
                unsafe result.pointee = items.first?.searchResult(query.returning)
            } else {
                let array = NSMutableArray()
                for item in items { if let element = item.searchResult(query.returning) { array.add(element) } }
                unsafe result.pointee = array
            }
        }
    }

    package func update(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
        status { () throws(KeychainError) in
            let query = try ItemQuery(parsing: QueryDictionary(query), for: .update)
            let change = try ItemChange(parsing: QueryDictionary(attributesToUpdate), of: query.itemClass)
            _ = try client.perform(.update(query, change))
        }
    }

    package func delete(_ query: CFDictionary) -> OSStatus {
        status { () throws(KeychainError) in
            var query = try ItemQuery(parsing: QueryDictionary(query), for: .delete)
            query.returning = []
            _ = try client.perform(.delete(query))
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
