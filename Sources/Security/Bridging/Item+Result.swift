// Shapes items into the objects that SecItemAdd and SecItemCopyMatching give back.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainModel

extension Item {
    /// The element of a search (reference 3.7), or nil where the item has nothing of what was asked for.
    func searchResult(_ options: ReturnOptions) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return secret?.object
        case .reference: return nil
        case .persistentReference: return reference.object
        default:
            // The attributes come along wherever more than one thing is asked for.
            let result = attributeDictionary { !$0.traits.contains(.hidden) }
            result.setObject(SecAccessControl.object(for: accessControl), forKey: "accc" as NSString)
            add(options, secret: secret, to: result)
            return result
        }
    }

    /// The result of an add (reference 3.7.4).
    func additionResult(
        _ options: ReturnOptions, secret: ItemSecret?, hasOwnAccessControl: Bool
    ) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return secret?.object ?? NSData()
        case .reference: return nil
        case .persistentReference: return reference.object
        case [.data, .persistentReference]:
            let result = NSMutableDictionary()
            add(options, secret: secret, to: result)
            return result
        default:
            let result = attributeDictionary { description in
                description.traits.isDisjoint(with: [.hidden, .hiddenInAdd])
                    && (description.storage != .secret || options.contains(.data))
            }
            if hasOwnAccessControl {
                result.setObject(SecAccessControl.object(for: accessControl), forKey: "accc" as NSString)
            }
            add(options, secret: secret, to: result)
            return result
        }
    }

    private func attributeDictionary(where isShown: (AttributeDescription) -> Bool) -> NSMutableDictionary {
        let result = NSMutableDictionary()
        for description in reference.itemClass.attributes where isShown(description) {
            guard let value = attributes[description.attribute] else { continue }
            result.setObject(value.object, forKey: description.attribute.code as NSString)
        }
        return result
    }

    private func add(_ options: ReturnOptions, secret: ItemSecret?, to result: NSMutableDictionary) {
        if options.contains(.data), let secret { result.setObject(secret.object, forKey: "v_Data" as NSString) }
        if options.contains(.persistentReference) {
            result.setObject(reference.object, forKey: "v_PersistentRef" as NSString)
        }
        if options.contains(.reference) {
            result.setObject(reference.itemClass.rawValue as NSString, forKey: "class" as NSString)
        }
    }
}

extension ItemSecret {
    /// The secret as the program gets it: from here on its memory is the program's.
    fileprivate var object: NSData {
        unsafe bytes.withUnsafeBytes { unsafe NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

extension PersistentReference {
    fileprivate var object: NSData { Data(encoded) as NSData }
}
