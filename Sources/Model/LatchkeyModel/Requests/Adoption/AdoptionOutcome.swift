// What became of an item that another keychain was to take in.
// SPDX-License-Identifier: Apache-2.0

package enum AdoptionOutcome: Hashable, Sendable, CaseIterable {
    /// It was added.
    case taken
    /// It was taken before, and has not changed since where it came from.
    case present
    /// Another item has its primary key, or the item was changed where it came from after it had been taken. What is
    /// there stays.
    case conflict
    /// A command may not add such an item to the group of another program without the keychain's password.
    case needsPassword
    /// No keychain keeps it so: an attribute that its class does not have, a group that nobody writes to.
    case refused
}
