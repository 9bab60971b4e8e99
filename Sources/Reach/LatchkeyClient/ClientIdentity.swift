// As whom a process calls the keychain that it opens itself.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// A daemon finds out for itself.
package enum ClientIdentity: Hashable, Sendable {
    /// The running program, with its own access groups.
    case program
    /// A tool of the keychain that works for the user: it sees all groups and adds to its own.
    case tool
    /// A caller that is given; for tests.
    case caller(Caller)
}
