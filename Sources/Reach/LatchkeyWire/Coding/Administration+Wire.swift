// What the user does with a keychain as a whole, on the wire.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension LockSettings: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.flag(locksOnSleep)
        writer.optional(idleTimeout) { $0.number($1) }
        writer.flag(usesLockInterval)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let locksOnSleep = try reader.flag()
        let idleTimeout = try reader.optional { reader throws(KeychainError) in try reader.number(UInt32.self) }
        let usesLockInterval = try reader.flag()
        guard idleTimeout != nil || !usesLockInterval else { throw WireError.broken }
        self.init(locksOnSleep: locksOnSleep, idleTimeout: idleTimeout, usesLockInterval: usesLockInterval)
    }
}

extension LockState: WireEnumeration {
    package static var wireOrder: [LockState] { [.beforeFirstUnlock, .lockedAfterFirstUnlock, .unlocked] }
}

extension KeychainStatus: WireValue {
    package func write(to writer: inout WireWriter) {
        lockState.write(to: &writer)
        writer.flag(hasPassword)
        settings.write(to: &writer)
        writer.flag(isWritable)
        writer.flag(isUnlockShared)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let lockState = try LockState(from: &reader)
        let hasPassword = try reader.flag()
        let settings = try LockSettings(from: &reader)
        let isWritable = try reader.flag()
        self.init(
            lockState: lockState, hasPassword: hasPassword, settings: settings, isWritable: isWritable,
            isUnlockShared: try reader.flag())
    }
}

extension Examination.Quarantined: WireValue {
    package static var smallestEncoding: Int { 25 }

    package func write(to writer: inout WireWriter) {
        writer.number(number)
        itemClass.write(to: &writer)
        writer.optional(reference)
        writer.seconds(found)
        writer.text(reason)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let number = try reader.number(Int64.self)
        let itemClass = try ItemClass(from: &reader)
        let reference = try reader.optional(RowIdentifier.self)
        let found = try reader.seconds()
        self.init(
            number: number, itemClass: itemClass, reference: reference, found: found, reason: try reader.text())
    }
}

extension Examination: WireValue {
    package func write(to writer: inout WireWriter) {
        writer.number(Int64(intact))
        writer.number(Int64(locked))
        writer.number(Int64(newer))
        writer.list(quarantined)
        writer.list(fileProblems.map(Problem.init))
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        self.init()
        intact = Int(try reader.number(Int64.self))
        locked = Int(try reader.number(Int64.self))
        newer = Int(try reader.number(Int64.self))
        quarantined = try reader.list(of: Quarantined.self, atMost: .max)
        fileProblems = try reader.list(of: Problem.self).map(\.text)
    }

    /// An element of the list of what is wrong with the file.
    private struct Problem: WireValue {
        static var smallestEncoding: Int { 4 }
        let text: String

        init(_ text: String) { self.text = text }

        func write(to writer: inout WireWriter) { writer.text(text) }
        init(from reader: inout WireReader) throws(KeychainError) { text = try reader.text() }
    }
}

extension QuarantinedRow.Column: WireValue {
    package static var smallestEncoding: Int { 9 }

    package func write(to writer: inout WireWriter) {
        writer.text(name)
        writer.number(kind.rawValue)
        writer.data(bytes)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let name = try reader.text()
        guard let kind = QuarantinedRow.Kind(rawValue: try reader.number(UInt8.self)) else { throw WireError.broken }
        self.init(name: name, kind: kind, bytes: try reader.data())
    }
}

extension QuarantinedRow: WireValue {
    package func write(to writer: inout WireWriter) {
        entry.write(to: &writer)
        writer.optional(columns) { $0.list($1) }
        writer.data(record)
    }

    package init(from reader: inout WireReader) throws(KeychainError) {
        let entry = try Examination.Quarantined(from: &reader)
        let columns = try reader.optional { reader throws(KeychainError) in
            try reader.list(of: QuarantinedRow.Column.self)
        }
        self.init(entry: entry, columns: columns, record: try reader.data())
    }
}

extension RowRestoration: WireEnumeration {
    package static var wireOrder: [RowRestoration] { [.restored, .damaged, .locked, .occupied] }
}
