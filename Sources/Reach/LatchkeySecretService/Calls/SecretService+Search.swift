// Searches.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// What a search has found, for one client.
struct FoundItems {
    struct Entry {
        let path: String
        /// Its own first: some clients take the first alone.
        let rank: Int
        let modified: Double
        let created: Double
    }

    var unlocked: [Entry] = []
    var locked: [Entry] = []

    var isEmpty: Bool { unlocked.isEmpty && locked.isEmpty }

    /// Newest modified first, then newest created.
    mutating func sort() {
        Self.sort(&unlocked)
        Self.sort(&locked)
    }

    private static func sort(_ entries: inout [Entry]) {
        func precedes(_ first: Entry, _ second: Entry) -> Bool {
            (first.rank, second.modified, second.created) < (second.rank, first.modified, first.created)
        }
        // What comes of one collection is in order already.
        let isSorted = zip(entries, entries.dropFirst()).allSatisfy { !precedes($1, $0) }
        if !isSorted { entries.sort(by: precedes) }
    }

    var all: [Entry] {
        var all = unlocked + locked
        Self.sort(&all)
        return all
    }
}

extension SecretService {
    /// - Parameter names: of collections.
    /// - Throws: if nothing was found and a collection could not be searched: a client that takes that for "there is
    ///   none" makes a new secret, and loses the old one. So does one that nothing is known about. For the same reason
    ///   if the caller is in doubt and names little: what it is told then says nothing of what is there.
    func search(
        _ attributes: SearchAttributes, in names: [KeychainName], for caller: ServiceCaller
    ) throws(BusFailure) -> FoundItems {
        let scope = policy.scope(of: caller.principal)
        if case .only(let groups) = scope, groups.isEmpty { throw .accessDenied }
        var found = FoundItems()
        var failure: BusFailure?
        let isVague = isVague(attributes, from: caller.principal)
        if isVague, policy.keepsProgramsApart { throw .isLocked }
        for name in names {
            do throws(BusFailure) {
                try search(attributes, in: object(.collection(name)), scope, for: caller, into: &found)
            } catch {
                failure = error
            }
        }
        // The other modes have it in doubt as well about what they do not give to everybody.
        if isVague, !found.locked.isEmpty { throw .isLocked }
        guard found.unlocked.isEmpty, found.locked.isEmpty else {
            found.sort()
            return found
        }
        if let failure { throw failure }
        // Not all groups that it would have are known now.
        if caller.principal.doubt != nil, policy.keepsProgramsApart { throw .isLocked }
        return found
    }

    private func search(
        _ attributes: SearchAttributes, in collection: OpenCollection, _ scope: GroupScope, for caller: ServiceCaller,
        into found: inout FoundItems
    ) throws(BusFailure) {
        let principal = caller.principal
        // Whose it is is decided before it is opened: else a search would take time for what others have stored.
        let result = try lifting { () throws(KeychainError) in
            try collection.store.search(
                attributes, in: scope, admitting: { policy.mayFind($0, principal, searching: attributes) })
        }
        guard !result.items.isEmpty else { return }
        let folder = collection.path + "/"
        for summary in result.items {
            let key = ItemKey(collection: collection.name, number: summary.number)
            let (access, _) = access(of: caller, to: key, in: summary.group, searching: attributes)
            let rank: Int
            switch access {
            case .full: rank = 0
            case .locked: rank = 1
            case .askable(let reason):
                if reason != .managed { claimed.found(key, by: principal.share) }
                rank = 2
            case .hidden: continue
            }
            let entry = FoundItems.Entry(
                path: folder + String(summary.number), rank: rank, modified: summary.modified, created: summary.created)
            if access == .full, !result.isLocked { found.unlocked.append(entry) } else { found.locked.append(entry) }
        }
    }

    /// Whether a search is by who may be another program, and does not name what it wants: by it anybody could list a
    /// program's items, and guess what their attributes are.
    private func isVague(_ attributes: SearchAttributes, from principal: BusPrincipal) -> Bool {
        // Two attributes, or one and the schema.
        principal.doubt != nil && principal.kind != .nobody && attributes.pairs.count < 2
    }

    /// `login`, the others, and `session`, as far as they can be opened.
    var collections: [OpenCollection] { table.names.compactMap { table[named: $0] } }

    /// - Throws: `UnknownObject` if there is none, `Failed` if it cannot be opened: a client that is told that there is
    ///   none makes a new one.
    func object(_ name: CollectionName) throws(BusFailure) -> OpenCollection {
        if let collection = table[name] { return collection }
        throw table.contains(name) ? .notOpened : .unknownObject
    }
}
