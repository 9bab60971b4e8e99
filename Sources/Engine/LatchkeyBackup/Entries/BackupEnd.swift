// What a backup has in it, and what was left out.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// The last entry (Documentation/Reference/Formats/Backup.md, section 5).
package struct BackupEnd: Hashable, Sendable {
    package internal(set) var counts = BackupCounts()
    /// Rows that were left out, by why.
    package let leftOut: BackupOmissions

    init(counts: BackupCounts, leftOut: BackupOmissions) {
        self.counts = counts
        self.leftOut = leftOut
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for count in [counts.items, counts.deviceItems, counts.listEntries, counts.tombstones] {
            bytes.append(bigEndian: UInt64(count))
        }
        let reasons = leftOut.counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        bytes.append(UInt8(reasons.count))
        for (reason, count) in reasons {
            bytes.append(reason)
            bytes.append(bigEndian: UInt64(count))
        }
        return bytes
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        func count(_ reader: inout ByteReader) throws(KeychainError) -> Int {
            guard let count = Int(exactly: try reader.number(UInt64.self)) else { throw .damagedBackup }
            return count
        }
        counts.items = try count(&reader)
        counts.deviceItems = try count(&reader)
        counts.listEntries = try count(&reader)
        counts.tombstones = try count(&reader)
        var leftOut = BackupOmissions()
        var last: UInt8 = 0
        for _ in 0..<(try reader.number(UInt8.self)) {
            let reason = try reader.number(UInt8.self)
            let number = try count(&reader)
            guard reason > last, number > 0 else { throw .damagedBackup }
            leftOut.counts[reason] = number
            last = reason
        }
        self.leftOut = leftOut
    }
}
