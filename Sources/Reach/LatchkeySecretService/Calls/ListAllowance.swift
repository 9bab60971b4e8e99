// How many lists of items are told.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy

/// A list is told anew whenever an item comes or goes; with many items and many clients that is more than the bus, the
/// clients, and the thread that searches, can take.
struct ListAllowance {
    /// Paths that are sent in ``length``, with each search as ``costOfSearch`` of them; the last list may exceed it.
    private static let most = 4000
    /// Of them for one program with all its connections, whose keychains leave the others their turn.
    private static let mostOfProgram = 2000
    /// A search that finds nothing takes as long as that many paths.
    private static let costOfSearch = 100
    /// Milliseconds.
    private static let length: UInt64 = 250

    private var left = most
    /// What each program has had.
    private var taken: [BusShare: Int] = [:]
    private var count = 0
    /// Milliseconds of the monotonic clock.
    private(set) var end: UInt64 = 0

    /// Whether something may be sent.
    mutating func has(at now: UInt64) -> Bool {
        if now >= end { (left, taken, end) = (Self.most, [:], now &+ Self.length) }
        return left > 0
    }

    /// Whether it may be sent to a client of this program.
    func has(for share: BusShare) -> Bool { taken[share, default: 0] < Self.mostOfProgram }

    /// - Parameters:
    ///   - paths: of the list; 0 if it is not sent.
    ///   - isSearched: whether it was searched for, and not known from another client.
    /// - Returns: how many lists were sent.
    mutating func take(_ paths: Int, isSearched: Bool, for share: BusShare) -> Int {
        let cost = paths + 1 + (isSearched ? Self.costOfSearch : 0)
        left -= cost
        taken[share, default: 0] += cost
        count += 1
        return count
    }
}
