// A dictionary from a program, with its keys sorted by meaning.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
package import KeychainModel

/// The entries of a dictionary under their typed keys, and the readings that several calls share.
package struct QueryDictionary {
    /// Attribute and match pairs that a dictionary may hold (reference 3.1.2).
    private static let largestCount = 128

    /// In no order. There are few, so that walking along them is faster than hashing.
    let entries: [(key: QueryKey, value: AnyObject)]

    /// - Throws: `.parameter` for a key that is not understood, or too many.
    init(_ dictionary: NSDictionary) throws(KeychainError) {
        guard dictionary.count <= Self.largestCount else {
            throw KeychainError(.parameter, during: "counting the keys of a dictionary")
        }
        var entries: [(key: QueryKey, value: AnyObject)] = []
        entries.reserveCapacity(dictionary.count)
        try _cfForEachEntry(dictionary) { (key, value) throws(KeychainError) in
            entries.append(Self.entry(try QueryKey(key), value))
        }
        self.entries = entries
    }

    /// A dictionary of what a command line says. Of two entries with one key the last counts.
    /// - Throws: as ``init(_:)``.
    package init(_ pairs: [(key: QueryKey, value: AnyObject)]) throws(KeychainError) {
        var entries: [(key: QueryKey, value: AnyObject)] = []
        for (key, value) in pairs {
            entries.removeAll { $0.key == key }
            entries.append(Self.entry(key, value))
        }
        guard entries.count <= Self.largestCount else {
            throw KeychainError(.parameter, during: "counting the keys of a dictionary")
        }
        self.entries = entries
    }

    private static func entry(_ key: QueryKey, _ value: AnyObject) -> (key: QueryKey, value: AnyObject) {
        (key, key == .attribute(.issuer) ? normalizedIssuer(value) : value)
    }

    subscript(key: QueryKey) -> AnyObject? {
        for entry in entries where entry.key == key { return entry.value }
        return nil
    }

    /// The class named by `kSecClass`, or nil where the key is absent.
    /// - Throws: `.noSuchClass` for a name that is no class, `.parameter` for identities, which are no class of items.
    func itemClass() throws(KeychainError) -> ItemClass? {
        guard let object = self[.itemClass] else { return nil }
        guard let name = (object as? NSString) as String? else {
            throw KeychainError(.parameter, during: "reading the class")
        }
        if name == IdentityReference.className {
            throw KeychainError(
                .parameter, during: "taking an identity for one item",
                hint: "an identity is a certificate and a key: add those")
        }
        guard let itemClass = ItemClass(rawValue: name) else {
            throw KeychainError(.noSuchClass, during: "reading the class")
        }
        return itemClass
    }

    /// The return keys whose value is true.
    /// - Throws: `.parameter` for a value that is not a boolean; a number is none.
    func returnOptions() throws(KeychainError) -> ReturnOptions {
        var options: ReturnOptions = []
        for (key, value) in entries {
            guard case .returning(let option) = key else { continue }
            if try boolean(value) { options.insert(option) }
        }
        return options
    }

    func boolean(_ object: AnyObject) throws(KeychainError) -> Bool {
        guard _cfIsBoolean(object), let number = object as? NSNumber else {
            throw KeychainError(.parameter, during: "reading a boolean")
        }
        return number.boolValue
    }

    /// `kSecValueData` as a secret, or nil where the key is absent. A command line has it in wiped memory already.
    /// - Throws: `.parameter` for anything but data.
    func secret() throws(KeychainError) -> ItemSecret? {
        guard let object = self[.value(.data)] else { return nil }
        if let secret = object as? ItemSecret { return secret }
        guard let data = object as? NSData else { throw KeychainError(.parameter, during: "reading kSecValueData") }
        return unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
    }

    /// `kSecAttrAccessControl`, or nil where the key is absent.
    /// - Throws: `.parameter` for another object, or a protection that items cannot have.
    func accessControl() throws(KeychainError) -> AccessControl? {
        guard let object = self[.attribute(.accessControl)] else { return nil }
        guard let value = (object as? SecAccessControl)?.value else {
            throw KeychainError(.parameter, during: "reading kSecAttrAccessControl")
        }
        return value
    }

    /// The attributes of `itemClass`, converted to the kinds of their columns. Those with a meaning of their own
    /// (`accc`, and `sync` given as "any") are left to the caller.
    /// - Throws: `.noSuchAttribute`, `.parameter`, and `.missingEntitlement` for attributes no program may use here.
    func attributes(
        of itemClass: ItemClass, where isIncluded: (Attribute) -> Bool = { _ in true }
    ) throws(KeychainError) -> AttributeValues {
        var attributes: AttributeValues = [:]
        if self[.attribute(.sharingGroup)] != nil, let flag = self[.attribute(.synchronizable)],
            !isAnySynchronizable, try AttributeValue(flag, of: .flag).converted(to: .flag) == .number(1)
        {
            throw KeychainError(.parameter, during: "reading a sharing group of a synchronizable item")
        }
        for (key, object) in entries {
            guard case .attribute(let attribute) = key, isIncluded(attribute) else { continue }
            guard let description = itemClass.description(of: attribute) else {
                throw KeychainError(.noSuchAttribute, during: "reading the attributes of a dictionary")
            }
            if description.traits.contains(.entitled) {
                throw KeychainError(.missingEntitlement, during: "reading an attribute that needs an entitlement")
            }
            if attribute == .accessControl || attribute == .synchronizable && isAnySynchronizable { continue }
            attributes[attribute] = try AttributeValue(object, of: description.kind).converted(to: description.kind)
        }
        return attributes
    }

    /// True for `kSecAttrSynchronizableAny`.
    var isAnySynchronizable: Bool {
        (self[.attribute(.synchronizable)] as? NSString) as String? == "syna"
    }

    /// `kSecUseTombstones`, or nil where the key is absent.
    /// - Throws: `.parameter` for anything but a boolean, a number or numeric text.
    func leavesTombstones() throws(KeychainError) -> Bool? {
        guard let object = self[.use(.tombstones)] else { return nil }
        return try AttributeValue(object, of: .flag).converted(to: .flag) == .number(1)
    }

    /// Whether a key of these kinds is there.
    func contains(where predicate: (QueryKey) -> Bool) -> Bool { entries.contains { predicate($0.key) } }

    /// The path of `kSecUseKeychain`, or nil where the key is absent.
    /// - Throws: `.parameter` for anything but a keychain.
    package func keychain() throws(KeychainError) -> String? {
        guard let object = self[.use(.keychain)] else { return nil }
        guard let keychain = object as? SecKeychain else {
            throw KeychainError(.parameter, during: "reading kSecUseKeychain")
        }
        return keychain.path
    }

    /// The paths of `kSecMatchSearchList`, or nil where the key is absent or its list is empty.
    /// - Throws: `.parameter` for anything but an array of keychains.
    package func searchList() throws(KeychainError) -> [String]? {
        guard let object = self[.match(.searchList)] else { return nil }
        let refusal = KeychainError(.parameter, during: "reading kSecMatchSearchList")
        guard let list = object as? NSArray else { throw refusal }
        var paths: [String] = []
        for element in _cfElements(of: list) {
            guard let keychain = element as? SecKeychain else { throw refusal }
            if !paths.contains(keychain.path) { paths.append(keychain.path) }
        }
        return paths.isEmpty ? nil : paths
    }

    /// Refuses what names a keychain or list that this call cannot use.
    func refuseForeignKeychains() throws(KeychainError) {
        guard self[.use(.itemList)] == nil else {
            throw KeychainError(.parameter, during: "reading kSecUseItemList")
        }
        for key in [
            QueryKey.UseKey.systemKeychain, .systemKeychainAlways, .syncBubbleKeychain, .userIndependentKeychain,
        ] {
            if let object = self[.use(key)], (object as? NSNumber)?.boolValue != false {
                throw KeychainError(.missingEntitlement, during: "choosing a keychain that needs an entitlement")
            }
        }
    }
}
