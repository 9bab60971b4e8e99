// A dictionary from a program, with its keys sorted by meaning.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
package import LatchkeyModel
package import LatchkeyPlatform

/// The entries of a dictionary under their typed keys, and the readings that several calls share.
package struct QueryDictionary {
    /// Attribute and match pairs that a dictionary may hold (reference 3.1.2).
    private static let largestCount = 128

    /// In no order. There are few, so that walking along them is faster than hashing.
    package let entries: [(key: QueryKey, value: QueryValue)]
    /// The kinds of its keys. Most keys that are asked for are of a kind that no entry has.
    private let kinds: UInt8

    /// A dictionary whose keys are all different.
    /// - Parameter count: of entries that `fill` adds; when there are too many, none is asked for.
    /// - Throws: `.parameter` for too many, and what `fill` throws.
    package init(
        count: Int, _ fill: (_ add: (QueryKey, QueryValue) -> Void) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard count <= Self.largestCount else {
            throw KeychainError(.parameter, during: "counting the keys of a dictionary")
        }
        var entries: [(key: QueryKey, value: QueryValue)] = []
        entries.reserveCapacity(count)
        try fill { key, value in entries.append((key, Self.stored(value, under: key))) }
        self.init(entries: entries)
    }

    /// A dictionary of what a command line says. Of two entries with one key the last counts.
    /// - Throws: `.parameter` for too many.
    package init(_ pairs: [(key: QueryKey, value: QueryValue)]) throws(KeychainError) {
        var entries: [(key: QueryKey, value: QueryValue)] = []
        for (key, value) in pairs {
            entries.removeAll { $0.key == key }
            entries.append((key, Self.stored(value, under: key)))
        }
        guard entries.count <= Self.largestCount else {
            throw KeychainError(.parameter, during: "counting the keys of a dictionary")
        }
        self.init(entries: entries)
    }

    private init(entries: [(key: QueryKey, value: QueryValue)]) {
        self.entries = entries
        kinds = entries.reduce(0) { $0 | $1.key.kind }
    }

    /// The name of an issuer in the form that is stored (reference 3.2.15); any other value as it is.
    private static func stored(_ value: QueryValue, under key: QueryKey) -> QueryValue {
        guard key == .attribute(.issuer), case .data(let name) = value else { return value }
        return .data(DistinguishedName.normalizedContents(of: name))
    }

    /// The dictionary with the attributes of an object in its place: those that the caller gives win, the class is the
    /// object's.
    package func replacingObject(of itemClass: ItemClass, by attributes: AttributeValues) -> QueryDictionary {
        let replaced: [QueryKey] = [.value(.reference), .value(.data), .itemClass]
        var entries = entries.filter { !replaced.contains($0.key) }
        entries.append((.itemClass, .string(itemClass.rawValue)))
        for (attribute, value) in attributes where self[.attribute(attribute)] == nil {
            entries.append((.attribute(attribute), QueryValue(value)))
        }
        return QueryDictionary(entries: entries)
    }

    /// The dictionary about items of a class, without what names one.
    func naming(_ itemClass: ItemClass) -> QueryDictionary {
        let replaced: [QueryKey] = [.value(.reference), .value(.persistentReference), .itemClass]
        let entries = entries.filter { !replaced.contains($0.key) }
        return QueryDictionary(entries: entries + [(.itemClass, .string(itemClass.rawValue))])
    }

    /// The dictionary without what confines a search beyond attributes.
    package var withoutMatchKeys: QueryDictionary {
        QueryDictionary(entries: entries.filter { if case .match = $0.key { false } else { true } })
    }

    package subscript(key: QueryKey) -> QueryValue? {
        guard kinds & key.kind != 0 else { return nil }
        for entry in entries where entry.key == key { return entry.value }
        return nil
    }

    /// The class named by `kSecClass`, or nil if the key is absent.
    /// - Throws: `.noSuchClass` for a name that is no class, `.parameter` for identities, which are no class of items.
    func itemClass() throws(KeychainError) -> ItemClass? {
        guard let value = self[.itemClass] else { return nil }
        guard let name = value.text else {
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

    /// The return keys whose value is true; a number that is not zero is.
    /// - Throws: `.parameter` for a value that is neither a boolean nor a number.
    func returnOptions() throws(KeychainError) -> ReturnOptions {
        var options: ReturnOptions = []
        for (key, value) in entries {
            guard case .returning(let option) = key else { continue }
            guard let isWanted = value.truth else {
                throw KeychainError(.parameter, during: "reading a return key")
            }
            if isWanted { options.insert(option) }
        }
        return options
    }

    /// `kSecValueData`, or nil if the key is absent.
    /// - Throws: `.parameter` for anything but data.
    func secret() throws(KeychainError) -> ItemSecret? {
        guard let value = self[.value(.data)] else { return nil }
        guard case .secret(let secret) = value else {
            throw KeychainError(.parameter, during: "reading kSecValueData")
        }
        return secret
    }

    /// `kSecValueData` of a new item, which may be text: then it is the UTF-8 of it.
    /// - Throws: `.parameter` for anything else.
    func newSecret() throws(KeychainError) -> ItemSecret? {
        guard case .secretText(let text)? = self[.value(.data)] else { return try secret() }
        return text
    }

    /// `kSecAttrAccessControl`, or nil if the key is absent.
    /// - Throws: `.parameter` for another object, or a protection that items cannot have.
    func accessControl() throws(KeychainError) -> AccessControl? {
        guard let value = self[.attribute(.accessControl)] else { return nil }
        guard case .accessControl(let accessControl) = value else {
            throw KeychainError(.parameter, during: "reading kSecAttrAccessControl")
        }
        return accessControl
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
        for (key, value) in entries {
            guard case .attribute(let attribute) = key, isIncluded(attribute) else { continue }
            // What an item of the Secret Service has for that alone is nobody's to name.
            guard let description = itemClass.description(of: attribute),
                description.storage != .metadata || !description.traits.contains(.hidden)
            else {
                throw KeychainError(.noSuchAttribute, during: "reading the attributes of a dictionary")
            }
            if description.traits.contains(.entitled) {
                throw KeychainError(.missingEntitlement, during: "reading an attribute that needs an entitlement")
            }
            if attribute == .accessControl || attribute == .synchronizable && isAnySynchronizable { continue }
            attributes[attribute] = try AttributeValue(value, of: description.kind).converted(to: description.kind)
        }
        return attributes
    }

    /// True for `kSecAttrSynchronizableAny`.
    var isAnySynchronizable: Bool {
        self[.attribute(.synchronizable)]?.text == "syna"
    }

    /// `kSecUseTombstones`, or nil if the key is absent.
    /// - Throws: `.parameter` for anything but a boolean, a number or numeric text.
    func leavesTombstones() throws(KeychainError) -> Bool? {
        guard let value = self[.use(.tombstones)] else { return nil }
        return try AttributeValue(value, of: .flag).converted(to: .flag) == .number(1)
    }

    /// Whether a key of these kinds is there.
    func contains(where predicate: (QueryKey) -> Bool) -> Bool { entries.contains { predicate($0.key) } }

    /// The path of `kSecUseKeychain`, or nil if the key is absent.
    /// - Throws: `.parameter` for anything but a keychain.
    package func keychain() throws(KeychainError) -> String? {
        guard let value = self[.use(.keychain)] else { return namedItem?.keychain }
        guard case .keychain(let path) = value else {
            throw KeychainError(.parameter, during: "reading kSecUseKeychain")
        }
        return path
    }

    /// The paths of `kSecMatchSearchList`, or nil if the key is absent or its list is empty.
    /// - Throws: `.parameter` for anything but an array of keychains.
    package func searchList() throws(KeychainError) -> [String]? {
        guard let value = self[.match(.searchList)] else { return try keychainsOfItems() }
        let refusal = KeychainError(.parameter, during: "reading kSecMatchSearchList")
        guard case .list(let list) = value else { throw refusal }
        var paths: [String] = []
        for element in list {
            guard case .keychain(let path) = element else { throw refusal }
            if !paths.containsBytes(of: path) { paths.append(path) }
        }
        return paths.isEmpty ? nil : paths
    }

    /// The keychains that the objects of `kSecMatchItemList` are in, if all of them say so and nothing else does.
    private func keychainsOfItems() throws(KeychainError) -> [String]? {
        guard self[.use(.keychain)] == nil, case .list(let items)? = self[.match(.itemList)] else { return nil }
        var paths: [String] = []
        for item in items {
            guard case .item(_, let path) = item else { return nil }
            if !paths.containsBytes(of: path) { paths.append(path) }
        }
        return paths.isEmpty ? nil : paths
    }

    /// The item of `kSecValueRef` if that is a password's, and the path of its keychain.
    package var namedItem: (reference: PersistentReference, keychain: String)? {
        if case .item(let reference, let keychain)? = self[.value(.reference)] { (reference, keychain) } else { nil }
    }

    /// Refuses what names a keychain or list that this call cannot use.
    func refuseForeignKeychains() throws(KeychainError) {
        guard self[.use(.itemList)] == nil else {
            throw KeychainError(.parameter, during: "reading kSecUseItemList")
        }
        for key in [
            QueryKey.UseKey.systemKeychain, .systemKeychainAlways, .syncBubbleKeychain, .userIndependentKeychain,
        ] {
            if let value = self[.use(key)], value.truth != false {
                throw KeychainError(.missingEntitlement, during: "choosing a keychain that needs an entitlement")
            }
        }
    }
}
