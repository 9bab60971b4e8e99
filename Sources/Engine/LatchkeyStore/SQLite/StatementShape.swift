// What decides the text of a statement on an item table.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

/// The key of a prepared statement. Values are bound, so that two calls of one shape share it.
package struct StatementShape: Equatable {
    package enum Operation: UInt8 {
        case select, selectSecret, selectKeyHolder, selectLast, readRow, insert, replace, delete
    }

    package struct Flags: OptionSet, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let withData = Flags(rawValue: 1 << 0)
        static let byReference = Flags(rawValue: 1 << 1)
        static let localOnly = Flags(rawValue: 1 << 2)
        static let synchronizableOnly = Flags(rawValue: 1 << 3)
        static let liveOnly = Flags(rawValue: 1 << 4)
        static let ofEveryUser = Flags(rawValue: 1 << 5)
    }

    var operation: Operation
    let itemClass: ItemClass
    /// Attributes whose column is compared: bit n is the n-th of ``ItemClass/attributes``, of which no class has 64.
    /// For a replacement, the columns that are written: bit n is the n-th of ``DatabaseSchema/columns(of:)``.
    var columns: UInt64 = 0
    /// Attributes whose column is compared without regard to case.
    var foldedColumns: UInt64 = 0
    /// How many access groups are named, or nil for all groups.
    var groupCount: Int?
    var flags: Flags = []

    init(_ operation: Operation, of itemClass: ItemClass) {
        self.operation = operation
        self.itemClass = itemClass
    }

    /// The text of a search in the order of creation.
    package var selectText: String {
        let columns = ItemRow.columnList(of: itemClass, withData: flags.contains(.withData))
        let table = itemClass.rawValue
        // The order of row ids comes for free along the index of one column, and would draw SQLite away from the index
        // of the primary key, where few rows are left to sort. Their numbers are sorted, since SQLite sorts in memory,
        // and a row may be long.
        guard primaryKeyCount >= 2 || comparesLeadingColumn || foldedColumns != 0 else {
            return "SELECT \(columns) FROM \(table) WHERE \(condition) ORDER BY rowid"
        }
        return
            "SELECT \(columns) FROM \(table) WHERE rowid IN (SELECT +rowid FROM \(table) WHERE \(condition)) ORDER BY rowid"
    }

    /// The text of a search for secrets alone, in no order.
    package var selectSecretText: String {
        "SELECT \(BoundSecret.columnList(of: self)) FROM \(itemClass.rawValue) WHERE \(condition)"
    }

    /// What a search knows of a column of the rows that it finds, since it compares it.
    enum KnownColumn: Equatable {
        case unknown
        /// The next of the values of ``columns``.
        case searched
        /// The only access group, which follows these.
        case onlyGroup
        case value(SQLValue)
    }

    /// - Parameter position: of the attribute in ``ItemClass/attributes``.
    func knownColumn(at position: Int) -> KnownColumn {
        if columns & 1 << UInt64(position) != 0 { return .searched }
        return switch itemClass.attributes[position].attribute {
        case .accessGroup where groupCount == 1: .onlyGroup
        case .synchronizable where flags.contains(.localOnly): .value(.integer(0))
        case .synchronizable where flags.contains(.synchronizableOnly): .value(.integer(1))
        case .tombstone where flags.contains(.liveOnly): .value(.integer(0))
        case .multiUser where !flags.contains(.ofEveryUser): .value(.blob([]))
        default: .unknown
        }
    }

    /// Whether the first column of the primary key is compared, whose index is in the order of its other columns, not
    /// of row ids.
    private var comparesLeadingColumn: Bool {
        let leading = itemClass.attributes.firstIndex { description in
            description.traits.contains(.primaryKey) && description.storage == .digest
        }
        return leading.map { columns & 1 << UInt64($0) != 0 } ?? false
    }

    /// How many of the class's own attributes of the primary key are compared.
    private var primaryKeyCount: Int {
        itemClass.attributes.enumerated().count { position, description in
            columns & 1 << UInt64(position) != 0 && description.traits.contains(.primaryKey)
                && description.storage == .digest
        }
    }

    var condition: String { condition(of: "") }

    /// The conditions of a search, in the order in which its values are bound.
    /// - Parameter table: what stands before each column, such as `cert.`.
    func condition(of table: String) -> String {
        var terms: [String] = []
        // Of two columns that have an index each, the account's leaves fewer rows than the service's.
        var hasFolded = false
        // The order of the class's columns puts the leading columns of the UNIQUE index first.
        for (position, description) in itemClass.attributes.enumerated() {
            let unindexed = hasFolded && description.traits.contains(.folded) ? "+" : ""
            let column = "\(unindexed)\(table)\(description.attribute.code)"
            if columns & 1 << UInt64(position) != 0 { terms.append("\(column) = ?") }
            if foldedColumns & 1 << UInt64(position) != 0 {
                terms.append("\(column) BETWEEN ? AND ?")
                hasFolded = true
            }
        }
        if let groupCount {
            terms.append("\(table)agrp IN (\(repeatElement("?", count: groupCount).joined(separator: ", ")))")
        }
        if flags.contains(.byReference) { terms.append("\(table)rowid = ? AND \(table)persistref = ?") }
        if flags.contains(.localOnly) { terms.append("\(table)sync = 0") }
        if flags.contains(.synchronizableOnly) { terms.append("\(table)sync = 1") }
        if flags.contains(.liveOnly) { terms.append("\(table)tomb = 0") }
        if !flags.contains(.ofEveryUser) { terms.append("\(table)musr = x''") }
        return terms.isEmpty ? "TRUE" : terms.joined(separator: " AND ")
    }
}
