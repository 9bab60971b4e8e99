// Tests of what is kept of the items that clients look at.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy
import Testing

@testable import LatchkeySecretService

@Suite("Items that clients have looked at") struct WatchedItemsTests {
    private let share = BusShare(of: ServiceBench.principal("first"))

    private func item(_ number: Int64, in collection: KeychainName = "login") -> ItemKey {
        ItemKey(collection: collection, number: number)
    }

    /// How many of these items are kept.
    private func watched(_ watched: WatchedItems, by name: String) -> Int {
        watched.items(of: name, in: "login").count
    }

    @Test func `a client, and a program with all its clients, have so many and no more`() {
        var items = WatchedItems()
        for client in 0..<12 {
            for number in 0..<1100 { items.watch(item(Int64(number)), by: ":1.\(client)", of: share) }
        }
        #expect(watched(items, by: ":1.0") == 1000)
        #expect((0..<12).reduce(0) { $0 + watched(items, by: ":1.\($1)") } == 10_000)
        let other = BusShare(of: ServiceBench.principal("second"))
        items.watch(item(1), by: ":1.99", of: other)
        #expect(items.isWatched(item(1), by: ":1.99"))
    }

    @Test func `what is gone makes room`() {
        var items = WatchedItems()
        func fill() -> Int {
            for client in 0..<10 {
                for number in 0..<1000 { items.watch(item(Int64(number)), by: ":1.\(client)", of: share) }
            }
            return (0..<10).reduce(0) { $0 + watched(items, by: ":1.\($1)") }
        }
        #expect(fill() == 10_000)
        items.left(":1.3")
        #expect(fill() == 10_000)
        items.forget(item(7))
        #expect(!items.isWatched(item(7), by: ":1.0") && fill() == 10_000)
        items.forget(collection: "login")
        #expect(watched(items, by: ":1.0") == 0 && fill() == 10_000)
    }
}
