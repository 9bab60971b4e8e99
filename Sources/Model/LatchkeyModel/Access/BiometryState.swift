// Whether a user can show a finger.
// SPDX-License-Identifier: Apache-2.0

/// What the fingerprint reader of the machine is to one user.
package enum BiometryState: Hashable, Sendable {
    /// There is no reader, or nothing that drives it.
    case unavailable
    case notEnrolled
    /// Too many fingers did not match.
    case lockedOut
    /// With a digest of which fingers are enrolled, 32 bytes.
    case enrolled([UInt8])

    /// Bytes of the digest.
    package static let digestSize = 32
}

/// What a machine and a keychain can prove a user by.
package struct PresenceReport: Hashable, Sendable {
    package let hasPassword: Bool
    package let biometry: BiometryState

    package init(hasPassword: Bool, biometry: BiometryState) {
        self.hasPassword = hasPassword
        self.biometry = biometry
    }
}
