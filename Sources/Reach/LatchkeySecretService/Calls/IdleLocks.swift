// How often programs end what the user has granted to others, by a lock of what cannot be locked.
// SPDX-License-Identifier: Apache-2.0

/// A program that did so without end would have the user permit the same without end.
struct IdleLocks {
    /// In ``period``, of all programs together.
    private static let most = 6
    /// Milliseconds.
    private static let period: UInt64 = 60_000

    /// The last ones, in milliseconds of the monotonic clock.
    private var times: [UInt64] = []

    /// - Returns: whether there is room for another one.
    mutating func take(at now: UInt64) -> Bool {
        times.removeAll { $0 &+ Self.period <= now }
        guard times.count < Self.most else { return false }
        times.append(now)
        return true
    }
}
