// Shapes identities into the objects that SecItemCopyMatching gives back.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainModel

extension Identity {
    /// The element of a search (reference 3.7.9), or nil where the identity has nothing of what was asked for.
    func searchResult(_ options: ReturnOptions) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return key.secret?.object
        case .reference: return nil
        case .persistentReference: return reference.object
        default:
            var result = attributePairs
            if let data = certificate.secret { result.add(data.object, under: ResultPairs.certificateData) }
            if options.contains(.data), let secret = key.secret { result.add(secret.object, under: ResultPairs.data) }
            if options.contains(.persistentReference) {
                result.add(reference.object, under: ResultPairs.persistentReference)
            }
            if options.contains(.reference) {
                result.add(IdentityReference.className as NSString, under: ResultPairs.itemClass)
            }
            return result.dictionary
        }
    }

    /// The attributes of the key, overlaid by those of the certificate.
    private var attributePairs: ResultPairs {
        var result = ResultPairs()
        for half in [certificate, key] {
            for (attribute, value) in half.attributes {
                guard half.reference.itemClass.description(of: attribute)?.traits.contains(.hidden) == false,
                    half.reference.itemClass == .certificate || certificate.attributes[attribute] == nil
                else { continue }
                result.add(value.object, under: attribute)
            }
        }
        result.add(SecAccessControl.object(for: certificate.accessControl), under: .accessControl)
        return result
    }
}

extension IdentityReference {
    var object: NSData { Data(encoded) as NSData }
}
