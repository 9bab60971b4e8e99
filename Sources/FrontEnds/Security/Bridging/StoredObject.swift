// What the objects of dictionaries stand for: a class, attributes and bytes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery

/// A certificate or key that a dictionary names by its object, or an item's that becomes one.
enum StoredObject {
    case certificate(Certificate)
    case key(SecKey)

    var itemClass: ItemClass {
        switch self {
        case .certificate: .certificate
        case .key: .key
        }
    }

    /// The attributes of a new item; what the caller gives takes their place.
    var attributes: AttributeValues {
        switch self {
        case .certificate(let certificate):
            return certificate.newItemAttributes
        case .key(let key):
            var attributes = key.attributes
            if !key.isExtractable {
                attributes[.isExtractable] = .number(0)
                attributes[.wasNeverExtractable] = .number(1)
            }
            return attributes
        }
    }

    /// Those of the attributes that the caller does not change.
    var lastingAttributes: AttributeValues {
        guard case .key(let key) = self, !key.isExtractable else { return [:] }
        let lasting: Set<Attribute> = [.keyClass, .type, .isExtractable, .wasNeverExtractable]
        return attributes.filter { lasting.contains($0.key) }
    }

    /// The attributes that are looked for (reference 3.4.8): a label may have been changed, and what a key may be used
    /// for too.
    var searchedAttributes: AttributeValues {
        switch self {
        case .certificate(let certificate): certificate.attributes
        case .key(let key): key.attributes.filter { !Self.uses.contains($0.key) }
        }
    }

    private static let uses: Set<Attribute> = [
        .isPermanent, .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify,
        .canSignRecover, .canVerifyRecover,
        .canWrap, .canUnwrap,
    ]

    /// The bytes of a new item.
    /// - Throws: `.dataNotAvailable` for a key that stays in the keychain.
    func secret() throws(KeychainError) -> ItemSecret {
        switch self {
        case .certificate(let certificate): return ItemSecret(copying: certificate.der)
        case .key(let key): return try key.bytes()
        }
    }

    /// The object for the program.
    var object: AnyObject {
        switch self {
        case .certificate(let certificate): SecCertificate.object(for: certificate)
        case .key(let key): key
        }
    }
}

extension StoredObject {
    /// What the bytes of an item are, or nil if they are not what its class and attributes say: such an item has no
    /// object.
    /// - Parameters:
    ///   - secret: The bytes, where they are here.
    ///   - origin: What the item came through.
    /// - Throws: `.notAvailable` without OpenSSL, which alone knows whether bytes are a key.
    init?(of item: ReturnedItem, _ secret: ItemSecret?, through origin: KeyOrigin) throws(KeychainError) {
        if let key = item.stayingKey {
            let outline = try Self.unlessDamaged { () throws(KeychainError) in try KeyOutline(key) }
            guard let outline else { return nil }
            let place = KeyPlace(item.reference, in: key.keychain, through: origin)
            self = .key(SecKey.object(for: outline, in: place))
            return
        }
        let attributes = item.attributes
        if item.reference.itemClass == .key, let key = SymmetricKeyData(attributes, secret) {
            self = .key(SecKey.object(for: key, isExtractable: attributes.freesKey(secret)))
            return
        }
        guard let secret else { return nil }
        switch item.reference.itemClass {
        case .genericPassword, .internetPassword: return nil
        case .certificate:
            guard let certificate = try? Certificate(secret) else { return nil }
            self = .certificate(certificate)
        case .key:
            guard case .number(let type)? = attributes[.type], let type = KeyType(number: type),
                case .number(let half)? = attributes[.keyClass], let keyClass = KeyClass(rawValue: half),
                let key = try Self.unlessDamaged({ () throws(KeychainError) in
                    try KeyData(storedOf: type, keyClass, secret)
                })
            else { return nil }
            let isExtractable = attributes.freesKey(secret)
            // An object of a public key gives its bytes.
            guard isExtractable || keyClass == .private else { return nil }
            self = .key(SecKey.object(for: key, isExtractable: isExtractable))
        }
    }

    private static func unlessDamaged<R>(_ make: () throws(KeychainError) -> R) throws(KeychainError) -> R? {
        do throws(KeychainError) {
            return try make()
        } catch {
            guard error.code == .notAvailable else { return nil }
            throw error
        }
    }
}

/// What stands under `kSecValueRef`.
enum NamedObject {
    case one(StoredObject)
    case identity(certificate: StoredObject, key: StoredObject)

    /// - Throws: `.parameter` for an object of another class.
    init(_ value: QueryValue) throws(KeychainError) {
        switch value {
        case .object(let certificate as SecCertificate): self = .one(.certificate(certificate.content))
        case .object(let key as SecKey): self = .one(.key(key))
        case .object(let identity as SecIdentity):
            self = .identity(
                certificate: .certificate(identity.halves.certificate.content), key: .key(identity.halves.key))
        default: throw KeychainError(.parameter, during: "reading an object that is not stored here")
        }
    }
}
