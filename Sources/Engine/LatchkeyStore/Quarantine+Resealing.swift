// The rows in quarantine under other keys.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

extension Quarantine {
    /// Bytes of memory that a row leads to, by those of its record: SQLite's copy, the record and its columns, before
    /// and after.
    private static let copies = 8

    /// Seals every blob in quarantine that opens under other keys, so that its row can still be put back. What does not
    /// open stays as it is. Somebody may have written the row with SQLite: a record that has become text is one.
    /// - Throws: `.allocate` if there is no room for a long row.
    func reseal(
        from old: borrowing UnlockedKeybag, to new: borrowing UnlockedKeybag, charging memory: CallMemory,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        var next = Int64.min
        while let (number, size) = try record(from: next) {
            try memory.holding(size * Self.copies) { () throws(KeychainError) in
                let found = try connection.rows(
                    "SELECT CAST(tabl AS TEXT), CAST(rowdata AS BLOB) FROM quarantine WHERE id = ?", [.integer(number)])
                guard case .text(let table)? = found.first?.first, let itemClass = ItemClass(rawValue: table),
                    case .blob(let bytes)? = found.first?.last, let columns = Self.decode(bytes),
                    let record = try record(of: itemClass, columns, from: old, to: new)
                else { return }
                try connection.run(
                    "UPDATE quarantine SET rowdata = ? WHERE id = ?", [.blob(record), .integer(number)])
            }
            guard number < .max else { return }
            next = number + 1
        }
    }

    /// The next record in quarantine, with its bytes: of text SQLite counts the characters before the first zero.
    private func record(from number: Int64) throws(KeychainError) -> (number: Int64, size: Int)? {
        let found = try connection.rows(
            """
            SELECT id, CASE typeof(rowdata) WHEN 'blob' THEN length(rowdata) ELSE ifnull(length(CAST(rowdata AS BLOB)), 0) END \
            FROM quarantine WHERE id >= ? ORDER BY id LIMIT 1
            """, [.integer(number)])
        guard let row = found.first else { return nil }
        guard case .integer(let number) = row[0], case .integer(let size) = row[1] else {
            throw KeychainError(.internalError, during: "looking for the next row in quarantine")
        }
        return (number, Int(size))
    }

    /// - Returns: nil if nothing of the row opens.
    private func record(
        of itemClass: ItemClass, _ columns: [QuarantinedRow.Column], from old: borrowing UnlockedKeybag,
        to new: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [UInt8]? {
        let salvaged: ItemRow.Resealed
        do throws(KeychainError) {
            salvaged = try itemRow(of: itemClass, columns).salvaged(from: old, to: new)
        } catch  where error.code == .decode {
            return nil
        }
        guard salvaged.meta != nil || salvaged.data != nil else { return nil }
        return Self.encode(
            columns.map { column in
                let bytes =
                    switch column.name {
                    case "meta": salvaged.meta ?? column.bytes
                    case "data": salvaged.data ?? column.bytes
                    default: column.bytes
                    }
                return QuarantinedRow.Column(name: column.name, kind: column.kind, bytes: bytes)
            })
    }

    /// The row that a record is of, under the number in its reference.
    /// - Throws: `.decode` for columns that are none of a row.
    private func itemRow(
        of itemClass: ItemClass, _ columns: [QuarantinedRow.Column]
    ) throws(KeychainError) -> ItemRow {
        let damage = KeychainError(.decode, during: "reading a row in quarantine")
        var values: [String: SQLValue] = ["size": .integer(0)]
        for column in columns { values[column.name] = SQLValue(column) }
        guard case .blob(let bytes)? = values["persistref"], let identifier = RowIdentifier(bytes) else {
            throw damage
        }
        values["rowid"] = .integer(identifier.number)
        // SQLite gives the values back as it does those of a table, in the order in which a row is read.
        let names =
            ["rowid", "persistref", "size", "meta", "data"] + ItemRow.clearAttributes.map(\.code)
            + SecretBinding.attributes(of: itemClass).map(\.code)
        let statement = try connection.prepare("SELECT \(names.map { _ in "?" }.joined(separator: ", "))")
        defer { statement.reset() }
        try statement.bind(names.map { values[$0] ?? .null })
        guard try statement.step() else { throw damage }
        return try ItemRow(reading: statement, of: itemClass)
    }
}
