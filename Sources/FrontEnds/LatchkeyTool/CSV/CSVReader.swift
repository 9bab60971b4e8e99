// Reads comma-separated values (RFC 4180) in wiped memory.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// The records of a CSV file, one at a time. Every field may be a password, so each is a secret until it is known to be
/// none.
package struct CSVReader: ~Copyable {
    /// The longest field, in bytes.
    package static let largestField = 1 << 20
    package static let largestColumnCount = 64

    /// Room for a field at first, in bytes. Most passwords need no more.
    private static let firstRoom = 256

    private let bytes: SecretBytes
    /// The field that is being read, and room after it.
    private var field: SecretBytes
    private var offset = 0
    private var line = 1

    /// - Parameter bytes: UTF-8, with or without a byte order mark; lines end in LF or CRLF.
    package init(_ bytes: consuming SecretBytes) {
        let hasMark = unsafe bytes.withUnsafeBytes { unsafe $0.starts(with: [0xef, 0xbb, 0xbf]) }
        self.bytes = bytes
        field = unsafe SecretBytes(count: Self.firstRoom) { _ in }
        if hasMark { offset = 3 }
    }

    package struct Record: Sendable {
        package let fields: [ItemSecret]
        /// The line it begins on.
        package let line: Int
    }

    /// - Returns: nil at the end. Empty lines are left out.
    package mutating func next() throws(CSVFailure) -> Record? {
        while byte(at: offset) != nil {
            let start = line
            var fields: [ItemSecret] = []
            repeat {
                guard fields.count < Self.largestColumnCount else {
                    throw failure(.tooManyColumns, column: fields.count + 1)
                }
                fields.append(try readField(column: fields.count + 1))
            } while try readSeparator(column: fields.count)
            if fields.count > 1 || fields[0].count > 0 { return Record(fields: fields, line: start) }
        }
        return nil
    }

    /// One field; the reader then stands on what ended it.
    private mutating func readField(column: Int) throws(CSVFailure) -> ItemSecret {
        guard byte(at: offset) == Self.quote else { return try readPlainField(column: column) }
        let start = line
        offset += 1
        var count = 0
        while true {
            guard let next = byte(at: offset) else { throw CSVFailure(.unfinishedQuote, line: start, column: column) }
            offset += 1
            if next == Self.quote {
                guard byte(at: offset) == Self.quote else { return copyField(count) }
                offset += 1
            } else if next == Self.lineFeed {
                line += 1
            }
            try append(next, &count, column: column)
        }
    }

    private mutating func readPlainField(column: Int) throws(CSVFailure) -> ItemSecret {
        var count = 0
        while let next = byte(at: offset), next != Self.comma, next != Self.lineFeed, next != Self.carriageReturn {
            guard next != Self.quote else { throw failure(.quoteInsideField, column: column) }
            offset += 1
            try append(next, &count, column: column)
        }
        return copyField(count)
    }

    /// - Returns: true after a comma, false at the end of a line or of the file.
    private mutating func readSeparator(column: Int) throws(CSVFailure) -> Bool {
        switch byte(at: offset) {
        case nil:
            return false
        case Self.comma?:
            offset += 1
            return true
        case Self.lineFeed?:
            offset += 1
        case Self.carriageReturn?:
            guard byte(at: offset + 1) == Self.lineFeed else { throw failure(.bareCarriageReturn, column: column) }
            offset += 2
        default:
            throw failure(.textAfterQuote, column: column)
        }
        line += 1
        return false
    }

    private mutating func append(_ byte: UInt8, _ count: inout Int, column: Int) throws(CSVFailure) {
        guard count < Self.largestField else { throw failure(.fieldTooLong, column: column) }
        if count == field.count { growField() }
        let position = count
        unsafe field.withUnsafeMutableBytes { unsafe $0[position] = byte }
        count += 1
    }

    /// Twice the room. The block that is left is wiped.
    private mutating func growField() {
        let larger = unsafe field.withUnsafeBytes { old in
            unsafe SecretBytes(count: min(2 * old.count, Self.largestField)) { unsafe $0.copyMemory(from: old) }
        }
        field = larger
    }

    private borrowing func copyField(_ count: Int) -> ItemSecret {
        unsafe field.withUnsafeBytes { bytes in
            unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
        }
    }

    private borrowing func byte(at position: Int) -> UInt8? {
        unsafe bytes.withUnsafeBytes { position < $0.count ? unsafe $0[position] : nil }
    }

    private borrowing func failure(_ fault: CSVFailure.Fault, column: Int) -> CSVFailure {
        CSVFailure(fault, line: line, column: column)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
