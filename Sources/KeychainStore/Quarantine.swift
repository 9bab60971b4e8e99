// Damaged rows, moved whole to a table of their own until a person decides.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// Documentation/Formats/Database.md, section 6.
package struct Quarantine {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Moves a row. Call it inside a write transaction.
    package func move(_ damage: RowDamage, now: Double) throws(KeychainError) {
        let table = damage.itemClass.rawValue
        let columns = ["rowid"] + DatabaseSchema.columns(of: damage.itemClass)
        let rows = try connection.rows(
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE rowid = ?", [.integer(damage.rowID)])
        guard let row = rows.first else { return }
        var reference = SQLValue.null
        if let index = columns.firstIndex(of: "persistref"), case .blob(let bytes) = row[index], bytes.count == 16 {
            reference = row[index]
        }
        try connection.run(
            "INSERT INTO quarantine(qdat, tabl, persistref, reason, rowdata) VALUES(?, ?, ?, ?, ?)",
            [
                .real(now), .text(table), reference, .text(damage.reason),
                .blob(Self.encode(columns: columns, values: row)),
            ])
        try connection.run("DELETE FROM \(table) WHERE rowid = ?", [.integer(damage.rowID)])
    }

    /// All rows in quarantine, oldest first.
    package func list() throws(KeychainError) -> [Examination.Quarantined] {
        try connection.rows("SELECT tabl, persistref, qdat, reason FROM quarantine ORDER BY id").compactMap { row in
            guard case .text(let table) = row[0], let itemClass = ItemClass(rawValue: table),
                case .real(let found) = row[2], case .text(let reason) = row[3]
            else { return nil }
            var reference: RowIdentifier?
            if case .blob(let bytes) = row[1] { reference = RowIdentifier(bytes) }
            return .init(itemClass: itemClass, reference: reference, found: found, reason: reason)
        }
    }

    private static func encode(columns: [String], values: [SQLValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (column, value) in zip(columns, values) {
            bytes.append(UInt8(column.utf8.count))
            bytes += column.utf8
            let (type, field): (UInt8, [UInt8]) =
                switch value {
                case .null: (0, [])
                case .integer(let number): (1, number.bigEndianBytes)
                case .real(let number): (2, number.bitPattern.bigEndianBytes)
                case .text(let text): (3, Array(text.utf8))
                case .blob(let blob): (4, blob)
                }
            bytes.append(type)
            bytes += UInt32(field.count).bigEndianBytes
            bytes += field
        }
        return bytes
    }
}
