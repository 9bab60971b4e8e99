// What a backup has left out, by why.
// SPDX-License-Identifier: Apache-2.0

package struct BackupOmissions: Hashable, Sendable {
    /// By the number of the reason in the file; a newer version may have others than ``Reason``.
    package var counts: [UInt8: Int] = [:]

    package init() {}

    /// Why a row is in no backup. The raw value is its number in the file
    /// (Documentation/Reference/Formats/Backup.md, section 5).
    package enum Reason: UInt8, CaseIterable, Sendable {
        /// Its class is lost with the password (`akpu`).
        case passwordOnly = 1
        /// Its access control asks for something.
        case constrained = 2
        /// It stands for something on a token.
        case token = 3
        /// It belongs to the system, or to a sharing group.
        case system = 4
        /// A newer version has written it.
        case newer = 5
        /// It does not open.
        case damaged = 6
    }

    package mutating func note(_ reason: Reason) { counts[reason.rawValue, default: 0] += 1 }

    package subscript(_ reason: Reason) -> Int { counts[reason.rawValue] ?? 0 }

    package var total: Int { counts.values.reduce(0, +) }
}
