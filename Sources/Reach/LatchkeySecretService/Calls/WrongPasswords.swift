// The wrong passwords of one program for one keychain.
// SPDX-License-Identifier: Apache-2.0

/// A keychain makes everybody wait after some wrong passwords, the user too. So that no program brings that about, it
/// waits by itself, and longer than the keychain would.
struct WrongPasswords {
    struct Place: Hashable {
        let program: String
        let keychain: String
    }

    private var count = 0
    /// Milliseconds of the monotonic clock.
    private(set) var end: UInt64 = 0

    /// A script may mistake one keychain's password for another one's.
    private static let free = 2
    private static let first: UInt64 = 4000
    private static let longest: UInt64 = 3_600_000

    /// Each wait is four times as long as the one before, up to an hour.
    mutating func add(at now: UInt64) {
        count += 1
        guard count > Self.free else { return end = now }
        end = now &+ min(Self.longest, Self.first << UInt64(min(2 * (count - Self.free - 1), 20)))
    }

    /// Whether it may be forgotten.
    func isOver(at now: UInt64) -> Bool { now >= end &+ Self.longest }
}
