// Reads the dictionaries of a program: nothing behind this folder sees an object of one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyQuery

extension QueryDictionary {
    /// - Throws: `.parameter` for a key that is not understood, or too many.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        try self.init(count: dictionary.count) { add throws(KeychainError) in
            try _cfForEachEntry(dictionary) { (object, value) throws(KeychainError) in
                let key = try QueryKey(object)
                add(key, QueryValue(value, under: key))
            }
        }
    }

    /// `kSecValueRef`, or nil if the key is absent.
    /// - Throws: `.parameter` for an object of a class that is not stored.
    func namedObject() throws(KeychainError) -> NamedObject? {
        guard let value = self[.value(.reference)] else { return nil }
        return try NamedObject(value)
    }

    /// The dictionary with the attributes of an object in its place: those that the caller gives win, the class is the
    /// object's.
    func replacing(_ object: StoredObject, by attributes: AttributeValues) -> QueryDictionary {
        replacingObject(of: object.itemClass, by: attributes)
    }
}

extension QueryKey {
    /// - Throws: `.parameter` for a key that is no string, and as ``init(named:)``.
    init(_ object: AnyObject) throws(KeychainError) {
        guard let name = (object as? NSString) as String? else {
            throw KeychainError(.parameter, during: "reading the keys of a dictionary")
        }
        try self.init(named: name)
    }
}

extension ItemAddition {
    /// The new item of an object. A key that is not extractable stays the private key that it is, whatever the caller
    /// says.
    /// - Throws: as ``init(parsing:)``.
    init(parsing dictionary: QueryDictionary, of object: StoredObject) throws(KeychainError) {
        try self.init(parsing: dictionary.replacing(object, by: object.attributes))
        secret = try object.secret()
        attributes.merge(object.lastingAttributes) { _, own in own }
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
