// The wrong passwords of programs for one keychain.
// SPDX-License-Identifier: Apache-2.0

/// A keychain makes everybody wait after some wrong passwords, the user too. So that no program brings that about, it
/// waits by itself, and longer than the keychain would. So do all programs together: copies of one are new ones.
struct WrongPasswords {
    /// How long who has given wrong passwords waits.
    struct Schedule {
        /// A script may mistake one keychain's password for another one's.
        let free: Int
        /// Milliseconds.
        let first: UInt64
        let longest: UInt64
        /// Each wait is so many times as long as the one before.
        let factor: UInt64

        static let ofProgram = Schedule(free: 2, first: 4000, longest: 3_600_000, factor: 4)
        /// It bounds how long other programs can keep one from giving a password that is right. The user's own dialog,
        /// and the commands, do not wait for it.
        static let ofKeychain = Schedule(free: 4, first: 4000, longest: 900_000, factor: 2)
    }

    private let schedule: Schedule
    private var count = 0
    private var length: UInt64 = 0
    /// Milliseconds of the monotonic clock.
    private(set) var end: UInt64 = 0

    init(_ schedule: Schedule) { self.schedule = schedule }

    mutating func add(at now: UInt64) {
        if isOver(at: now) { (count, length) = (0, 0) }
        count += 1
        if count > schedule.free {
            length = length == 0 ? schedule.first : min(schedule.longest, length * schedule.factor)
        }
        end = now &+ length
    }

    /// Whether another password is tried while some are.
    func mayTry(at now: UInt64, besides others: Int) -> Bool {
        // Any of them may be wrong, and they are begun before that is known.
        now >= end && (others == 0 || count + others < schedule.free)
    }

    /// Whether it may be forgotten.
    func isOver(at now: UInt64) -> Bool { now >= end &+ schedule.longest }
}
