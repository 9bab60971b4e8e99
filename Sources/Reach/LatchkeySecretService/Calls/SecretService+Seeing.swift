// What a client may see of items.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// An item as one client sees it.
struct SeenItem {
    let key: ItemKey
    let collection: OpenCollection
    let summary: ServiceItemSummary
    /// With what the user has just granted.
    let access: BusAccess
    /// Nil if it was not opened, or cannot be now.
    let item: ServiceItem?
    /// Whether the user has granted that it is read once, and no more.
    var isGrantedOnce = false

    var path: String { ObjectPath.item(.collection(key.collection), key.number).text }
    var isFull: Bool { access == .full }
}

extension SecretService {
    /// - Parameter opens: whether the item is opened also if that does not decide.
    /// - Returns: nil for an item that is not there for the caller.
    func seen(
        _ number: Int64, in collection: OpenCollection, by caller: ServiceCaller, opens: Bool = false
    ) throws(BusFailure) -> SeenItem? {
        let summary = try lifting { () throws(KeychainError) in try collection.store.summary(of: number) }
        guard let summary else { return nil }
        let seen = try seen(summary, in: collection, by: caller, searching: nil, opens: opens)
        if seen == nil {
            // The answer comes first: it takes as long as that for an item that there is not.
            afterwards.append { [policy] in policy.note(BusEvent(.refused, by: caller.principal, on: summary.group)) }
        }
        return seen
    }

    /// - Parameter search: what the caller has searched for; nil if it names the item.
    func seen(
        _ summary: ServiceItemSummary, in collection: OpenCollection, by caller: ServiceCaller,
        searching search: SearchAttributes?, opens: Bool = false
    ) throws(BusFailure) -> SeenItem? {
        let principal = caller.principal
        let key = ItemKey(collection: collection.name, number: summary.number)
        // Whose it is decides, whatever is in it.
        var access = policy.access(of: principal, to: summary.group, nil, searching: search)
        var opens = opens
        var grant: ItemGrant?
        switch access {
        case .hidden: return nil
        case .askable:
            grant = self.grant(on: key, to: caller)
            if grant != nil { access = .full }
            // The user is told what it is called.
            opens = opens || search == nil
        case .full, .locked: break
        }
        let item = opens ? try opened(summary.number, in: collection) : nil
        return SeenItem(
            key: key, collection: collection, summary: summary, access: access, item: item,
            isGrantedOnce: grant?.isForOnce ?? false)
    }

    /// Nil while the collection is locked.
    private func opened(_ number: Int64, in collection: OpenCollection) throws(BusFailure) -> ServiceItem? {
        do throws(KeychainError) { return try collection.store.item(number) } catch {
            guard error.code == .interactionNotAllowed else { throw BusFailure(error) }
            return nil
        }
    }

    private func grant(on item: ItemKey, to caller: ServiceCaller) -> ItemGrant? {
        // Another program may have the connection by now.
        guard let grant = clients[caller.name]?.grants[item], grant.end > now, grant.principal == caller.principal
        else { return nil }
        return grant
    }

    func isLocked(_ collection: OpenCollection) throws(BusFailure) -> Bool {
        try lifting { () throws(KeychainError) in try collection.store.state().isLocked }
    }

    /// The item of an own path, which the caller may do anything with.
    /// - Throws: `UnknownObject` if it is not there, `IsLocked` if the caller may not now.
    func requireFull(
        _ number: Int64, in collection: OpenCollection, for caller: ServiceCaller
    ) throws(BusFailure) -> SeenItem {
        guard let seen = try seen(number, in: collection, by: caller) else { throw .unknownObject }
        guard seen.isFull, !seen.isGrantedOnce, try !isLocked(collection) else { throw .isLocked }
        return seen
    }

    /// What the keychain answers to a call on an object by its own path.
    func lifting<Result>(_ body: () throws(KeychainError) -> Result) throws(BusFailure) -> Result {
        do throws(KeychainError) { return try body() } catch {
            switch error.code {
            case .itemNotFound, .noSuchKeychain: throw .unknownObject
            default: throw BusFailure(error)
            }
        }
    }
}
