// What becomes of a secret once it is open.
// SPDX-License-Identifier: Apache-2.0

/// Why the secret of an item is opened. It goes no further than that.
package enum SecretPurpose: Hashable, Sendable {
    /// The caller gets it; of a private key that stays, its public half.
    case answer
    /// A private key works, and the caller gets what it computes.
    case use
    /// It is looked at or sealed again, and nothing of it leaves the service.
    case keep
    /// It goes into a backup, sealed under the key of that.
    case backUp
    /// It goes with its item to another keychain of the same user.
    case move
}
