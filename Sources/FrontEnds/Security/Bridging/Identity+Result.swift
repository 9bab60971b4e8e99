// Shapes identities into the objects that SecItemAdd and SecItemCopyMatching give back.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform

extension Identity {
    /// The element of a search (reference 3.7.9), or nil if the identity has nothing of what was asked for.
    /// - Throws: as ``StoredObject/init(of:_:through:)``.
    func searchResult(_ options: ReturnOptions, through origin: KeyOrigin) throws(KeychainError) -> AnyObject? {
        switch options {
        case []: return nil
        case .data: return key.secret?.object
        case .reference: return try object(origin)
        case .persistentReference: return reference.object
        default:
            var result = attributePairs(hiding: .hidden)
            result.add(SecAccessControl.object(for: certificate.accessControl), under: .accessControl)
            try add(options, origin, to: &result)
            return result.dictionary
        }
    }

    /// The result of an add, of which the keychain gives back no secrets. As of an item, an object that cannot be made
    /// is left out.
    func additionResult(
        _ options: ReturnOptions, certificate: ItemSecret?, key: ItemSecret?, through origin: KeyOrigin
    ) -> AnyObject? {
        var halves = (certificate: self.certificate, key: self.key)
        halves.certificate.secret = certificate
        halves.key.secret = key
        let whole = Identity(certificate: halves.certificate, key: halves.key)
        switch options {
        case [], .data, .reference, .persistentReference:
            return try? whole.searchResult(options, through: origin)
        default:
            var result = whole.attributePairs(hiding: [.hidden, .hiddenInAdd])
            try? whole.add(options, origin, to: &result)
            return result.dictionary
        }
    }

    /// The identity, or nil if the bytes of one of its halves are no object, or not those of the other.
    func object(_ origin: KeyOrigin) throws(KeychainError) -> SecIdentity? {
        guard
            case .certificate(let certificate)? = try StoredObject(of: certificate, certificate.secret, through: origin),
            case .key(let key)? = try StoredObject(of: key, key.secret, through: origin)
        else { return nil }
        return SecIdentity.object(for: SecCertificate.object(for: certificate), key)
    }

    private func add(
        _ options: ReturnOptions, _ origin: KeyOrigin, to result: inout ResultPairs
    ) throws(KeychainError) {
        if let data = certificate.secret { result.add(data.object, under: ResultPairs.certificateData) }
        if options.contains(.data), let secret = key.secret { result.add(secret.object, under: ResultPairs.data) }
        if options.contains(.persistentReference) {
            result.add(reference.object, under: ResultPairs.persistentReference)
        }
        if options.contains(.reference) {
            result.add(IdentityReference.className as NSString, under: ResultPairs.itemClass)
            if let object = try object(origin) { result.add(object, under: ResultPairs.reference) }
        }
    }

    /// The attributes of the key, overlaid by those of the certificate.
    private func attributePairs(hiding hidden: AttributeDescription.Traits) -> ResultPairs {
        var result = ResultPairs()
        for half in [certificate, key] {
            for (attribute, value) in half.attributes {
                guard half.reference.itemClass.description(of: attribute)?.traits.isDisjoint(with: hidden) == true,
                    half.reference.itemClass == .certificate || certificate.attributes[attribute] == nil
                else { continue }
                let isSize = attribute == .keySizeInBits
                result.add(isSize ? value.keySizeObject(of: half.attributes.keyType) : value.object, under: attribute)
            }
        }
        return result
    }
}

extension IdentityReference {
    var object: NSData { Data(encoded) as NSData }
}
