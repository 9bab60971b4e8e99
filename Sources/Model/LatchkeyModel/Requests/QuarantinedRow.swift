// A damaged row as it was moved to quarantine, and what became of putting it back.
// SPDX-License-Identifier: Apache-2.0

/// The values are as the file had them: sealed, digested, or clear if policy reads them.
package struct QuarantinedRow: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package let name: String
        package let kind: Kind
        /// Numbers are 8 bytes, most significant first.
        package let bytes: [UInt8]

        package init(name: String, kind: Kind, bytes: [UInt8]) {
            self.name = name
            self.kind = kind
            self.bytes = bytes
        }
    }

    /// What SQLite calls the type of a value, by its number in the record.
    package enum Kind: UInt8, Sendable {
        case null, integer, real, text, blob
    }

    package let entry: Examination.Quarantined
    /// In the order of the table; nil if the record itself does not read.
    package let columns: [Column]?
    /// The record (Documentation/Reference/Formats/Database.md, section 6).
    package let record: [UInt8]

    package init(entry: Examination.Quarantined, columns: [Column]?, record: [UInt8]) {
        self.entry = entry
        self.columns = columns
        self.record = record
    }
}

/// What became of putting a row back.
package enum RowRestoration: Hashable, Sendable {
    /// It opens, and is an item again.
    case restored
    /// It still does not open, and stays in quarantine.
    case damaged
    /// Its protection class is locked, so that nothing can be said of it.
    case locked
    /// Another item has its primary key now.
    case occupied
}
