// A walk over every row of a class that may write the rows it meets.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

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
        let columns = ItemRow.columnList(of: itemClass, withData: true)
        let statement = try connection.prepare(
            "SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid >= ? ORDER BY rowid LIMIT 1")
        defer { statement.reset() }
        var next = Int64.min
        while true {
            try statement.bind([.integer(next)])
            guard try statement.step(), case .integer(let rowID) = statement.value(at: 0) else { return }
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
            guard rowID < .max else { return }
            next = rowID + 1
        }
    }
}
