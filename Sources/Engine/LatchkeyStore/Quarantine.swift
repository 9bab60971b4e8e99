// Damaged rows, moved whole to a table of their own until a user decides.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 6.
package struct Quarantine {
    let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Moves a damaged row. One of which a newer version has sealed something stays where it is, whatever else is wrong
    /// with it.
    /// - Returns: false if the row stays.
    @discardableResult
    package func move(
        _ damage: RowDamage, now: Double, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Bool {
        guard !damage.isOfNewerVersion else { return false }
        let table = damage.itemClass.rawValue
        let columns = ["rowid"] + DatabaseSchema.columns(of: damage.itemClass)
        let statement = try connection.prepare(
            "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE rowid = ?")
        defer { statement.reset() }
        try statement.bind([.integer(damage.rowID)])
        guard try statement.step() else { return true }
        for index in [columns.firstIndex(of: "meta"), columns.firstIndex(of: "data")].compactMap(\.self) {
            if case .blob(let blob) = statement.value(at: index), !SealedBlob.isKnown(Array(blob.prefix(2))) {
                return false
            }
        }
        var reference = SQLValue.null
        if let index = columns.firstIndex(of: "persistref"), case .blob(let bytes) = statement.value(at: index),
            bytes.count == 16
        {
            reference = .blob(bytes)
        }
        let record = Self.encode(columns, of: statement)
        statement.reset()
        try connection.run(
            "INSERT INTO quarantine(qdat, tabl, persistref, reason, rowdata) VALUES(?, ?, ?, ?, ?)",
            [
                .real(now), .text(table), reference, .text(damage.reason),
                .blob(record),
            ])
        try connection.run("DELETE FROM \(table) WHERE rowid = ?", [.integer(damage.rowID)])
        return true
    }

    package func count() throws(KeychainError) -> Int {
        guard case .integer(let count)? = try connection.rows("SELECT count(*) FROM quarantine").first?.first else {
            return 0
        }
        return Int(count)
    }

    /// All rows in quarantine, oldest first.
    package func list() throws(KeychainError) -> [Examination.Quarantined] {
        try connection.rows("SELECT \(Self.entryColumns) FROM quarantine ORDER BY id").compactMap(Self.entry)
    }

    /// Bytes of a row, or nil if there is none with this number.
    package func size(ofRow number: Int64) throws(KeychainError) -> Int? {
        let rows = try connection.rows("SELECT length(rowdata) FROM quarantine WHERE id = ?", [.integer(number)])
        guard case .integer(let size)? = rows.first?.first else { return nil }
        return Int(size)
    }

    /// - Returns: nil if there is no such row.
    package func row(_ number: Int64) throws(KeychainError) -> QuarantinedRow? {
        let rows = try connection.rows(
            "SELECT \(Self.entryColumns), rowdata FROM quarantine WHERE id = ?", [.integer(number)])
        guard let row = rows.first, let entry = Self.entry(row), case .blob(let record)? = row.last else { return nil }
        return QuarantinedRow(entry: entry, columns: Self.decode(record), record: record)
    }

    /// Writes a row into its table, under the number in its reference. Whether the row opens must be looked at
    /// afterwards.
    /// - Returns: the row id.
    /// - Throws: `.decode` for a record that is not of this table, `.duplicateItem` if another row has its primary key
    ///   or its number.
    package func insert(
        _ row: QuarantinedRow, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Int64 {
        let damage = KeychainError(.decode, during: "reading a row in quarantine")
        let table = row.entry.itemClass.rawValue
        let names = DatabaseSchema.columns(of: row.entry.itemClass)
        guard let columns = row.columns, columns.map(\.name) == ["rowid"] + names else { throw damage }
        var values: [SQLValue] = []
        for column in columns {
            guard let value = SQLValue(column) else { throw damage }
            values.append(value)
        }
        // What is sealed is bound to the reference, so that it says where the row belongs, whatever number the row was
        // found under.
        guard case .blob(let bytes)? = names.firstIndex(of: "persistref").map({ values[1 + $0] }),
            let identifier = RowIdentifier(bytes)
        else { throw damage }
        values[0] = .integer(identifier.number)
        let places = values.map { _ in "?" }.joined(separator: ", ")
        try connection.run("INSERT INTO \(table)(rowid, \(names.joined(separator: ", "))) VALUES(\(places))", values)
        return identifier.number
    }

    /// Takes a row away for good.
    /// - Returns: false if there is no such row.
    package func remove(
        _ number: Int64, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Bool {
        try connection.run("DELETE FROM quarantine WHERE id = ?", [.integer(number)])
        return connection.changes > 0
    }

    private static let entryColumns = "id, tabl, persistref, qdat, reason"

    private static func entry(_ row: [SQLValue]) -> Examination.Quarantined? {
        guard case .integer(let number) = row[0], case .text(let table) = row[1],
            let itemClass = ItemClass(rawValue: table), case .real(let found) = row[3], case .text(let reason) = row[4]
        else { return nil }
        var reference: RowIdentifier?
        if case .blob(let bytes) = row[2] { reference = RowIdentifier(bytes) }
        return .init(number: number, itemClass: itemClass, reference: reference, found: found, reason: reason)
    }

    /// - Returns: nil for bytes that are no record.
    package static func decode(_ record: [UInt8]) -> [QuarantinedRow.Column]? {
        var columns: [QuarantinedRow.Column] = []
        var rest = record[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        while !rest.isEmpty {
            guard let nameLength = take(1)?.first, let name = take(Int(nameLength)), let type = take(1)?.first,
                let kind = QuarantinedRow.Kind(rawValue: type), let length = take(4),
                let bytes = take(length.reduce(0) { $0 << 8 | Int($1) })
            else { return nil }
            columns.append(.init(name: String(decoding: name, as: UTF8.self), kind: kind, bytes: Array(bytes)))
        }
        return columns
    }

    /// The columns of the row that the statement stands on. Bytes stand as they are, text as well: a damaged row may
    /// have bytes for text that are none.
    private static func encode(_ columns: [String], of statement: Statement) -> [UInt8] {
        encode(
            columns.enumerated().map { index, name in
                let (kind, bytes): (QuarantinedRow.Kind, [UInt8]) =
                    switch statement.value(at: index) {
                    case .null: (.null, [])
                    case .integer(let number): (.integer, number.bigEndianBytes)
                    case .real(let number): (.real, number.bitPattern.bigEndianBytes)
                    case .text: (.text, statement.bytes(at: index))
                    case .blob(let blob): (.blob, blob)
                    }
                return QuarantinedRow.Column(name: name, kind: kind, bytes: bytes)
            })
    }

    /// The record of a row with these columns.
    static func encode(_ columns: [QuarantinedRow.Column]) -> [UInt8] {
        var bytes: [UInt8] = []
        for column in columns {
            bytes.append(UInt8(column.name.utf8.count))
            bytes += column.name.utf8
            bytes.append(column.kind.rawValue)
            bytes += UInt32(column.bytes.count).bigEndianBytes
            bytes += column.bytes
        }
        return bytes
    }
}

extension SQLValue {
    /// - Returns: nil if the bytes are not of the kind.
    init?(_ column: QuarantinedRow.Column) {
        let number = column.bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch column.kind {
        case .null where column.bytes.isEmpty: self = .null
        case .integer where column.bytes.count == 8: self = .integer(Int64(bitPattern: number))
        case .real where column.bytes.count == 8: self = .real(Double(bitPattern: number))
        case .text:
            // Bytes that are no text were taken for it because of the damage.
            self = String(validating: column.bytes, as: UTF8.self).map(SQLValue.text) ?? .blob(column.bytes)
        case .blob: self = .blob(column.bytes)
        default: return nil
        }
    }
}
