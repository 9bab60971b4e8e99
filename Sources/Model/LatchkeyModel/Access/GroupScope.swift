// The groups that a decision lets a call see.
// SPDX-License-Identifier: Apache-2.0

/// The access groups of one authorised call.
package enum GroupScope: Hashable, Sendable {
    /// Every group; for the keychain's own tools.
    case all
    case only([AccessGroup])
}
