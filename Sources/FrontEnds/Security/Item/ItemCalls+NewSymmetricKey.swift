// Makes symmetric keys, and stores those that are permanent.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyKeys
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyQuery

extension ItemCalls {
    /// A new symmetric key.
    /// - Throws: `.parameter` as ``NewSymmetricKeyParameters``, and why it could not be stored.
    package func newSymmetricKey(_ parameters: CFDictionary) throws(KeychainError) -> SecKey {
        let parameters = try NewSymmetricKeyParameters(parameters)
        do throws(KeychainError) {
            let content = try SymmetricKeyData(
                parameters.type, ItemSecret(KeyMath.randomBytes(parameters.size)),
                applicationLabel: parameters.applicationLabel ?? Array(UUID().uuidString.utf8))
            let key = SecKey.object(for: content, isExtractable: parameters.isExtractable)
            guard let entries = parameters.stored else { return key }
            let dictionary = try stored(entries)
            let addition = try ItemAddition(parsing: dictionary, of: .key(key))
            try client.add(addition, in: keychain(of: dictionary))
            guard !parameters.isExtractable, let rest = SymmetricKeyData(content.attributes, nil) else { return key }
            // From here on its bytes are in the keychain alone.
            return SecKey.object(for: rest, isExtractable: false)
        } catch {
            throw error.ofItemCalls
        }
    }
}
