// Reads the query of SecItemCopyMatching, SecItemUpdate and SecItemDelete.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemQuery {
    /// Which call a query belongs to; the rules differ.
    package enum Call { case copy, update, delete }

    /// - Parameter half: the class that the query is about where the dictionary is about identities.
    /// - Throws: the codes of reference 3.1, 3.4, 3.5 and 3.6.
    package init(
        parsing dictionary: QueryDictionary, for call: Call, as half: ItemClass? = nil
    ) throws(KeychainError) {
        let reference = try dictionary.persistentReference()
        guard dictionary[.value(.reference)] == nil else {
            throw KeychainError(.parameter, during: "reading a reference to an object that is not stored here")
        }
        var named = half
        if named == nil { named = try dictionary.itemClass() }
        guard let itemClass = named ?? reference?.itemClass else {
            throw KeychainError(.parameter, during: "looking for kSecClass")
        }
        guard reference == nil || reference?.itemClass == itemClass else {
            throw KeychainError(.noSuchClass, during: "comparing kSecClass with the persistent reference")
        }
        self.init(itemClass: itemClass)
        persistentReference = reference
        try readAttributes(of: dictionary)
        if call == .copy, reference != nil, !matching.isEmpty || accessGroup != nil {
            throw KeychainError(.parameter, during: "searching by persistent reference and by attributes at once")
        }
        try readOptions(of: dictionary, for: call)
    }

    /// The query of a dictionary that names an item by its object. The attributes beside it must be equal, as those of
    /// a dictionary that came back are (reference 3.2.16).
    /// - Throws: as ``init(parsing:for:as:)``.
    package init(
        parsing dictionary: QueryDictionary, of item: PersistentReference, for call: Call
    ) throws(KeychainError) {
        let hasOther = try dictionary.persistentReference().map { $0 != item } ?? false
        try self.init(parsing: dictionary.naming(item.itemClass), for: call)
        persistentReference = item
        if dictionary[.attribute(.synchronizable)] == nil { synchronizable = .any }
        if hasOther { itemList = [] }
    }

    /// Reads what is no attribute.
    mutating func readOptions(of dictionary: QueryDictionary, for call: Call) throws(KeychainError) {
        _ = try dictionary.secret()
        try dictionary.refuseForeignKeychains()
        switch call {
        case .copy: returning = try dictionary.returnOptions()
        case .update, .delete: limit = .all
        }
        try readMatchKeys(of: dictionary, for: call)
        authentication = try dictionary.authentication()
        guard call == .copy || authentication.ui != .skip else {
            throw KeychainError(.parameter, during: "skipping items of an update or delete")
        }
        leavesTombstones = try dictionary.leavesTombstones()
    }

    /// - Parameter isOwn: which of the attributes are those of this query.
    mutating func readAttributes(
        of dictionary: QueryDictionary, where isOwn: (Attribute) -> Bool = { _ in true }
    ) throws(KeychainError) {
        matching = try dictionary.attributes(of: itemClass, where: isOwn)
        if case .string(let name)? = matching.removeValue(forKey: .accessGroup) {
            accessGroup = AccessGroup(rawValue: name)
        }
        includesTombstones = matching[.tombstone] != nil
        if dictionary.isAnySynchronizable || persistentReference != nil {
            synchronizable = .any
        } else if let value = matching[.synchronizable] {
            synchronizable = value == .number(1) ? .synchronizableOnly : .localOnly
        }
        if persistentReference == nil { matching[.synchronizable] = nil }
        if isOwn(.accessControl), let accessControl = try dictionary.accessControl() {
            let protection = AttributeValue.string(accessControl.protection.rawValue)
            guard matching[.accessible] == nil || matching[.accessible] == protection else {
                throw KeychainError(.parameter, during: "comparing the access control with the accessible class")
            }
            matching[.accessible] = protection
        }
    }

    /// Match keys confine a change as they confine a search. How text is compared would widen it, and is left aside.
    private mutating func readMatchKeys(of dictionary: QueryDictionary, for call: Call) throws(KeychainError) {
        for (key, value) in dictionary.entries {
            guard case .match(let match) = key else { continue }
            switch match {
            case .limit: limit = try MatchLimit(value)
            case .caseInsensitive: if call == .copy { ignoresCase = try value.boolean() }
            case .diacriticInsensitive: if call == .copy { ignoresDiacritics = try value.boolean() }
            case .widthInsensitive: if call == .copy { ignoresWidth = try value.boolean() }
            case .itemList: itemList = try ItemListEntry.list(value)
            case .hostOrSubdomain:
                guard itemClass == .internetPassword else {
                    throw KeychainError(.unimplemented, during: "matching the host of an item that has none")
                }
                guard let host = value.text else {
                    throw KeychainError(.parameter, during: "reading kSecMatchHostOrSubdomainOfHost")
                }
                hostOrSubdomain = host
            case .searchList: continue  // says where to search, not what for
            case .issuers, .policy, .subjectStartsWith, .subjectEndsWith, .subjectWholeString:
                guard itemClass == .certificate else {
                    throw KeychainError(.unimplemented, during: "matching what only certificates have")
                }
                try certificateConditions.read(match, value)
            case .trustedOnly:
                guard itemClass == .certificate, try value.boolean() else { continue }
                try certificateConditions.read(match, value)
            case .emailAddress, .subjectContains, .validOnDate:
                // Ignored for other classes (reference 3.2.4).
                if itemClass == .certificate { try certificateConditions.read(match, value) }
            }
        }
    }
}

extension QueryDictionary {
    /// `kSecValuePersistentRef`, or nil if the key is absent.
    /// - Throws: `.parameter` for other bytes and for a row id beside attributes, `.itemNotFound` for the forms that
    ///   name no item here.
    func persistentReference() throws(KeychainError) -> PersistentReference? {
        guard let value = self[.value(.persistentReference)] else { return nil }
        guard let bytes = value.octets else {
            throw KeychainError(.parameter, during: "reading a persistent reference")
        }
        let prefix = String(decoding: bytes.prefix(4), as: UTF8.self)
        let isClass = prefix == IdentityReference.className || ItemClass(rawValue: prefix) != nil
        let hasAttribute = contains { if case .attribute = $0 { true } else { false } }
        guard bytes.count != 12 || !isClass || !hasAttribute || isAnySynchronizable else {
            throw KeychainError(.parameter, during: "reading a persistent reference by row id and attributes at once")
        }
        if prefix == "tkpr" || bytes.count == 12 && isClass {
            throw KeychainError(.itemNotFound, during: "resolving a persistent reference of a form not issued here")
        }
        return try PersistentReference(decoding: bytes)
    }
}

extension MatchLimit {
    /// A number, `kSecMatchLimitOne` or `kSecMatchLimitAll` (reference 3.2.12).
    fileprivate init(_ value: QueryValue) throws(KeychainError) {
        switch value {
        case .string("m_LimitOne"), .number(1): self = .one
        case .string("m_LimitAll"), .number(-1): self = .all
        case .number(..<0): self = .atMost(1)
        case .number(let number):
            guard let count = Int(exactly: number) else { throw Self.refusal }
            self = .atMost(count)
        default: throw Self.refusal
        }
    }

    private static var refusal: KeychainError {
        KeychainError(.parameter, during: "reading kSecMatchLimit")
    }
}
