// What `security item` asks the keychain for.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel
import KeychainTooling

extension RawItem {
    /// A search for all items with these attributes.
    package func search() throws(CommandFailure) -> ItemQuery {
        var query = try query(calling: "SecItemCopyMatching")
        query.limit = limit
        query.ignoresCase = ignoresCase
        query.authenticationUI = authenticationUI
        query.returning = [.attributes, .persistentReference]
        return query
    }

    /// The items that an update or delete is about: every one with these attributes (reference 3.5.1, 3.6.1).
    package func selection(calling function: String) throws(CommandFailure) -> ItemQuery {
        guard !hasMatchKey else {
            throw .keychain(
                KeychainError(.parameter, during: "reading a match key of an update or delete"), function: function)
        }
        var query = try query(calling: function)
        query.limit = .all
        return query
    }

    private func query(calling function: String) throws(CommandFailure) -> ItemQuery {
        guard let itemClass = itemClass ?? persistentReference?.itemClass else { throw .usage("class=... is needed") }
        var query = ItemQuery(itemClass: itemClass)
        query.persistentReference = persistentReference
        query.matching = try attributes(of: itemClass, calling: function)
        if case .string(let group)? = query.matching.removeValue(forKey: .accessGroup) {
            query.accessGroup = AccessGroup(rawValue: group)
        }
        query.includesTombstones = query.matching[.tombstone] != nil
        query.synchronizable = synchronizableFilter(query.matching.removeValue(forKey: .synchronizable))
        return query
    }

    /// A search for identities: what certificates alone have is looked for on them, the label too, and all else on the keys
    /// (reference 3.11.3).
    package func identities(calling function: String) throws(CommandFailure) -> IdentityQuery {
        guard itemClass == nil, persistentReference == nil else { throw .usage("class=idnt stands alone") }
        var query = identityReference.map { IdentityQuery($0) } ?? IdentityQuery()
        let isOfCertificate = { (attribute: Attribute) in
            attribute == .label || attribute == .tokenID || ItemClass.key.description(of: attribute) == nil
        }
        query.certificate.matching = try attributes(of: .certificate, calling: function, where: isOfCertificate)
        query.key.matching = try attributes(of: .key, calling: function) { !isOfCertificate($0) }
        if case .string(let group)? = query.key.matching.removeValue(forKey: .accessGroup) {
            query.accessGroup = AccessGroup(rawValue: group)
        }
        query.key.synchronizable = synchronizableFilter(query.key.matching.removeValue(forKey: .synchronizable))
        for half in [\IdentityQuery.certificate, \.key] {
            query[keyPath: half].ignoresCase = ignoresCase
            query[keyPath: half].authenticationUI = authenticationUI
        }
        query.limit = limit
        query.returning = .attributes
        return query
    }

    /// The one identity that `-D` deletes.
    package func deletedIdentity() throws(CommandFailure) -> IdentityQuery {
        guard let identityReference, named.isEmpty, !hasMatchKey else {
            throw .usage("an identity is deleted by its v_PersistentRef alone; see also delete-identity")
        }
        return IdentityQuery(identityReference)
    }

    private func synchronizableFilter(_ value: AttributeValue?) -> SynchronizableFilter {
        if isAnySynchronizable || persistentReference != nil || identityReference != nil { return .any }
        return value == .number(1) ? .synchronizableOnly : .localOnly
    }

    /// A new item, its secret left out.
    package func addition() throws(CommandFailure) -> ItemAddition {
        let function = "SecItemAdd"
        guard let itemClass else { throw .usage("class=... is needed") }
        guard persistentReference == nil, !hasMatchKey, !isAnySynchronizable else {
            throw .keychain(
                KeychainError(.parameter, during: "reading the attributes of a new item"), function: function)
        }
        var addition = ItemAddition(itemClass: itemClass)
        addition.attributes = try attributes(of: itemClass, calling: function)
        guard addition.attributes[.tokenID].map(\.isEmpty) ?? true else {
            throw .keychain(
                KeychainError(.itemNotFound, during: "looking for the token of a new item"), function: function)
        }
        return addition
    }

    /// What an update changes on items of `itemClass`, the secret left out.
    package func change(of itemClass: ItemClass) throws(CommandFailure) -> ItemChange {
        let function = "SecItemUpdate"
        guard self.itemClass == nil, persistentReference == nil, !hasMatchKey, !isAnySynchronizable else {
            throw .keychain(
                KeychainError(.noSuchAttribute, during: "reading the attributes of an update"), function: function)
        }
        var change = ItemChange()
        for (attribute, value) in try attributes(of: itemClass, calling: function) {
            let traits = itemClass.description(of: attribute)?.traits ?? []
            guard !traits.contains(.fixed) else {
                throw .keychain(
                    KeychainError(.parameter, during: "changing an attribute that cannot be changed"),
                    function: function)
            }
            if !traits.contains(.ignoredFromCaller) { change.attributes[attribute] = value }
        }
        return change
    }

    private func attributes(
        of itemClass: ItemClass, calling function: String, where isIncluded: (Attribute) -> Bool = { _ in true }
    ) throws(CommandFailure) -> AttributeValues {
        try calling(function) { () throws(KeychainError) in
            var attributes: AttributeValues = [:]
            for (attribute, assignment) in named where isIncluded(attribute) {
                guard let description = itemClass.description(of: attribute), attribute != .accessControl,
                    let value = assignment.value
                else { throw KeychainError(.noSuchAttribute, during: "reading an attribute of a class") }
                guard !description.traits.contains(.entitled) else {
                    throw KeychainError(.missingEntitlement, during: "reading an attribute that needs an entitlement")
                }
                attributes[attribute] = try RawValue.attribute(
                    value, isHexadecimal: assignment.isHexadecimal, kind: description.kind)
            }
            return attributes
        }
    }
}
