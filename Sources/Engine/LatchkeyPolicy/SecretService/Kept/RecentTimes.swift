// When something was last the case.
// SPDX-License-Identifier: Apache-2.0

/// Holds so many; the one that came first leaves for a new one.
struct RecentTimes<Key: Hashable & Sendable>: Sendable {
    private var times: [Key: UInt64] = [:]
    private var order: [Key] = []
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> UInt64? { times[key] }

    mutating func note(_ key: Key, at time: UInt64) {
        if times.updateValue(time, forKey: key) == nil {
            order.append(key)
            if order.count > capacity { times[order.removeFirst()] = nil }
        }
    }

    mutating func forget(_ key: Key) {
        guard times.removeValue(forKey: key) != nil else { return }
        order.removeAll { $0 == key }
    }

    mutating func forgetAll() {
        times = [:]
        order = []
    }
}
