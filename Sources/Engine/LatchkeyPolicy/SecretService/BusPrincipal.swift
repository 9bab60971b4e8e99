// Who calls over the bus, as the policy sees it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// A program behind a connection to a bus (reference of the Secret Service, 14 and 16).
package struct BusPrincipal: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A program, or several that root calls one (a family).
        case program
        /// A program that lends itself to any caller, such as `secret-tool` or an interpreter: all that use it are one.
        case pool
        /// A program that shows the items of all others to the user, after the user has said so.
        case manager
        /// What the keychain cannot tell from others, such as programs of containers. It owns nothing.
        case nobody
    }

    package let kind: Kind
    /// What decisions call it, such as the identifier of its signature, or `pool.secret-tool`.
    package let program: String
    /// The path of its file, for the user.
    package let path: String
    /// The group of the items that it makes. It ends with ``AccessGroup/busSuffix``.
    package let group: AccessGroup
    /// The groups of all items that are its own, ``group`` among them.
    package let ownGroups: [AccessGroup]
    /// Why the keychain cannot tell now that it is the program; nil if it can. Its items are then shown to it as
    /// locked, and stay so.
    package let doubt: String?
    /// Whether the user may permit it something for good: whoever can replace the program, or lends it, would have it
    /// too.
    package let offersAlways: Bool

    package init(
        kind: Kind, program: String, path: String, group: AccessGroup, ownGroups: [AccessGroup], doubt: String? = nil,
        offersAlways: Bool = true
    ) {
        self.kind = kind
        self.program = program
        self.path = path
        self.group = group
        self.ownGroups = ownGroups
        self.doubt = doubt
        self.offersAlways = offersAlways
    }
}
