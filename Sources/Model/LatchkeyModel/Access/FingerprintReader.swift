// The fingerprint reader of the machine, as those who ask a user see it.
// SPDX-License-Identifier: Apache-2.0

/// What a wait for a finger came to.
package enum FingerOutcome: Hashable, Sendable {
    /// With the digest of the fingers that were enrolled then.
    case matched([UInt8])
    /// Too many did not.
    case notMatched
    case unavailable
    /// Nobody waits for it any more.
    case ended
}

package protocol FingerprintReader: Sendable {
    func state(ofUser user: UInt32) -> BiometryState
    /// Waits for a finger of the user.
    /// - Parameter isWanted: asked a few times a second; the wait ends where it says no.
    func verify(ofUser user: UInt32, while isWanted: () -> Bool) -> FingerOutcome
    /// The user has given a password: fingers count again.
    func endLockout(ofUser user: UInt32)
}
