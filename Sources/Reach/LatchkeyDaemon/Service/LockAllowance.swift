// How often programs that are no tools may lock a user's keychains.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// A program that locked without end would have the user type the password without end.
final class LockAllowance: Sendable {
    /// Locks in a minute, of all programs of a user together.
    static let most = 6
    /// Milliseconds.
    private static let period: UInt64 = 60_000

    /// When each user's programs have locked lately, in milliseconds of the monotonic clock.
    private let times = Mutex<[UInt32: [UInt64]]>([:])

    /// Counts one lock.
    /// - Throws: `.interactionNotAllowed` after too many.
    func take(of user: UInt32, at now: UInt64) throws(KeychainError) {
        let isAllowed = times.withLock { times in
            let recent = (times[user] ?? []).filter { $0 + Self.period > now }
            let isAllowed = recent.count < Self.most
            times[user] = isAllowed ? recent + [now] : recent
            // Users who have not locked lately are forgotten.
            times = times.filter { $0.value.contains { $0 + Self.period > now } }
            return isAllowed
        }
        guard isAllowed else {
            throw KeychainError(
                .interactionNotAllowed, during: "locking a keychain",
                hint: "programs have locked it several times in the last minute; use `security lock-keychain`")
        }
    }
}
