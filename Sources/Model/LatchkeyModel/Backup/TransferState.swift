// How far a backup or a restore has come.
// SPDX-License-Identifier: Apache-2.0

/// The answer to the beginning and to each step.
package struct TransferState: Hashable, Sendable {
    /// By which the steps name it.
    package let number: UInt64
    /// The next bytes of a backup. None and a ``summary`` is its end.
    package var bytes: [UInt8] = []
    /// Of a restore, the place in the file at which the first piece begins.
    package var position: UInt64 = 0
    /// Rows that are done, and about how many there are.
    package var done: UInt64 = 0
    package var total: UInt64 = 0
    /// What a backup has in it, once it is whole.
    package var summary: BackupSummary?
    /// What a restore has found or done, once the file has ended.
    package var report: RestoreReport?

    package init(number: UInt64) { self.number = number }
}
