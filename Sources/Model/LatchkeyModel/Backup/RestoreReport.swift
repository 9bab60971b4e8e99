// What a restore has found, or done.
// SPDX-License-Identifier: Apache-2.0

package struct RestoreReport: Hashable, Sendable {
    /// What is in the file.
    package var backup: BackupSummary
    /// When the backup was made, in seconds since 2001-01-01 UTC.
    package var time: Double
    /// Whether it was made on this machine.
    package var isOfThisMachine: Bool
    /// How the keychain was set.
    package var settings: LockSettings
    /// Items that came back, or would.
    package var restored = 0
    /// Items that gave way, or would.
    package var removed = 0
    /// Of these the ones that no backup can hold, so that none brings them back.
    package var lost = 0
    /// Rows that did not open, and are kept in quarantine.
    package var setAside = 0
    /// Items of the backup that are not newer than what is there.
    package var outdated = 0
    /// Items of another device, which do not come back on this one.
    package var ofOtherDevice = 0
    /// Items that got another number, so that their old references do not find them.
    package var renumbered = 0

    package init(backup: BackupSummary, time: Double, isOfThisMachine: Bool, settings: LockSettings) {
        self.backup = backup
        self.time = time
        self.isOfThisMachine = isOfThisMachine
        self.settings = settings
    }
}
