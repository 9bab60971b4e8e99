// What the policy says of the secret of an item.
// SPDX-License-Identifier: Apache-2.0

/// Whether a call opens the secret of an item now.
package enum SecretDecision: ~Copyable {
    case mayRead(MayReadSecret)
    /// It is another program's, and the user was not asked yet.
    case needsPermission
    /// Its access control asks for a proof that is not there.
    case needsProof
    /// Nothing gives the caller this item.
    case isNotTheCallers
}
