// How many lists of items are told.
// SPDX-License-Identifier: Apache-2.0

/// A list is told anew whenever an item comes or goes; with many items and many clients that is more than the bus, and
/// the clients, can take.
struct ListAllowance {
    /// Paths that are sent in ``length``; the last list may exceed it.
    private static let most = 4000
    /// Milliseconds.
    private static let length: UInt64 = 250

    private var left = most
    private var count = 0
    /// Milliseconds of the monotonic clock.
    private(set) var end: UInt64 = 0

    /// Whether something may be sent.
    mutating func has(at now: UInt64) -> Bool {
        if now >= end { (left, end) = (Self.most, now &+ Self.length) }
        return left > 0
    }

    /// - Returns: how many lists were sent.
    mutating func take(_ paths: Int) -> Int {
        left -= paths + 1
        count += 1
        return count
    }
}
