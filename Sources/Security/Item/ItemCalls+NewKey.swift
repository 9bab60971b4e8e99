// Makes keys, and stores the halves that are permanent.
// SPDX-License-Identifier: Apache-2.0

package import CFTypes
import Foundation
import KeychainCertificates
import KeychainKeys
package import KeychainModel

extension ItemCalls {
    /// A new pair.
    /// - Throws: the codes of reference 5.2. Where a half cannot be stored, none is.
    package func newKey(_ parameters: CFDictionary) throws(KeychainError) -> (key: SecKey, publicKey: SecKey) {
        let parameters = try NewKeyParameters(parameters)
        let representation = try KeyMath.newKey(parameters.kind, bits: parameters.bits)
        let content = try KeyData(parameters.kind, .private, representation)
        let key = SecKey.object(for: content, isExtractable: parameters.isExtractable)
        let publicKey = SecKey.object(for: content.publicKey)
        var stored: AnyObject?
        if let attributes = parameters.attributes(of: .public) { stored = try store(publicKey, attributes) }
        if let attributes = parameters.attributes(of: .private) {
            do {
                _ = try store(key, attributes)
            } catch {
                if let stored {
                    let query = dictionary(of: parameters.place(of: .public))
                    query[kSecValuePersistentRef] = stored
                    _ = delete(query)
                }
                throw error
            }
        }
        return (key, publicKey)
    }

    /// Adds a half, and gives its persistent reference.
    private func store(_ key: SecKey, _ attributes: [(key: AnyObject, value: AnyObject)]) throws(KeychainError)
        -> AnyObject?
    {
        let item = dictionary(of: attributes)
        item[kSecValueRef] = key
        item[kSecReturnPersistentRef] = true
        var reference: CFTypeRef?
        let status = unsafe add(item, &reference)
        guard status == errSecSuccess else {
            throw KeychainError(.init(rawValue: status), during: "storing a new key")
        }
        return reference
    }

    /// Of two entries with one key the last counts.
    private func dictionary(of entries: [(key: AnyObject, value: AnyObject)]) -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        for (key, value) in entries { if let key = key as? NSString { dictionary[key] = value } }
        return dictionary
    }
}
