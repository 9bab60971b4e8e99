// Replaces the objects of dictionaries by what they stand for, so that nothing behind this file sees one.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainCertificates
package import KeychainModel

extension QueryDictionary {
    /// `kSecValueRef`, or nil where the key is absent.
    /// - Throws: `.parameter` for an object of a class that is not stored.
    func namedObject() throws(KeychainError) -> NamedObject? {
        guard let object = self[.value(.reference)] else { return nil }
        return try NamedObject(object)
    }

    /// The dictionary with the attributes of an object in its place: those that the caller gives win, the class is the object's.
    func replacing(_ object: StoredObject, by attributes: AttributeValues) -> QueryDictionary {
        let replaced: [QueryKey] = [.value(.reference), .value(.data), .itemClass]
        var entries = entries.filter { !replaced.contains($0.key) }
        entries.append((.itemClass, object.itemClass.rawValue as NSString))
        for (attribute, value) in attributes where self[.attribute(attribute)] == nil {
            entries.append((.attribute(attribute), value.object))
        }
        return QueryDictionary(entries: entries)
    }

    /// The name of an issuer in the form that is stored (reference 3.2.15).
    static func normalizedIssuer(_ object: AnyObject) -> AnyObject {
        guard let data = object as? NSData else { return object }
        return Data(DistinguishedName.normalizedContents(of: data.octets)) as NSData
    }

    private init(entries: [(key: QueryKey, value: AnyObject)]) { self.entries = entries }
}

extension ItemAddition {
    /// The new item of a dictionary without an object.
    /// - Throws: as ``init(parsing:)``.
    package init(describing dictionary: QueryDictionary) throws(KeychainError) {
        try self.init(parsing: dictionary)
        describeCertificate()
    }

    /// The new item of an object. A key that is not extractable stays the private key that it is, whatever the caller says.
    /// - Throws: as ``init(parsing:)``.
    init(parsing dictionary: QueryDictionary, of object: StoredObject) throws(KeychainError) {
        try self.init(parsing: dictionary.replacing(object, by: object.attributes))
        secret = try object.secret()
        attributes.merge(object.lastingAttributes) { _, own in own }
    }

    /// Gives a certificate that came as data the attributes which its object would have, where the caller gave none. Bytes that
    /// are no certificate are kept as they are.
    private mutating func describeCertificate() {
        guard itemClass == .certificate, let secret, let certificate = try? Certificate(secret) else { return }
        attributes.merge(StoredObject.certificate(certificate).attributes) { given, _ in given }
    }
}

extension IdentityAddition {
    /// The new items of an identity: the same attributes for both halves, beside their own.
    /// - Throws: as ``ItemAddition/init(parsing:)``.
    init(
        parsing dictionary: QueryDictionary, of certificate: StoredObject, _ key: StoredObject
    ) throws(KeychainError) {
        self.init(
            certificate: try ItemAddition(parsing: dictionary, of: certificate),
            key: try ItemAddition(parsing: dictionary, of: key))
    }
}
