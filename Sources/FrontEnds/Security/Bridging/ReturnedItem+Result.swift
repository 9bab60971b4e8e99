// Shapes items into the objects that SecItemAdd and SecItemCopyMatching give back.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform

extension ReturnedItem {
    /// The element of a search (reference 3.7), or nil if the item has nothing of what was asked for.
    /// - Throws: as ``StoredObject/init(of:_:through:)``.
    func searchResult(_ options: ReturnOptions, through origin: KeyOrigin) throws(KeychainError) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return secret?.object
        case .reference: return try object(secret, origin)
        case .persistentReference: return reference.object
        default:
            // The attributes come along wherever more than one thing is asked for.
            var result = attributePairs { !$0.traits.contains(.hidden) }
            result.add(SecAccessControl.object(for: accessControl), under: .accessControl)
            try add(options, secret: secret, origin, to: &result)
            return result.dictionary
        }
    }

    /// The result of an add (reference 3.7.4). The item is stored by now, so that an object that cannot be made is
    /// left out: an error would say that nothing was added.
    func additionResult(
        _ options: ReturnOptions, secret: ItemSecret?, hasOwnAccessControl: Bool, through origin: KeyOrigin
    ) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return secret?.object ?? NSData()
        case .reference: return try? object(secret, origin)
        case .persistentReference: return reference.object
        case [.data, .persistentReference]:
            var result = ResultPairs()
            try? add(options, secret: secret, origin, to: &result)
            return result.dictionary
        default:
            var result = attributePairs { description in
                description.traits.isDisjoint(with: [.hidden, .hiddenInAdd])
                    && (description.storage != .secret || options.contains(.data))
            }
            if hasOwnAccessControl {
                result.add(SecAccessControl.object(for: accessControl), under: .accessControl)
            }
            try? add(options, secret: secret, origin, to: &result)
            return result.dictionary
        }
    }

    /// The certificate, the key or the item of the password, or nil for bytes that are no object.
    private func object(_ secret: ItemSecret?, _ origin: KeyOrigin) throws(KeychainError) -> AnyObject? {
        switch reference.itemClass {
        case .genericPassword, .internetPassword: origin.object(of: reference)
        case .certificate, .key: try StoredObject(of: self, secret, through: origin)?.object
        }
    }

    private func attributePairs(where isShown: (AttributeDescription) -> Bool) -> ResultPairs {
        var result = ResultPairs()
        for (attribute, value) in attributes {
            guard let description = reference.itemClass.description(of: attribute), isShown(description) else {
                continue
            }
            let isSize = attribute == .keySizeInBits
            result.add(isSize ? value.keySizeObject(of: attributes.keyType) : value.object, under: attribute)
        }
        return result
    }

    private func add(
        _ options: ReturnOptions, secret: ItemSecret?, _ origin: KeyOrigin, to result: inout ResultPairs
    ) throws(KeychainError) {
        if options.contains(.data), let secret { result.add(secret.object, under: ResultPairs.data) }
        if options.contains(.persistentReference) {
            result.add(reference.object, under: ResultPairs.persistentReference)
        }
        if options.contains(.reference) {
            result.add(reference.itemClass.rawValue as NSString, under: ResultPairs.itemClass)
            if let object = try object(secret, origin) { result.add(object, under: ResultPairs.reference) }
        }
    }
}

extension ItemSecret {
    /// The secret as the program gets it: from here on its memory is the program's.
    var object: NSData {
        unsafe bytes.withUnsafeBytes { unsafe NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

extension PersistentReference {
    fileprivate var object: NSData { Data(encoded) as NSData }
}
