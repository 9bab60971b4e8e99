// How often programs that are no tools may lock a user's keychains.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// A program that locked without end would have the user type the password without end. Each keychain is counted for
/// itself: who locks one of their own takes nothing from the others.
final class LockAllowance: Sendable {
    /// Locks of a keychain in a minute, of all programs of a user together.
    static let most = 6
    /// Keychains that are counted for a user at once.
    static let mostKeychains = 1000
    /// Milliseconds.
    private static let period: UInt64 = 60_000

    /// When each user's programs have locked a keychain lately, in milliseconds of the monotonic clock.
    private let times = Mutex<[UInt32: [String: [UInt64]]]>([:])

    /// Counts one lock.
    /// - Parameter keychain: the path of its file.
    /// - Throws: `.interactionNotAllowed` after too many.
    func take(of keychain: String, by user: UInt32, at now: UInt64) throws(KeychainError) {
        let isAllowed = times.withLock { times in
            // Who has not locked lately is forgotten.
            times = times.compactMapValues { keychains in
                let recent = keychains.compactMapValues { times in
                    let recent = times.filter { $0 + Self.period > now }
                    return recent.isEmpty ? nil : recent
                }
                return recent.isEmpty ? nil : recent
            }
            let known = times[user]?[keychain] ?? []
            guard known.count < Self.most, !known.isEmpty || times[user, default: [:]].count < Self.mostKeychains else {
                return false
            }
            times[user, default: [:]][keychain, default: []].append(now)
            return true
        }
        guard isAllowed else {
            throw KeychainError(
                .interactionNotAllowed, during: "locking a keychain",
                hint: "programs have locked it several times in the last minute; use `security lock-keychain`")
        }
    }
}
