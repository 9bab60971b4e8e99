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
    /// - Throws: if nothing was found and a collection could not be searched: a client that takes that for "there is
    ///   none" makes a new secret, and loses the old one. For the same reason if the caller is in doubt and names
    ///   little: what it is told then says nothing of what is there.
    func search(
        _ attributes: SearchAttributes, in collections: [OpenCollection], for caller: ServiceCaller
    ) throws(BusFailure) -> FoundItems {
        let scope = policy.scope(of: caller.principal)
        var found = FoundItems()
        var failure: BusFailure?
        let isVague = isVague(attributes, from: caller.principal)
        if isVague, policy.keepsProgramsApart { throw .isLocked }
        for collection in collections {
            do throws(BusFailure) {
                try search(attributes, in: collection, scope, for: caller, into: &found)
            } catch {
                failure = error
            }
        }
        // The other modes have it in doubt as well about what they do not give to everybody.
        if isVague, !found.locked.isEmpty { throw .isLocked }
        if let failure, found.unlocked.isEmpty, found.locked.isEmpty { throw failure }
        found.sort()
        return found
    }

    private func search(
        _ attributes: SearchAttributes, in collection: OpenCollection, _ scope: GroupScope, for caller: ServiceCaller,
        into found: inout FoundItems
    ) throws(BusFailure) {
        let summaries = try lifting { () throws(KeychainError) in try collection.store.search(attributes, in: scope) }
        guard !summaries.isEmpty else { return }
        let isLocked = try isLocked(collection)
        let folder = collection.path + "/"
        for summary in summaries {
            // What another process deletes meanwhile is not there.
            guard let seen = try? seen(summary, in: collection, by: caller, searching: attributes) else { continue }
            let rank: Int
            switch seen.access {
            case .full: rank = 0
            case .locked: rank = 1
            case .askable: rank = 2
            case .hidden: continue
            }
            let entry = FoundItems.Entry(
                path: folder + String(summary.number), rank: rank, modified: summary.modified, created: summary.created)
            if seen.isFull, !isLocked { found.unlocked.append(entry) } else { found.locked.append(entry) }
        }
    }

    /// Whether a search is by who may be another program, and does not name what it wants: by it anybody could list a
    /// program's items, and guess what their attributes are.
    private func isVague(_ attributes: SearchAttributes, from principal: BusPrincipal) -> Bool {
        // Two attributes, or one and the schema.
        principal.doubt != nil && principal.kind != .nobody && attributes.pairs.count < 2
    }

    /// `login`, the others, and `session`.
    var collections: [OpenCollection] { table.names.compactMap { table[named: $0] } }
}
