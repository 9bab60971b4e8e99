// The rows of items: selected, inserted, replaced and deleted.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCrypto
package import KeychainModel

/// The item tables of one connection. Decides nothing: who may see what is settled before it is called.
package struct ItemStore {
    package let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Visits the rows that match, in the order of their creation, until `visit` returns false.
    ///
    /// The digests narrow the rows; what a visitor opens it must still compare with the query (``Item/matches(_:)``).
    /// - Parameter ofEveryUser: also rows of another user than the normal one; there are none unless the file was changed.
    package func select(
        _ query: ItemQuery, in scope: GroupScope, withData: Bool, ofEveryUser: Bool = false,
        keys: borrowing UnlockedKeybag, visit: (Result<ItemRow, RowDamage>) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        var (condition, values) = try condition(for: query, in: scope, keys: keys)
        if !ofEveryUser { condition += " AND musr = x''" }
        let table = query.itemClass.rawValue
        let columns = ItemRow.columnList(withData: withData)
        let statement = try connection.prepare(
            "SELECT \(columns) FROM \(table) WHERE \(condition) ORDER BY rowid")
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {
            let result: Result<ItemRow, RowDamage>
            do {
                result = .success(try ItemRow(reading: statement, of: query.itemClass))
            } catch {
                guard case .integer(let rowID) = statement.value(at: 0) else { continue }
                result = .failure(RowDamage(itemClass: query.itemClass, rowID: rowID, reason: "\(error.operation)"))
            }
            guard try visit(result) else { return }
        }
    }

    private func condition(
        for query: ItemQuery, in scope: GroupScope, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> (sql: String, values: [SQLValue]) {
        var terms: [String] = []
        var values: [SQLValue] = []
        // The order of the class's columns puts the leading columns of the UNIQUE index first.
        for description in query.itemClass.attributes {
            guard let value = query.matching[description.attribute], description.hasColumn else { continue }
            let hasCase = description.kind == .blob && value.isText && !value.isEmpty
            if query.ignoresCase, hasCase, description.storage == .digest {
                guard description.traits.contains(.folded) else { continue }
                terms.append("\(DatabaseSchema.foldedColumn(of: description.attribute)) = ?")
                values.append(try keys.foldedColumn(for: value, of: description, in: query.itemClass))
            } else {
                terms.append("\(description.attribute.code) = ?")
                values.append(try keys.column(for: value, of: description, in: query.itemClass))
            }
        }
        if case .only(let groups) = scope {
            terms.append("agrp IN (\(groups.map { _ in "?" }.joined(separator: ", ")))")
            values += groups.map { .text($0.rawValue) }
        }
        if let reference = query.persistentReference {
            terms.append("persistref = ?")
            values.append(.blob(reference.identifier.bytes))
        }
        switch query.synchronizable {
        case .localOnly: terms.append("sync = 0")
        case .synchronizableOnly: terms.append("sync = 1")
        case .any: break
        }
        if !query.includesTombstones { terms.append("tomb = 0") }
        return (terms.isEmpty ? "TRUE" : terms.joined(separator: " AND "), values)
    }

    /// Adds a row.
    /// - Throws: `.duplicateItem` where a row has the same primary key.
    package func insert(_ item: SealedItem) throws(KeychainError) {
        let columns = DatabaseSchema.columns(of: item.itemClass)
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try connection.run(
            "INSERT INTO \(item.itemClass.rawValue)(\(columns.joined(separator: ", "))) VALUES(\(places))", item.values)
    }

    /// Writes all columns of a row anew; its row id stays.
    /// - Throws: `.duplicateItem` where another row has the same primary key.
    package func replace(rowID: Int64, with item: SealedItem) throws(KeychainError) {
        let columns = DatabaseSchema.columns(of: item.itemClass)
        let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
        try connection.run(
            "UPDATE \(item.itemClass.rawValue) SET \(assignments) WHERE rowid = ?", item.values + [.integer(rowID)])
    }

    package func delete(rowID: Int64, of itemClass: ItemClass) throws(KeychainError) {
        try connection.run("DELETE FROM \(itemClass.rawValue) WHERE rowid = ?", [.integer(rowID)])
    }

    /// The row that has the primary key of `item`, whether live, tombstone or damaged.
    package func rowHoldingKey(
        of item: Item, except rowID: Int64? = nil, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Result<ItemRow, RowDamage>? {
        let itemClass = item.reference.itemClass
        var terms: [String] = []
        var values: [SQLValue] = []
        for description in itemClass.attributes where description.traits.contains(.primaryKey) {
            terms.append("\(description.attribute.code) = ?")
            values.append(try keys.column(for: item.attributes[description.attribute], of: description, in: itemClass))
        }
        let statement = try connection.prepare(
            "SELECT \(ItemRow.columnList(withData: true)) FROM \(itemClass.rawValue) WHERE "
                + terms.joined(separator: " AND "))
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step(), case .integer(let found) = statement.value(at: 0), found != rowID else {
            return nil
        }
        do {
            return .success(try ItemRow(reading: statement, of: itemClass))
        } catch {
            return .failure(RowDamage(itemClass: itemClass, rowID: found, reason: "\(error.operation)"))
        }
    }
}

/// A row that does not open.
package struct RowDamage: Error, Hashable, Sendable {
    package let itemClass: ItemClass
    package let rowID: Int64
    /// What was being done when it failed; holds no value.
    package let reason: String

    package init(itemClass: ItemClass, rowID: Int64, reason: String) {
        self.itemClass = itemClass
        self.rowID = rowID
        self.reason = reason
    }
}
