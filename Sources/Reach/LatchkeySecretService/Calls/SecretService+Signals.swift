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
    /// Items of which clients are told that they are locked or unlocked when their collection is. All are told of that.
    private static let mostLocked = 1000
    /// Signals of all clients that wait for the end of a prompt.
    private static let mostDeferred = 1 << 14

    // MARK: Items: to those alone that may see them

    func noteItem(_ key: ItemKey, of group: AccessGroup, _ event: ItemEvent) {
        let item = ObjectPath.item(.collection(key.collection), key.number).text
        let collection = CollectionName.collection(key.collection).path
        for (name, client) in clients where sees(client, key, group) {
            send(
                BusSignal(
                    path: collection, interface: ServiceInterface.collection.name, member: event.rawValue,
                    destination: name, arguments: [.path(item)]))
            guard event != .changed, client.listed.contains(key.collection) else { continue }
            clients[name]?.outdated.insert(key.collection)
            hasOutdated = true
        }
        sendLists()
        guard event == .deleted else { return }
        watched.forget(key)
        for name in clients.keys { clients[name]?.grants[key] = nil }
    }

    private func sees(_ client: ServiceClient, _ item: ItemKey, _ group: AccessGroup) -> Bool {
        switch policy.access(of: client.principal, to: group, nil, searching: nil) {
        case .full: true
        // Who may be another program is not told when its items change.
        case .askable(let reason): client.principal.doubt == nil && isClaimed(item, by: client.principal, reason)
        case .locked: client.principal.doubt == nil
        case .hidden: false
        }
    }

    /// Sends lists that have changed, as many as may be sent now; those who wait for longest come first. Whoever is
    /// prompted gets the list once that is over.
    func sendLists() {
        guard hasOutdated, listAllowance.has(at: now) else { return }
        var found: [ListKey: [String]?] = [:]
        let waiting = clients.filter { !$0.value.outdated.isEmpty && !isPrompted($0.value) }
        hasOutdated = false
        for (name, client) in waiting.sorted(by: { $0.value.lastList < $1.value.lastList }) {
            for collection in client.outdated {
                guard listAllowance.has(at: now) else {
                    hasOutdated = true
                    return
                }
                guard listAllowance.has(for: client.principal.share) else {
                    hasOutdated = true
                    break
                }
                let key = ListKey(principal: client.principal, collection: collection)
                let known = found[key]
                let list = known ?? self.list(of: collection, for: name, client)
                found[key] = .some(list)
                clients[name]?.outdated.remove(collection)
                clients[name]?.lastList = listAllowance.take(
                    list?.count ?? 0, isSearched: known == nil, for: client.principal.share)
                guard let list else {
                    clients[name]?.listed.remove(collection)
                    continue
                }
                sendProperties(
                    of: ServiceInterface.collection, at: CollectionName.collection(collection).path,
                    [("Items", .paths(list))], to: name)
            }
        }
    }

    private struct ListKey: Hashable {
        let principal: BusPrincipal
        let collection: KeychainName
    }

    /// - Returns: nil if it cannot be told, or is too long for that.
    private func list(of name: KeychainName, for client: String, _ state: ServiceClient) -> [String]? {
        let caller = ServiceCaller(name: client, principal: state.principal)
        guard table[named: name] != nil,
            let found = try? search(.none, in: [name], for: caller).all, found.count <= Self.longestList
        else { return nil }
        return found.map(\.path)
    }

    /// Tells those that have looked at the item.
    func noteProperties(of seen: SeenItem, _ properties: [ServiceProperty], for caller: ServiceCaller) {
        for (name, client) in clients where watched.isWatched(seen.key, by: name) {
            if isPrompted(client) {
                clients[name]?.postpone(properties, of: seen.key)
            } else {
                sendProperties(properties, of: seen.key, in: seen.collection, to: name, client)
            }
        }
    }

    private func sendProperties(
        _ properties: some Collection<ServiceProperty>, of item: ItemKey, in collection: OpenCollection,
        to name: String, _ client: ServiceClient
    ) {
        let watcher = ServiceCaller(name: name, principal: client.principal)
        guard let seen = try? seen(item.number, in: collection, by: watcher, opening: .attributes) else { return }
        let values = ServiceInterface.item.properties.filter { properties.contains($0.property) }.map {
            (name: $0.name, value: value(of: $0.property, seen, watcher))
        }
        sendProperties(of: ServiceInterface.item, at: seen.path, values, to: name)
    }

    // MARK: Collections: to everybody

    /// Looks for keychains that were made or deleted.
    func noteCollections() {
        let (added, removed) = table.refresh()
        guard !added.isEmpty || !removed.isEmpty else { return }
        for name in removed { (lockStates[name], eras[name]) = (nil, nil) }
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
            guard let state = try? collection.store.state() else { continue }
            // Also if it is unlocked again by now.
            if let old = eras.updateValue(state.era, forKey: collection.name), old != state.era { forgetManagers() }
            let old = lockStates.updateValue(state.isLocked, forKey: collection.name)
            if let old, old != state.isLocked { noteLock(of: collection, state.isLocked) }
        }
    }

    private func noteLock(of collection: OpenCollection, _ isLocked: Bool) {
        if isLocked { forgetManagers() }
        noteCollectionChanged(collection, [("Locked", .boolean(isLocked))])
        let watchers = clients.map { name, client in
            (name: name, client: client, items: watched.items(of: name, in: collection.name))
        }
        // Whoever watches little is told of all of it.
        var left = Self.mostLocked
        for (place, watcher) in watchers.sorted(by: { $0.items.count < $1.items.count }).enumerated() {
            let (name, items) = (watcher.name, watcher.items.prefix(left / (watchers.count - place)))
            let caller = ServiceCaller(name: name, principal: watcher.client.principal)
            left -= items.count
            for key in items {
                guard let seen = try? seen(key.number, in: collection, by: caller, opening: .attributes) else {
                    continue
                }
                let locked = value(of: .itemLocked, seen, caller)
                sendProperties(of: ServiceInterface.item, at: seen.path, [("Locked", locked)], to: name)
                send(
                    BusSignal(
                        path: collection.path, interface: ServiceInterface.collection.name,
                        member: ItemEvent.changed.rawValue, destination: name, arguments: [.path(seen.path)]))
            }
        }
    }

    /// The user is away, or has locked: nobody has more than at the start.
    package func forgetManagers() {
        policy.forgetManagers()
        for name in clients.keys { clients[name]?.grants = [:] }
    }

    // MARK: Sending

    private func sendServiceSignal(_ member: String, _ collection: KeychainName) {
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
        guard let name = signal.destination, let client = clients[name], isPrompted(client) else {
            return sending.send(signal)
        }
        guard client.deferred.count < ServiceClient.mostDeferred, deferredCount < Self.mostDeferred else { return }
        clients[name]?.deferred.append(signal)
        deferredCount += 1
    }

    /// Whether the user is asked for one of its prompts. A prompt that it does not show holds nothing back.
    private func isPrompted(_ client: ServiceClient) -> Bool {
        client.prompts.contains { prompts[$0]?.isStarted == true }
    }

    /// The client has one prompt less.
    func sendDeferred(to name: String) {
        guard let client = clients[name], !isPrompted(client) else { return }
        clients[name]?.deferred = []
        clients[name]?.changed = [:]
        deferredCount -= client.deferred.count
        for signal in client.deferred { sending.send(signal) }
        for (item, properties) in client.changed {
            guard let collection = table[named: item.collection] else { continue }
            sendProperties(properties, of: item, in: collection, to: name, client)
        }
        if !client.outdated.isEmpty { hasOutdated = true }
        sendLists()
    }
}
