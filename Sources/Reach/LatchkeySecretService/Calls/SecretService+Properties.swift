// Properties of objects.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension SecretService {
    /// Seconds between the start of Unix time and that of the keychain's.
    private static let epoch = 978_307_200.0

    func property(
        _ arguments: [BusValue], at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue] {
        guard let interface = arguments[0].text, let name = arguments[1].text else {
            throw .invalidArguments("names are texts")
        }
        let property = try property(name, of: interface, at: path, caller)
        if case .items = property.property, case .collection(let name) = path, let collection = table[name] {
            // Asked for alone, the list is one that a client believes.
            return [.variant(try items(in: collection, for: caller))]
        }
        let value = try values(of: [property], at: path, caller).first?.value
        guard let value else { throw .unknownProperty }
        return [.variant(value)]
    }

    /// Always answers for an object that the caller sees: with less if it is locked.
    func allProperties(
        _ arguments: [BusValue], at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue] {
        guard let name = arguments[0].text else { throw .invalidArguments("an interface is a text") }
        var interfaces = ServiceInterface.interfaces(of: path)
        if !name.isEmpty {
            interfaces = interfaces.filter { $0.name.utf8.elementsEqual(name.utf8) }
            guard !interfaces.isEmpty else {
                try requireObject(at: path, for: caller)
                throw .unknownInterface
            }
        }
        let properties = interfaces.flatMap(\.properties)
        do throws(BusFailure) { return [.properties(try values(of: properties, at: path, caller))] } catch {
            guard case .collection(let name) = path, table.contains(name), error != .accessDenied else { throw error }
            return [.properties(Self.valuesOfUnopened(name, properties))]
        }
    }

    private func property(
        _ name: String, of interface: String, at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> ServiceInterface.Property {
        var isKnown = false
        for candidate in ServiceInterface.interfaces(of: path)
        where interface.isEmpty || candidate.name.utf8.elementsEqual(interface.utf8) {
            isKnown = true
            if let property = candidate.property(name) { return property }
        }
        try requireObject(at: path, for: caller)
        throw isKnown ? .unknownProperty : .unknownInterface
    }

    /// - Throws: `UnknownObject` if there is nothing at the path.
    private func values(
        of properties: [ServiceInterface.Property], at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [(name: String, value: BusValue)] {
        switch path {
        case .service:
            return properties.map { ($0.name, .paths(table.names.map { CollectionName.collection($0).path })) }
        case .collection(let name):
            return try values(of: properties, object(name), caller)
        case .item(let name, let number):
            guard let seen = try seen(number, in: object(name), by: caller, opening: .attributes) else {
                throw .unknownObject
            }
            watched.watch(seen.key, by: caller.name, of: caller.principal.share)
            return properties.map { ($0.name, value(of: $0.property, seen, caller)) }
        case .session, .prompt, .folder:
            try requireObject(at: path, for: caller)
            return []
        }
    }

    func values(
        of properties: [ServiceInterface.Property], _ collection: OpenCollection, _ caller: ServiceCaller
    ) throws(BusFailure) -> [(name: String, value: BusValue)] {
        let state = try lifting { () throws(KeychainError) in try collection.store.state() }
        if properties.contains(where: { $0.property == .collectionLocked }) {
            observe(collection, isLocked: state.isLocked)
        }
        var values: [(name: String, value: BusValue)] = []
        for property in properties {
            let value: BusValue
            switch property.property {
            case .collectionLabel: value = .string(state.label)
            case .collectionLocked: value = .boolean(state.isLocked)
            case .collectionCreated: value = .uint64(state.created)
            case .collectionModified: value = .uint64(state.modified)
            case .items:
                value = try itemsIfAny(in: collection, for: caller)
            case .collections, .itemLocked, .itemAttributes, .itemLabel, .itemType, .itemCreated, .itemModified:
                continue
            }
            values.append((property.name, value))
        }
        return values
    }

    /// Of a collection that does not open. Clients read the properties of all, and would do without all of them.
    private static func valuesOfUnopened(
        _ name: CollectionName, _ properties: [ServiceInterface.Property]
    ) -> [(name: String, value: BusValue)] {
        let label =
            switch name {
            case .collection(let name): name.text
            case .alias(let alias): alias
            }
        return properties.compactMap { property in
            switch property.property {
            case .collectionLabel: (property.name, .string(label))
            case .collectionLocked: (property.name, .boolean(true))
            case .collectionCreated, .collectionModified: (property.name, .uint64(0))
            case .items: (property.name, .paths([]))
            case .collections, .itemLocked, .itemAttributes, .itemLabel, .itemType, .itemCreated, .itemModified: nil
            }
        }
    }

    private func items(in collection: OpenCollection, for caller: ServiceCaller) throws(BusFailure) -> BusValue {
        clients[caller.name]?.listed.insert(collection.name)
        return .paths(try search(.none, in: [collection.name], for: caller).all.map(\.path))
    }

    /// Clients cannot do without the other properties: a program in doubt, or that nothing is known about, has none
    /// here.
    private func itemsIfAny(in collection: OpenCollection, for caller: ServiceCaller) throws(BusFailure) -> BusValue {
        if caller.principal.doubt != nil, policy.keepsProgramsApart { return .paths([]) }
        do throws(BusFailure) { return try items(in: collection, for: caller) } catch {
            guard error == .accessDenied else { throw error }
            return .paths([])
        }
    }

    /// What cannot be opened, or is another's, shows no more than that it is there.
    func value(of property: ServiceProperty, _ seen: SeenItem, _ caller: ServiceCaller) -> BusValue {
        let isShown = seen.isFull || showsAll(seen, to: caller.principal)
        let item = isShown ? seen.item : nil
        switch property {
        case .itemLocked: return .boolean(!seen.isFull || seen.item == nil)
        case .itemAttributes: return .attributes(item?.attributes ?? .none)
        case .itemLabel: return .string(item?.label ?? "")
        case .itemType: return .string(item?.attributes[Self.schemaAttribute] ?? "")
        // Who may be another program is not told when its items are used.
        case .itemCreated: return .uint64(isTimed(seen, caller) ? Self.seconds(seen.summary.created) : 0)
        case .itemModified: return .uint64(isTimed(seen, caller) ? Self.seconds(seen.summary.modified) : 0)
        case .collections, .items, .collectionLabel, .collectionLocked, .collectionCreated, .collectionModified:
            return .string("")
        }
    }

    private func isTimed(_ seen: SeenItem, _ caller: ServiceCaller) -> Bool {
        seen.isFull || caller.principal.doubt == nil
    }

    private func showsAll(_ seen: SeenItem, to principal: BusPrincipal) -> Bool {
        guard case .askable(.managed) = seen.access else { return false }
        return policy.seesAttributesOfAll(principal)
    }

    /// Whole seconds of Unix time, never 0.
    private static func seconds(_ time: Double) -> UInt64 {
        max(1, UInt64(exactly: (time + epoch).rounded(.down)) ?? 1)
    }

    // MARK: Setting

    func setProperty(
        _ call: BusCall, at path: ObjectPath, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        guard let interface = call.arguments[0].text, let name = call.arguments[1].text,
            let value = call.arguments[2].contained
        else { throw .invalidArguments("names are texts") }
        let property = try property(name, of: interface, at: path, caller)
        guard property.isWritable else {
            try requireObject(at: path, for: caller)
            throw .propertyReadOnly
        }
        guard value.signature == property.signature else { throw .invalidArguments("the property has another type") }
        switch path {
        case .collection(let name):
            return try rename(object(name), to: Self.labelOfCollection(value), call, caller)
        case .item(let name, let number):
            try set(property, to: value, of: number, in: object(name), caller)
            return []
        case .service, .session, .prompt, .folder: throw .propertyReadOnly
        }
    }

    private func set(
        _ property: ServiceInterface.Property, to value: BusValue, of number: Int64, in collection: OpenCollection,
        _ caller: ServiceCaller
    ) throws(BusFailure) {
        let seen = try requireFull(number, in: collection, for: caller)
        var change = ServiceItemChange()
        switch property.property {
        case .itemLabel: change.label = try Self.label(value)
        case .itemAttributes: change.attributes = try SearchAttributes(reading: value)
        case .itemType:
            let item = try lifting { () throws(KeychainError) in try collection.store.item(number) }
            change.attributes = try item.attributes.settingType(value.text ?? "")
        case .itemLocked, .itemCreated, .itemModified, .collections, .items, .collectionLabel, .collectionLocked,
            .collectionCreated, .collectionModified:
            throw .propertyReadOnly
        }
        try self.change(seen, change)
        let also: [ServiceProperty] = change.attributes == nil ? [.itemLabel] : [.itemAttributes, .itemType]
        noteProperties(of: seen, also + [.itemModified], for: caller)
    }

    private func rename(
        _ collection: OpenCollection, to label: String, _ call: BusCall, _ caller: ServiceCaller
    ) throws(BusFailure) -> [BusValue]? {
        guard try !isLocked(collection) else { throw .isLocked }
        guard collection.store.handling != nil, policy.keepsProgramsApart else {
            try rename(collection, to: label)
            return []
        }
        try hold(
            call, .label(collection: collection.name, label), for: caller,
            asking: .rename(keychain: collection.name, label: label), key: .ofCall(call.number))
        return nil
    }

    func rename(_ collection: OpenCollection, to label: String) throws(BusFailure) {
        try lifting { () throws(KeychainError) in try collection.store.rename(to: label) }
        noteCollectionChanged(collection, [("Label", .string(label))])
    }
}
