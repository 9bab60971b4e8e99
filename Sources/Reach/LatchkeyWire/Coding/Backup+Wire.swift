// Backups and restores on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension TransferStep: WireValue {
    package func write(to writer: inout WireWriter) {
        switch self {
        case .next: writer.number(0 as UInt8)
        case .piece(let bytes):
            writer.number(1 as UInt8)
            writer.data(bytes)
        case .endOfFile: writer.number(2 as UInt8)
        case .replace: writer.number(3 as UInt8)
        case .cancel: writer.number(4 as UInt8)
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .next
        case 1: self = .piece(try reader.data())
        case 2: self = .endOfFile
        case 3: self = .replace
        case 4: self = .cancel
        default: throw WireError.broken
        }
    }
}

extension TransferState: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(number)
        writer.data(bytes)
        writer.number(position)
        writer.number(done)
        writer.number(total)
        writer.optional(summary)
        writer.optional(report)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init(number: try reader.number(UInt64.self))
        bytes = try reader.data()
        position = try reader.number(UInt64.self)
        done = try reader.number(UInt64.self)
        total = try reader.number(UInt64.self)
        summary = try reader.optional(BackupSummary.self)
        report = try reader.optional(RestoreReport.self)
    }
}

extension BackupSummary: WireValue {
    package func write(to writer: inout WireWriter) {
        for count in [counts.items, counts.deviceItems, counts.listEntries, counts.tombstones] {
            writer.number(Int64(count))
        }
        writer.list(leftOut.counts.sorted { $0.key < $1.key }.map { Omission(reason: $0.key, count: $0.value) })
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        var (counts, leftOut) = (BackupCounts(), BackupOmissions())
        counts.items = Int(try reader.number(Int64.self))
        counts.deviceItems = Int(try reader.number(Int64.self))
        counts.listEntries = Int(try reader.number(Int64.self))
        counts.tombstones = Int(try reader.number(Int64.self))
        var last: UInt8?
        for omission in try reader.list(of: Omission.self) {
            guard last.map({ $0 < omission.reason }) ?? true else { throw WireError.broken }
            leftOut.counts[omission.reason] = omission.count
            last = omission.reason
        }
        self.init(counts: counts, leftOut: leftOut)
    }

    /// How many were left out for one reason.
    private struct Omission: WireValue {
        static var smallestEncoding: Int { 9 }
        let reason: UInt8
        let count: Int

        init(reason: UInt8, count: Int) {
            self.reason = reason
            self.count = count
        }

        func write(to writer: inout WireWriter) {
            writer.number(reason)
            writer.number(Int64(count))
        }

        init(from reader: inout WireReader) throws(KeychainError) {
            reason = try reader.number(UInt8.self)
            count = Int(try reader.number(Int64.self))
        }
    }
}

extension RestoreReport: WireValue {
    package func write(to writer: inout WireWriter) {
        backup.write(to: &writer)
        writer.seconds(time)
        writer.flag(isOfThisMachine)
        settings.write(to: &writer)
        for count in [restored, removed, outdated, ofOtherDevice, renumbered, lost, setAside] {
            writer.number(Int64(count))
        }
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let backup = try BackupSummary(from: &reader)
        let time = try reader.seconds()
        let isOfThisMachine = try reader.flag()
        self.init(
            backup: backup, time: time, isOfThisMachine: isOfThisMachine, settings: try LockSettings(from: &reader))
        restored = Int(try reader.number(Int64.self))
        removed = Int(try reader.number(Int64.self))
        outdated = Int(try reader.number(Int64.self))
        ofOtherDevice = Int(try reader.number(Int64.self))
        renumbered = Int(try reader.number(Int64.self))
        lost = Int(try reader.number(Int64.self))
        setAside = Int(try reader.number(Int64.self))
    }
}
