// What a program may do with an item over the bus.
// SPDX-License-Identifier: Apache-2.0

package enum BusAccess: Hashable, Sendable {
    /// It is its own, or is shared with it.
    case full
    /// It is listed as locked. The user is asked when the program unlocks it, or asks for its secret.
    case askable(BusQuestionReason)
    /// It is listed as locked, and nobody is asked: it is the program's, and the keychain cannot tell now that this is
    /// the program; or the user has said no.
    case locked
    /// It is not there for this program.
    case hidden
}

/// Why the user is asked about an item.
package enum BusQuestionReason: Hashable, Sendable {
    /// Nobody knows who made it: it was imported.
    case imported
    /// A program of the same name made it, which was at another path.
    case moved
    /// A manager shows it.
    case managed
}
