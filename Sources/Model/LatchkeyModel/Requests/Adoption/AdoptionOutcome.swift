// What became of an item that another keychain was to take in.
// SPDX-License-Identifier: Apache-2.0

package enum AdoptionOutcome: Hashable, Sendable, CaseIterable {
    /// It was added.
    case taken
    /// It was taken before, and what is there is the same: the secret, the attributes that a program gives, and the
    /// protection. It takes the keychain's password to be told so.
    case present
    /// Without the password: it seems to have been taken before, by its name, which whoever writes a file chooses. What
    /// is there was not looked at, and may be another secret.
    case notCompared
    /// Another item has its primary key, or what is there is not the same, or does not open. What is there stays.
    case conflict
    /// A command may not add such an item to the group of another program without the keychain's password.
    case needsPassword
    /// It is of the Secret Service, whose items are taken into the login keychain alone.
    case ofLoginKeychain
    /// No keychain keeps it so: an attribute that its class does not have, a group that nobody writes to.
    case refused
}
