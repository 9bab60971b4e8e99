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
    /// With what the user has just granted.
    let access: BusAccess
    /// Whether the user has granted that it is read once, and no more.
    let isGrantedOnce: Bool
    let look: ServiceItemLook

    var summary: ServiceItemSummary { look.summary }
    /// Nil if it was not opened, or cannot be now.
    var item: ServiceItem? { look.item }
    /// Whether its keychain is locked.
    var isLocked: Bool { look.isLocked }
    var path: String { ObjectPath.item(.collection(key.collection), key.number).text }
    var isFull: Bool { access == .full }
}

extension SecretService {
    /// - Parameter depth: how much is opened of an item that the caller may have. Of one that it has to ask for it is
    ///   what it is called, and of others nothing.
    /// - Returns: nil for an item that is not there for the caller.
    func seen(
        _ number: Int64, in collection: OpenCollection, by caller: ServiceCaller,
        opening depth: ServiceItemLook.Depth = .summary
    ) throws(BusFailure) -> SeenItem? {
        let key = ItemKey(collection: collection.name, number: number)
        // Whose it is decides, whatever is in it.
        var (access, isGrantedOnce) = (BusAccess.hidden, false)
        let look = try lifting { () throws(KeychainError) in
            try collection.store.look(at: number) { group in
                (access, isGrantedOnce) = self.access(of: caller, to: key, in: group, searching: nil)
                switch access {
                case .hidden, .locked: return .summary
                // The user is told what it is called.
                case .askable: return .attributes
                case .full: return depth
                }
            }
        }
        guard let look else { return nil }
        guard access != .hidden else {
            // The answer comes first: it takes as long as that for an item that there is not.
            afterwards.append { [policy] in
                policy.note(BusEvent(.refused, by: caller.principal, on: look.summary.group))
            }
            return nil
        }
        return SeenItem(key: key, collection: collection, access: access, isGrantedOnce: isGrantedOnce, look: look)
    }

    /// What the caller may do with an item, with what the user has granted.
    /// - Parameter search: what the caller has searched for; nil if it names the item.
    func access(
        of caller: ServiceCaller, to item: ItemKey, in group: AccessGroup, searching search: SearchAttributes?
    ) -> (access: BusAccess, isGrantedOnce: Bool) {
        let access = policy.access(of: caller.principal, to: group, nil, searching: search)
        switch access {
        case .hidden, .full, .locked: return (access, false)
        case .askable(let reason):
            guard search != nil || isClaimed(item, by: caller.principal, reason) else { return (.hidden, false) }
            guard let grant = grant(on: item, to: caller) else { return (access, false) }
            return (.full, grant.isForOnce)
        }
    }

    /// Whether a program may be told by a path, or a signal, that there is an item of another one which it may ask for.
    func isClaimed(_ item: ItemKey, by principal: BusPrincipal, _ reason: BusQuestionReason) -> Bool {
        switch reason {
        case .managed: true
        case .imported, .moved: claimed.contains(item, by: principal.share)
        }
    }

    private func grant(on item: ItemKey, to caller: ServiceCaller) -> ItemGrant? {
        // Another program may have the connection by now.
        guard let grant = clients[caller.name]?.grants[item], grant.end > now, grant.principal == caller.principal,
            grant.epoch == policy.epoch
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
        return try requireFull(seen)
    }

    /// - Throws: `IsLocked` if the caller may not do anything with it now.
    func requireFull(_ seen: SeenItem) throws(BusFailure) -> SeenItem {
        guard seen.isFull, !seen.isGrantedOnce, !seen.isLocked else { throw .isLocked }
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
