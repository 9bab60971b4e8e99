// Rows in quarantine as JSON, one a line, for whoever looks into them.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import LatchkeyModel

/// The bytes are those of the file, sealed or digested: no secret is in them that the file does not show.
package struct QuarantineExport: Encodable {
    private struct Column: Encodable {
        let name: String
        let type: String
        /// Hexadecimal.
        let value: String
    }

    private let number: Int64
    private let table: String
    private let reference: String?
    private let found: String
    private let reason: String
    private let columns: [Column]?
    /// The whole record, if its columns do not read.
    private let record: String?

    package init(_ row: QuarantinedRow) {
        number = row.entry.number
        table = row.entry.itemClass.rawValue
        reference = row.entry.reference?.hexadecimal
        found = ReportDate.text(row.entry.found)
        reason = row.entry.reason
        columns = row.columns?.map { Column(name: $0.name, type: "\($0.kind)", value: Self.hexadecimal($0.bytes)) }
        record = row.columns == nil ? Self.hexadecimal(row.record) : nil
    }

    /// One line, with its end.
    package func line() throws(ToolFailure) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        } catch {
            throw .message("the row cannot be written as JSON")
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
