// What a keychain says of itself.
// SPDX-License-Identifier: Apache-2.0

/// When a keychain locks by itself (`security set-keychain-settings`).
package struct LockSettings: Hashable, Sendable {
    package let locksOnSleep: Bool
    /// Seconds without use until the keychain locks, or nil for never.
    package let idleTimeout: UInt32?
    /// True if the timeout was asked for with `-u` as well. As on macOS it is kept and shown, and the timeout holds
    /// with or without it; without a timeout it is never true (reference 6.5).
    package let usesLockInterval: Bool

    package init(locksOnSleep: Bool = false, idleTimeout: UInt32? = nil, usesLockInterval: Bool = false) {
        self.locksOnSleep = locksOnSleep
        self.idleTimeout = idleTimeout
        self.usesLockInterval = usesLockInterval && idleTimeout != nil
    }
}

/// The lock states of reference 3.13.
package enum LockState: Hashable, Sendable {
    case beforeFirstUnlock, lockedAfterFirstUnlock, unlocked
}

package struct KeychainStatus: Hashable, Sendable {
    package let lockState: LockState
    package let hasPassword: Bool
    package let settings: LockSettings
    /// False if the file or its directory cannot be written.
    package let isWritable: Bool
    /// False if the kernel keeps no keys for the login session: each process then unlocks for itself.
    package let isUnlockShared: Bool

    package init(
        lockState: LockState, hasPassword: Bool, settings: LockSettings, isWritable: Bool, isUnlockShared: Bool
    ) {
        self.lockState = lockState
        self.hasPassword = hasPassword
        self.settings = settings
        self.isWritable = isWritable
        self.isUnlockShared = isUnlockShared
    }
}

/// What an examination of the whole file found.
package struct Examination: Hashable, Sendable {
    package struct Quarantined: Hashable, Sendable {
        /// By which a user names the row.
        package let number: Int64
        package let itemClass: ItemClass
        package let reference: RowIdentifier?
        /// Seconds since 2001-01-01 UTC.
        package let found: Double
        package let reason: String

        package init(
            number: Int64, itemClass: ItemClass, reference: RowIdentifier?, found: Double, reason: String
        ) {
            self.number = number
            self.itemClass = itemClass
            self.reference = reference
            self.found = found
            self.reason = reason
        }
    }

    /// Rows that opened.
    package var intact = 0
    /// Rows whose class key is locked, so that nothing can be said of them.
    package var locked = 0
    /// Rows that a newer version has written, and this one cannot read.
    package var newer = 0
    /// Rows in the quarantine table, those moved there by this examination included.
    package var quarantined: [Quarantined] = []
    /// What SQLite's own integrity check says; empty when it finds nothing.
    package var fileProblems: [String] = []

    package init() {}
}
