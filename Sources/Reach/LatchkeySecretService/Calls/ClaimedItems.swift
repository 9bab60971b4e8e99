// Items of others that programs have found by a search of their own.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// The user may be asked about such an item. Of its neighbours, whose paths a program can guess, it learns nothing.
struct ClaimedItems {
    /// When there are more, the program with the most loses what it has found, and can search again.
    private let most: Int
    private var items: [BusShare: Set<ItemKey>] = [:]
    private var count = 0

    /// - Parameter most: fewer than usual only in tests.
    init(most: Int = 1 << 18) { self.most = most }

    mutating func found(_ item: ItemKey, by share: BusShare) {
        guard !contains(item, by: share) else { return }
        if count >= most, let greediest = items.max(by: { $0.value.count < $1.value.count }) {
            items[greediest.key] = nil
            count -= greediest.value.count
        }
        items[share, default: []].insert(item)
        count += 1
    }

    func contains(_ item: ItemKey, by share: BusShare) -> Bool { items[share]?.contains(item) ?? false }
}
