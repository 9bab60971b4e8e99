// A walk over every row of a class that may write the rows it meets.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemStore {
    /// Visits every row of a class with its secret, one after the other in the order of their numbers.
    /// `visit` may change the row that it is given, or take it away.
    ///
    /// Each row is looked for anew behind the one before, so that no statement stands on a table that is written.
    /// - Throws: what `visit` throws, and `.allocate` if there is no room for a long row.
    func forEveryRow(
        of itemClass: ItemClass, in transaction: borrowing WriteTransaction,
        visit: (Result<ItemRow, RowDamage>) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var next: Int64? = .min
        while let number = next {
            next = try visitRow(from: number, of: itemClass, visit).flatMap { $0 < .max ? $0 + 1 : nil }
        }
    }

    /// Visits the first row of a class from a number on, with its secret.
    /// - Returns: its number, or nil if there is none.
    /// - Throws: as ``forEveryRow(of:in:visit:)``.
    package func visitRow(
        from number: Int64, of itemClass: ItemClass,
        _ visit: (Result<ItemRow, RowDamage>) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Int64? {
        let columns = ItemRow.columnList(of: itemClass, withData: true)
        let statement = try connection.prepare(
            "SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid >= ? ORDER BY rowid LIMIT 1")
        defer { statement.reset() }
        try statement.bind([.integer(number)])
        guard try statement.step(), case .integer(let rowID) = statement.value(at: 0) else { return nil }
        if let size = ItemRow.longSize(of: statement) {
            statement.reset()
            try memory.holding(size) { () throws(KeychainError) in
                guard let row = try longRow(rowID, of: itemClass, withData: true) else { return }
                try visit(row)
            }
        } else {
            let row = Self.result(of: statement, rowID, of: itemClass)
            statement.reset()
            try visit(row)
        }
        return rowID
    }
}
