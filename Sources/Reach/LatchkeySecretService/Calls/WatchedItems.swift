// Which clients have looked at which items.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// They are told when these are locked or unlocked. What is kept is bounded for each client, for each program with all
/// its connections, and in all.
struct WatchedItems {
    private struct Client {
        /// Of when it first looked at one: what it has counts there.
        let share: BusShare
        var items: Set<ItemKey> = []
    }

    private static let mostOfClient = 1000
    private static let mostOfProgram = 10_000
    private static let mostOfAll = 200_000

    /// By unique name.
    private var clients: [String: Client] = [:]
    private var counts: [BusShare: Int] = [:]
    private var count = 0

    /// Without room the client is not told.
    mutating func watch(_ item: ItemKey, by name: String, of share: BusShare) {
        let client = clients[name] ?? Client(share: share)
        guard !client.items.contains(item), client.items.count < Self.mostOfClient,
            counts[client.share, default: 0] < Self.mostOfProgram, count < Self.mostOfAll
        else { return }
        clients[name, default: client].items.insert(item)
        counts[client.share, default: 0] += 1
        count += 1
    }

    func isWatched(_ item: ItemKey, by name: String) -> Bool { clients[name]?.items.contains(item) ?? false }

    func items(of name: String, in collection: KeychainName) -> Set<ItemKey> {
        clients[name]?.items.filter { $0.collection == collection } ?? []
    }

    /// The item is gone.
    mutating func forget(_ item: ItemKey) {
        for name in clients.keys where clients[name]?.items.remove(item) != nil { discount(1, of: name) }
    }

    /// The collection is gone.
    mutating func forget(collection: KeychainName) {
        for name in clients.keys {
            let gone = items(of: name, in: collection)
            clients[name]?.items.subtract(gone)
            discount(gone.count, of: name)
        }
    }

    /// The client is gone.
    mutating func left(_ name: String) {
        discount(clients[name]?.items.count ?? 0, of: name)
        clients[name] = nil
    }

    private mutating func discount(_ number: Int, of name: String) {
        guard number > 0, let share = clients[name]?.share else { return }
        let left = counts[share, default: 0] - number
        counts[share] = left > 0 ? left : nil
        count -= number
    }
}
