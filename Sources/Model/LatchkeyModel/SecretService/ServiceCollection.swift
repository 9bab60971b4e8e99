// What a program may know of a keychain over the bus, also while it is locked.
// SPDX-License-Identifier: Apache-2.0

package struct ServiceCollection: Hashable, Sendable {
    /// What the user calls it.
    package let label: String
    /// Seconds since 1970-01-01 UTC.
    package let created: UInt64
    /// When it last got another label: when somebody last stored an item is told to nobody.
    package let modified: UInt64
    package let isLocked: Bool
    package let hasPassword: Bool
    /// The time between two locks, by a number that begins anew with each opening of the file.
    package let era: UInt64

    package init(
        label: String, created: UInt64, modified: UInt64, isLocked: Bool, hasPassword: Bool, era: UInt64
    ) {
        self.label = label
        self.created = created
        self.modified = modified
        self.isLocked = isLocked
        self.hasPassword = hasPassword
        self.era = era
    }
}
