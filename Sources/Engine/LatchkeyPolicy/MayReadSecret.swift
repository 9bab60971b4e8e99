// The right to open the secret of one item.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// What the store wants to see before it opens a secret. ``KeychainPolicy`` alone makes one, for one item and one
/// purpose. It is lent, and never kept: the next secret is a new decision.
package struct MayReadSecret: ~Copyable {
    package let reference: PersistentReference
    package let purpose: SecretPurpose
    /// Whether the user has proved something for it.
    package let usesProof: Bool

    init(_ reference: PersistentReference, for purpose: SecretPurpose, usesProof: Bool = false) {
        self.reference = reference
        self.purpose = purpose
        self.usesProof = usesProof
    }
}
