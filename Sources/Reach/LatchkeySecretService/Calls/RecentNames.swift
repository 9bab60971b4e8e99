// The names that came last.
// SPDX-License-Identifier: Apache-2.0

/// Holds so many; the one that came first leaves for a new one.
struct RecentNames {
    private var names: Set<String> = []
    private var order: [String] = []
    private var next = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    func contains(_ name: String) -> Bool { names.contains(name) }

    mutating func insert(_ name: String) {
        guard names.insert(name).inserted else { return }
        guard order.count == capacity else {
            order.append(name)
            return
        }
        names.remove(order[next])
        order[next] = name
        next = (next + 1) % capacity
    }
}
