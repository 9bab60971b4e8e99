// The rows of items: selected, inserted, replaced and deleted.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// The item tables of one connection. Decides nothing: who may see what is settled before it is called.
package struct ItemStore {
    package let connection: Connection
    /// What long rows are charged to.
    let memory: CallMemory

    package init(_ connection: Connection, charging memory: CallMemory = .unbounded) {
        self.connection = connection
        self.memory = memory
    }

    /// Visits the rows that match, in the order of their creation, until `visit` returns false.
    ///
    /// The digests narrow the rows; what a visitor opens it must still compare with the query (``Item/matches(_:)``).
    /// - Parameter ofEveryUser: also rows of another user than the normal one; there are none unless the file was
    ///   changed.
    /// - Throws: what `visit` throws, and `.allocate` if there is no room for a long row.
    package func select(
        _ query: ItemQuery, in scope: GroupScope, withData: Bool, ofEveryUser: Bool = false,
        keys: borrowing UnlockedKeybag, visit: (Result<ItemRow, RowDamage>) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        var (shape, values) = try shape(of: query, in: scope, keys: keys)
        if ofEveryUser { shape.flags.insert(.ofEveryUser) }
        if withData { shape.flags.insert(.withData) }
        let statement = try connection.prepare(shape) { shape.selectText }
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {
            guard case .integer(let rowID) = statement.value(at: 0) else { continue }
            let goesOn =
                if let size = ItemRow.longSize(of: statement) {
                    try memory.holding(size) { () throws(KeychainError) in
                        guard let row = try longRow(rowID, of: query.itemClass, withData: withData) else { return true }
                        return try visit(row)
                    }
                } else {
                    try visit(Self.result(of: statement, rowID, of: query.itemClass))
                }
            guard goesOn else { return }
        }
    }

    static func result(
        of statement: Statement, _ rowID: Int64, of itemClass: ItemClass
    ) -> Result<ItemRow, RowDamage> {
        do {
            return .success(try ItemRow(reading: statement, of: itemClass))
        } catch {
            return .failure(RowDamage(rowID, of: itemClass, because: error))
        }
    }

    /// - Throws: `.wrongVersion` if a newer version has sealed the secret of a row: whoever replaces it would throw
    ///   away what else is there.
    package func requireKnownSecret(ofRow rowID: Int64, of itemClass: ItemClass) throws(KeychainError) {
        let rows = try connection.rows(
            "SELECT substr(data, 1, 2) FROM \(itemClass.rawValue) WHERE rowid = ?", [.integer(rowID)])
        guard case .blob(let beginning)? = rows.first?.first, !SealedBlob.isKnown(beginning) else { return }
        throw .newerVersion(during: "replacing a secret")
    }

    /// A row whatever its length, which must have been charged.
    func longRow(
        _ rowID: Int64, of itemClass: ItemClass, withData: Bool
    ) throws(KeychainError) -> Result<ItemRow, RowDamage>? {
        let columns = ItemRow.columnList(of: itemClass, withData: withData, ofAnyLength: true)
        let statement = try connection.prepare("SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid = ?")
        defer { statement.reset() }
        try statement.bind([.integer(rowID)])
        guard try statement.step() else { return nil }
        return Self.result(of: statement, rowID, of: itemClass)
    }

    /// Lends a row by its number; the memory of a long one is given back afterwards.
    /// - Returns: nil if there is no such row.
    /// - Throws: what `body` throws, and `.allocate` if there is no room for a long row.
    package func withRow<R>(
        _ rowID: Int64, of itemClass: ItemClass, withData: Bool,
        _ body: (Result<ItemRow, RowDamage>) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        var shape = StatementShape(.readRow, of: itemClass)
        if withData { shape.flags.insert(.withData) }
        let statement = try connection.prepare(shape) {
            let columns = ItemRow.columnList(of: itemClass, withData: withData)
            return "SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid = ?"
        }
        defer { statement.reset() }
        try statement.bind([.integer(rowID)])
        guard try statement.step() else { return nil }
        guard let size = ItemRow.longSize(of: statement) else {
            let row = Self.result(of: statement, rowID, of: itemClass)
            // `body` may write the row.
            statement.reset()
            return try body(row)
        }
        statement.reset()
        return try memory.holding(size) { () throws(KeychainError) -> R? in
            guard let row = try longRow(rowID, of: itemClass, withData: withData) else { return nil }
            return try body(row)
        }
    }

    /// The only row that matches a query which the bound columns of a secret answer
    /// (``ItemQuery/isAnsweredBySecretAlone``).
    /// - Parameter version: the state of the file that the keys belong to.
    /// - Returns: nil if there is no row, more than one, one that does not read, or where the file is in another state:
    ///   then ``select(_:in:withData:ofEveryUser:keys:visit:)`` tells which.
    package func selectOnlySecret(
        _ query: ItemQuery, in scope: GroupScope, unlessChangedSince version: UInt32, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> BoundSecret? {
        var (shape, values) = try shape(of: query, in: scope, keys: keys)
        shape.operation = .selectSecret
        let statement = try connection.prepare(shape) { shape.selectSecretText }
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step(), connection.dataVersion == version else { return nil }
        guard let secret = BoundSecret(reading: statement, of: shape, values) else { return nil }
        return try statement.step() ? nil : secret
    }

    /// The shape of a search and the values to bind, in the order of ``StatementShape/condition``.
    package func shape(
        of query: ItemQuery, in scope: GroupScope, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> (StatementShape, [SQLValue]) {
        var shape = StatementShape(.select, of: query.itemClass)
        var values: [SQLValue] = []
        values.reserveCapacity(query.matching.count + 3)
        // Bit n is the n-th attribute of the class, of which no class has 64.
        var positions: UInt64 = 0
        for (attribute, _) in query.matching {
            if let position = query.itemClass.position(of: attribute) { positions |= 1 << UInt64(position) }
        }
        while positions != 0 {
            let position = positions.trailingZeroBitCount
            positions &= positions - 1
            let description = query.itemClass.attributes[position]
            guard description.hasColumn, let value = query.matching[description.attribute] else { continue }
            let hasCase = description.kind == .blob && value.isText && !value.isEmpty
            if query.foldsText, hasCase, description.storage == .digest {
                // There are digests of text without its case, and none without accents or widths.
                let isByCase = !query.ignoresDiacritics && !query.ignoresWidth
                guard isByCase, description.traits.contains(.folded) else { continue }
                shape.foldedColumns |= 1 << UInt64(position)
                values += try keys.foldedColumns(for: value, of: description, in: query.itemClass)
            } else {
                shape.columns |= 1 << UInt64(position)
                values.append(try keys.column(for: value, of: description, in: query.itemClass))
            }
        }
        if case .only(let groups) = scope {
            shape.groupCount = groups.count
            for group in groups { values.append(.text(group.rawValue)) }
        }
        if let reference = query.persistentReference {
            shape.flags.insert(.byReference)
            values.append(.integer(reference.identifier.number))
            values.append(.blob(reference.identifier.bytes))
        }
        switch query.synchronizable {
        case .localOnly: shape.flags.insert(.localOnly)
        case .synchronizableOnly: shape.flags.insert(.synchronizableOnly)
        case .any: break
        }
        if !query.includesTombstones { shape.flags.insert(.liveOnly) }
        return (shape, values)
    }

    /// A name for a row that follows all others of its table, in the transaction that adds the row.
    ///
    /// Its number tells the time, so that a row keeps its name where it is restored among rows of another keychain.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    package func nextIdentifier(
        of itemClass: ItemClass, now: Double, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> RowIdentifier {
        let steps = (now * Self.stepsPerSecond).rounded(.down)
        let time = steps >= 1 && steps < Double(RowIdentifier.lastNumber) ? Int64(steps) : 1
        var last = try lastNumber(of: itemClass)
        if last >= RowIdentifier.lastNumber {
            // A damaged row has this number, or a stranger's, or the clock once went wrong. The others go on below it.
            let below = try connection.rows(
                "SELECT max(rowid) FROM \(itemClass.rawValue) WHERE rowid < ?", [.integer(Self.middleNumber)])
            last = if case .integer(let number)? = below.first?.first { number } else { 0 }
            guard last < Self.middleNumber - 1 else {
                throw KeychainError(
                    .internalError, during: "numbering a row",
                    hint: "rows have the last numbers: `latchkey doctor` sets damaged ones aside; else delete them")
            }
        }
        return .random(numbered: max(time, last + 1))
    }

    /// A name for the row of an item that comes from another keychain, where it has the name `original`. It follows all
    /// others of its table.
    /// - Parameter isKept: whether the number stays if it does so already, and is not one of the future.
    package func identifier(
        of itemClass: ItemClass, like original: RowIdentifier, keeping isKept: Bool, now: Double,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> RowIdentifier {
        let time = isKept ? min(now, Double(original.number) / Self.stepsPerSecond) : now
        return original.numbered(try nextIdentifier(of: itemClass, now: time, in: transaction).number)
    }

    /// The greatest number in a table, or 0 for an empty one.
    private func lastNumber(of itemClass: ItemClass) throws(KeychainError) -> Int64 {
        let statement = try connection.prepare(StatementShape(.selectLast, of: itemClass)) {
            "SELECT max(rowid) FROM \(itemClass.rawValue)"
        }
        defer { statement.reset() }
        guard try statement.step(), case .integer(let last) = statement.value(at: 0) else { return 0 }
        return last
    }

    /// The clock does not reach it before 2137.
    static let middleNumber = Int64(1) << 47

    /// Steps of the clock in the numbers of rows, about 30 µs each: 47 bits, which SQLite keeps in 6 bytes, last until
    /// 2137.
    private static let stepsPerSecond = 32768.0

    /// Adds a row, under the number in its name.
    /// - Throws: `.duplicateItem` if a row has the same primary key or number.
    package func insert(_ item: SealedItem, in transaction: borrowing WriteTransaction) throws(KeychainError) {
        try run(StatementShape(.insert, of: item.itemClass), [.integer(item.identifier.number)] + item.values) {
            let columns = ["rowid"] + DatabaseSchema.columns(of: item.itemClass)
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            return "INSERT INTO \(item.itemClass.rawValue)(\(columns.joined(separator: ", "))) VALUES(\(places))"
        }
    }

    private func run(
        _ shape: StatementShape, _ values: [SQLValue], sql: () -> String
    ) throws(KeychainError) {
        let statement = try connection.prepare(shape, sql: sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// Writes the columns of a row anew that `item` brings; its row id stays.
    /// - Throws: `.duplicateItem` if another row has the same primary key.
    package func replace(
        rowID: Int64, with item: SealedItem, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        var shape = StatementShape(.replace, of: item.itemClass)
        shape.columns = item.writtenColumns
        try run(shape, item.values + [.integer(rowID)]) {
            let assignments = DatabaseSchema.columns(of: item.itemClass).enumerated()
                .filter { item.writtenColumns & 1 << UInt64($0.offset) != 0 }.map { "\($0.element) = ?" }
            return "UPDATE \(item.itemClass.rawValue) SET \(assignments.joined(separator: ", ")) WHERE rowid = ?"
        }
    }

    package func delete(
        rowID: Int64, of itemClass: ItemClass, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        try run(StatementShape(.delete, of: itemClass), [.integer(rowID)]) {
            "DELETE FROM \(itemClass.rawValue) WHERE rowid = ?"
        }
    }

    /// A row by its number, with its secret.
    /// - Throws: `.decode` if it is missing or does not read.
    package func row(_ rowID: Int64, of itemClass: ItemClass) throws(KeychainError) -> ItemRow {
        guard case .success(let row)? = try longRow(rowID, of: itemClass, withData: true) else {
            throw KeychainError(.decode, during: "reading a row")
        }
        return row
    }

    /// The row that has the primary key of `item`, whether live, tombstone or damaged. The memory of a long one is
    /// charged until the call is over.
    package func rowHoldingKey(
        of item: Item, except rowID: Int64? = nil, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Result<ItemRow, RowDamage>? {
        let itemClass = item.reference.itemClass
        var values: [SQLValue] = []
        for description in itemClass.attributes where description.traits.contains(.primaryKey) {
            values.append(try keys.column(for: item.attributes[description.attribute], of: description, in: itemClass))
        }
        let statement = try connection.prepare(StatementShape(.selectKeyHolder, of: itemClass)) {
            let terms = itemClass.attributes.filter { $0.traits.contains(.primaryKey) }
                .map { "\($0.attribute.code) = ?" }
            return "SELECT \(ItemRow.columnList(of: itemClass, withData: true)) FROM \(itemClass.rawValue) WHERE "
                + terms.joined(separator: " AND ")
        }
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step(), case .integer(let found) = statement.value(at: 0), found != rowID else {
            return nil
        }
        guard let size = ItemRow.longSize(of: statement) else {
            return Self.result(of: statement, found, of: itemClass)
        }
        try memory.take(size)
        return try longRow(found, of: itemClass, withData: true)
    }
}
