// What a backup is of: how much there is, and how the keychain is set.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// The first entry (Documentation/Reference/Formats/Backup.md, section 5).
package struct BackupAbout: Hashable, Sendable {
    /// The program that has made it.
    package let writer: String
    /// Rows of each class that the keychain had, in the order of the classes. Not all of them need be in the backup.
    package let rows: [UInt64]
    package let settings: LockSettings
    /// What programs on a bus see as the keychain's name; empty if it is called as its file.
    package let label: String

    package init(writer: String, rows: [UInt64], settings: LockSettings, label: String) {
        precondition(rows.count == ItemClass.allCases.count, "there is a number for each class")
        self.writer = writer
        self.rows = rows
        self.settings = settings
        self.label = label
    }

    /// Of the entries, all of them.
    private static let version: UInt8 = 1
    /// Bytes of a name, as the bus takes it.
    private static let longestLabel = 4 << 10
    private static let (locksOnSleep, usesLockInterval): (UInt8, UInt8) = (1, 2)

    var encoded: [UInt8] {
        let writer = Array(writer.utf8.prefix(Int(UInt8.max)))
        // A name that is longer is none that a bus has given.
        let label = label.utf8.count > Self.longestLabel ? [] : Array(label.utf8)
        var bytes = [Self.version, UInt8(writer.count)] + writer
        for count in rows { bytes.append(bigEndian: count) }
        bytes.append(
            (settings.locksOnSleep ? Self.locksOnSleep : 0)
                | (settings.usesLockInterval ? Self.usesLockInterval : 0))
        bytes.append(bigEndian: settings.idleTimeout ?? 0)
        bytes.append(bigEndian: UInt32(label.count))
        return bytes + label
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        guard try reader.number(UInt8.self) == Self.version else { throw .newerVersion(during: "reading a backup") }
        writer = try reader.text(Int(try reader.number(UInt8.self)))
        var rows: [UInt64] = []
        for _ in ItemClass.allCases { rows.append(try reader.number(UInt64.self)) }
        self.rows = rows
        let flags = try reader.number(UInt8.self)
        let idle = try reader.number(UInt32.self)
        guard flags & ~(Self.locksOnSleep | Self.usesLockInterval) == 0,
            idle > 0 || flags & Self.usesLockInterval == 0
        else { throw .damagedBackup }
        settings = LockSettings(
            locksOnSleep: flags & Self.locksOnSleep != 0, idleTimeout: idle > 0 ? idle : nil,
            usesLockInterval: flags & Self.usesLockInterval != 0)
        let count = Int(try reader.number(UInt32.self))
        guard count <= Self.longestLabel else { throw .damagedBackup }
        label = try reader.text(count)
    }
}
