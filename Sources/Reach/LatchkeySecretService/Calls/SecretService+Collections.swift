// The calls of collections.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    static let schemaAttribute = "xdg:schema"
    /// Bytes of a label.
    static let longestLabel = 64 << 10
    /// Bytes of that of a keychain, as the store takes it: it is looked at before anything is made.
    static let longestLabelOfCollection = 4 << 10

    func answerCollection(
        _ method: ServiceMethod, _ call: BusCall, at path: ObjectPath, _ collection: OpenCollection,
        _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        switch method {
        case .deleteCollection:
            guard collection.store.handling != nil else {
                throw .notSupported("the collection `session` ends with the session")
            }
            return [.path(try makePrompt(.delete(collection.name), for: caller))]
        case .searchCollection:
            let found = try search(SearchAttributes(reading: call.arguments[0]), in: [collection.name], for: caller)
            return [.paths(found.all.map(\.path))]
        case .createItem: return try createItem(call.arguments, in: collection, for: caller)
        case .getProperty, .getAllProperties, .setProperty, .introspect, .ping, .getMachineID:
            return try answerCommon(method, call, at: path, caller)
        case .openSession, .createCollection, .searchEverywhere, .unlock, .lock, .getSecrets, .readAlias, .setAlias,
            .lockService, .changeLock, .deleteItem, .getSecret, .setSecret, .closeSession, .prompt, .dismiss,
            .changeWithMasterPassword, .changeWithPrompt, .createWithMasterPassword, .unlockWithMasterPassword:
            throw .unknownMethod
        }
    }

    /// What is wrong is told in this order: the session, the lock, the properties, the encryption.
    private func createItem(
        _ arguments: [BusValue], in collection: OpenCollection, for caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue] {
        let principal = caller.principal
        let message = try SecretMessage(arguments[1])
        guard let replaces = arguments[2].flag else { throw .invalidArguments("whether to replace is yes or no") }
        let session = try session(at: message.session, of: caller)
        guard try !isLocked(collection) else { throw .isLocked }
        guard principal.kind != .nobody else { throw .accessDenied }
        // An item of a program is not written by who may be another one.
        guard principal.doubt == nil else { throw .isLocked }
        let (label, attributes) = try Self.newItem(arguments[0])
        let secret = try session.decode(message)
        let item = NewServiceItem(
            group: policy.groupOfNewItem(with: attributes, by: principal), label: label, attributes: attributes,
            contentType: message.contentType, secret: secret)
        // What the program finds as its own is replaced, whichever of its groups it is in.
        let groups = replaces ? [item.group] + ownGroups(of: principal) : []
        let (number, isNew) = try storing { () throws(KeychainError) in
            try collection.store.add(item, replacingIn: groups)
        }
        let key = ItemKey(collection: collection.name, number: number)
        let group =
            isNew ? item.group : (try? collection.store.look(at: number) { _ in .summary })?.summary.group ?? item.group
        noteItem(key, of: group, isNew ? .created : .changed)
        return [.path(ObjectPath.item(.collection(collection.name), number).text), .path(ObjectPath.none)]
    }

    private func ownGroups(of principal: BusPrincipal) -> [AccessGroup] {
        principal.ownGroups.filter { policy.access(of: principal, to: $0, nil, searching: nil) == .full }
    }

    private static func newItem(_ value: BusValue) throws(BusFailure) -> (label: String, SearchAttributes) {
        guard let properties = value.properties else { throw .invalidArguments("properties are values by names") }
        var (label, type, attributes): (String, String?, SearchAttributes) = ("", nil, .none)
        for (name, value) in properties {
            switch name {
            case "org.freedesktop.Secret.Item.Label": label = try Self.label(value)
            case "org.freedesktop.Secret.Item.Attributes": attributes = try SearchAttributes(reading: value)
            case "org.freedesktop.Secret.Item.Type":
                guard let text = value.text else { throw .invalidArguments("a type is a text") }
                type = text
            default: throw .invalidArguments("an item has no such property")
            }
        }
        if let type, attributes[schemaAttribute] == nil { attributes = try attributes.settingType(type) }
        return (label, attributes)
    }

    static func label(_ value: BusValue) throws(BusFailure) -> String {
        guard let label = value.text else { throw .invalidArguments("a label is a text") }
        guard label.utf8.count <= longestLabel else { throw .limitsExceeded("a label has at most 64 KiB") }
        return label
    }

    static func labelOfCollection(_ value: BusValue) throws(BusFailure) -> String {
        let label = try label(value)
        guard label.utf8.count <= longestLabelOfCollection else {
            throw .limitsExceeded("a label of a collection has at most 4 KiB")
        }
        return label
    }

    /// What a store answers that takes something.
    func storing<Result>(_ body: () throws(KeychainError) -> Result) throws(BusFailure) -> Result {
        do throws(KeychainError) { return try body() } catch {
            switch error.code {
            case .itemNotFound, .noSuchKeychain: throw .unknownObject
            case .allocate: throw .limitsExceeded("there is no room for the item")
            default: throw BusFailure(error)
            }
        }
    }

    // MARK: New collections

    func createCollection(_ arguments: [BusValue], for caller: ServiceCaller) throws(BusFailure) -> [BusValue] {
        guard let alias = arguments[1].text else { throw .invalidArguments("an alias is a text") }
        let label = try Self.newCollection(arguments[0])
        if let name = try target(ofAlias: alias) {
            let existing = try object(.collection(name))
            guard try isLocked(existing) else { return [.path(existing.path), .path(ObjectPath.none)] }
            return [.path(ObjectPath.none), .path(try makePrompt(.existing(name), for: caller))]
        }
        guard alias.isEmpty else { throw .notSupported("the only alias of a new collection is `default`") }
        try requireRoom()
        return [.path(ObjectPath.none), .path(try makePrompt(.create(label: label), for: caller))]
    }

    func requireRoom() throws(BusFailure) {
        guard table.hasRoom else {
            throw .limitsExceeded("there are too many keychains")
        }
    }

    /// The label of a new collection.
    static func newCollection(_ value: BusValue) throws(BusFailure) -> String {
        guard let properties = value.properties else { throw .invalidArguments("properties are values by names") }
        var label = ""
        for (name, value) in properties {
            guard name == "org.freedesktop.Secret.Collection.Label" else {
                throw .invalidArguments("a collection has no such property")
            }
            label = try Self.labelOfCollection(value)
        }
        return label.isEmpty ? "Unnamed" : label
    }
}

extension SearchAttributes {
    /// With another schema; none for an empty text.
    func settingType(_ type: String) throws(BusFailure) -> SearchAttributes {
        var pairs = pairs.filter { !$0.name.hasSameBytes(as: SecretService.schemaAttribute) }
        if !type.isEmpty { pairs.append(Pair(name: SecretService.schemaAttribute, value: type)) }
        guard let attributes = SearchAttributes(pairs) else {
            throw .limitsExceeded("an item has at most 256 attributes, of 64 KiB together")
        }
        return attributes
    }
}
