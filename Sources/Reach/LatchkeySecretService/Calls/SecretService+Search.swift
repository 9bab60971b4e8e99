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
    ///   none" makes a new secret, and loses the old one.
    func search(
        _ attributes: SearchAttributes, in collections: [OpenCollection], for caller: ServiceCaller
    ) throws(BusFailure) -> FoundItems {
        let scope = policy.scope(of: caller.principal)
        var found = FoundItems()
        var failure: BusFailure?
        for collection in collections {
            do throws(BusFailure) {
                try search(attributes, in: collection, scope, for: caller, into: &found)
            } catch {
                failure = error
            }
        }
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

    /// `login`, the others, and `session`.
    var collections: [OpenCollection] { table.names.compactMap { table[named: $0] } }
}
