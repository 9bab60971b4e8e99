// What an evaluation of trust comes to, by Apple's numbers.
// SPDX-License-Identifier: Apache-2.0

/// The result of an evaluation.
public enum SecTrustResultType: UInt32, Sendable {
    /// There was no evaluation since the object was made or changed.
    case invalid = 0
    /// Trusted, because a trust setting says so.
    case proceed = 1
    /// Not used any more.
    case confirm = 2
    /// Not trusted, because a trust setting says so.
    case deny = 3
    /// Trusted; nobody decided otherwise.
    case unspecified = 4
    /// Not trusted, for a reason that a user could overrule.
    case recoverableTrustFailure = 5
    /// Not trusted, because a certificate is defective.
    case fatalTrustFailure = 6
    /// The evaluation could not be made.
    case otherError = 7
}
