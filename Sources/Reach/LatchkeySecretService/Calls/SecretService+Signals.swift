// Who is told of what.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// What has become of an item.
enum ItemEvent: String {
    case created = "ItemCreated"
    case changed = "ItemChanged"
    case deleted = "ItemDeleted"
}

extension SecretService {
    /// Longer lists are not sent whenever they change.
    private static let longestList = 1000

    // MARK: Items: to those alone that may see them

    func noteItem(_ key: ItemKey, of group: AccessGroup, _ event: ItemEvent) {
        let item = ObjectPath.item(.collection(key.collection), key.number).text
        let collection = CollectionName.collection(key.collection).path
        for (name, client) in clients where sees(client, group) {
            send(
                BusSignal(
                    path: collection, interface: ServiceInterface.collection.name, member: event.rawValue,
                    destination: name, arguments: [.path(item)]))
            guard event != .changed, client.listed.contains(key.collection) else { continue }
            sendList(of: key.collection, to: name, client)
        }
        guard event == .deleted else { return }
        for name in clients.keys {
            clients[name]?.unwatch(key)
            clients[name]?.grants[key] = nil
        }
    }

    private func sees(_ client: ServiceClient, _ group: AccessGroup) -> Bool {
        switch policy.access(of: client.principal, to: group, nil, searching: nil) {
        case .full: true
        // Who may be another program is not told when its items change.
        case .askable, .locked: client.principal.doubt == nil
        case .hidden: false
        }
    }

    private func sendList(of name: String, to client: String, _ state: ServiceClient) {
        let caller = ServiceCaller(name: client, principal: state.principal)
        guard let collection = table[named: name],
            let found = try? search(.none, in: [name], for: caller).all, found.count <= Self.longestList
        else {
            clients[client]?.listed.remove(name)
            return
        }
        sendProperties(
            of: ServiceInterface.collection, at: collection.path, [("Items", .paths(found.map(\.path)))], to: client)
    }

    /// Tells those that have looked at the item.
    func noteProperties(of seen: SeenItem, _ properties: [ServiceProperty], for caller: ServiceCaller) {
        for (name, client) in clients where client.watched.contains(seen.key) {
            let watcher = ServiceCaller(name: name, principal: client.principal)
            guard let seen = try? self.seen(seen.key.number, in: seen.collection, by: watcher, opens: true) else {
                continue
            }
            let values = ServiceInterface.item.properties.filter { properties.contains($0.property) }.map {
                (name: $0.name, value: value(of: $0.property, seen, watcher))
            }
            sendProperties(of: ServiceInterface.item, at: seen.path, values, to: name)
        }
    }

    // MARK: Collections: to everybody

    /// Looks for keychains that were made or deleted.
    func noteCollections() {
        let (added, removed) = table.refresh()
        guard !added.isEmpty || !removed.isEmpty else { return }
        for name in removed { lockStates[name] = nil }
        for (member, names) in [("CollectionCreated", added), ("CollectionDeleted", removed)] {
            for name in names { sendServiceSignal(member, name) }
        }
        let paths = table.names.map { CollectionName.collection($0).path }
        sendProperties(of: ServiceInterface.service, at: ObjectPath.root, [("Collections", .paths(paths))], to: nil)
    }

    func noteCollectionChanged(_ collection: OpenCollection, _ properties: [(name: String, value: BusValue)]) {
        sendServiceSignal("CollectionChanged", collection.name)
        sendProperties(of: ServiceInterface.collection, at: collection.path, properties, to: nil)
    }

    /// Remembers what a client is shown, if nothing is remembered yet.
    func observe(_ collection: OpenCollection, isLocked: Bool) {
        if lockStates[collection.name] == nil { lockStates[collection.name] = isLocked }
    }

    /// Looks which keychains were locked or unlocked.
    func noteLockStates() {
        for collection in table.opened {
            guard let isLocked = try? isLocked(collection) else { continue }
            let old = lockStates.updateValue(isLocked, forKey: collection.name)
            if let old, old != isLocked { noteLock(of: collection, isLocked) }
        }
    }

    private func noteLock(of collection: OpenCollection, _ isLocked: Bool) {
        if isLocked { forgetManagers() }
        noteCollectionChanged(collection, [("Locked", .boolean(isLocked))])
        for (name, client) in clients {
            let caller = ServiceCaller(name: name, principal: client.principal)
            for key in client.watched where key.collection == collection.name {
                guard let seen = try? seen(key.number, in: collection, by: caller, opens: true) else { continue }
                let locked = value(of: .itemLocked, seen, caller)
                sendProperties(of: ServiceInterface.item, at: seen.path, [("Locked", locked)], to: name)
                send(
                    BusSignal(
                        path: collection.path, interface: ServiceInterface.collection.name,
                        member: ItemEvent.changed.rawValue, destination: name, arguments: [.path(seen.path)]))
            }
        }
    }

    /// The user is away: a manager has no more than at its start.
    package func forgetManagers() {
        policy.forgetManagers()
        for name in clients.keys { clients[name]?.endLongGrants() }
    }

    // MARK: Sending

    private func sendServiceSignal(_ member: String, _ collection: String) {
        send(
            BusSignal(
                path: ObjectPath.root, interface: ServiceInterface.service.name, member: member,
                arguments: [.path(CollectionName.collection(collection).path)]))
    }

    private func sendProperties(
        of interface: ServiceInterface, at path: String, _ values: [(name: String, value: BusValue)],
        to destination: String?
    ) {
        send(
            BusSignal(
                path: path, interface: ServiceInterface.properties.name, member: "PropertiesChanged",
                destination: destination,
                arguments: [.string(interface.name), .properties(values), .array(of: "s", [])]))
    }

    /// What is for one client waits while that is prompted.
    private func send(_ signal: BusSignal) {
        if let name = signal.destination, clients[name]?.prompts.isEmpty == false {
            clients[name]?.postpone(signal)
        } else {
            sending.send(signal)
        }
    }

    /// The client has one prompt less.
    func sendDeferred(to name: String) {
        guard let client = clients[name], client.prompts.isEmpty else { return }
        clients[name]?.deferred = []
        for signal in client.deferred { sending.send(signal) }
    }
}
