// Rows in the order of their numbers, some at a time, and how many there are.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemStore {
    /// A row that was come to.
    package enum Passed {
        case row(Result<ItemRow, RowDamage>)
        /// It was not read.
        case tooLong
    }

    /// Visits the rows behind a number, tombstones among them, until `visit` returns false.
    /// - Parameter longest: bytes of the blobs of a row that is read.
    /// - Throws: what `visit` throws, and `.allocate` if there is no room for a long row.
    package func forEachRow(
        after rowID: Int64, of itemClass: ItemClass, longest: Int, in snapshot: borrowing Snapshot,
        visit: (Int64, Passed) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        let columns = ItemRow.columnList(of: itemClass, withData: true)
        let statement = try connection.prepare(
            "SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid > ? ORDER BY rowid")
        defer { statement.reset() }
        try statement.bind([.integer(rowID)])
        var last = rowID
        while try statement.step() {
            // In a damaged file the numbers need not ascend, and a walk must end.
            guard case .integer(let number) = statement.value(at: 0), number > last else { return }
            last = number
            let goesOn: Bool
            if let size = ItemRow.blobSize(of: statement), size > longest {
                goesOn = try visit(number, .tooLong)
            } else if let size = ItemRow.longSize(of: statement) {
                goesOn = try memory.holding(size) { () throws(KeychainError) in
                    guard let row = try longRow(number, of: itemClass, withData: true) else { return true }
                    return try visit(number, .row(row))
                }
            } else {
                goesOn = try visit(number, .row(Self.result(of: statement, number, of: itemClass)))
            }
            guard goesOn else { return }
        }
    }

    /// Rows that are no tombstones, of all classes together.
    /// - Parameter date: counts those alone that were added or changed later; seconds since 2001-01-01 UTC.
    package func count(changedAfter date: Double? = nil, in snapshot: borrowing Snapshot) throws(KeychainError) -> Int {
        var count = 0
        for itemClass in ItemClass.allCases {
            let condition = date == nil ? "" : " AND mdat > ?"
            let rows = try connection.rows(
                "SELECT count(*) FROM \(itemClass.rawValue) WHERE tomb = 0\(condition)", date.map { [.real($0)] } ?? [])
            if case .integer(let found)? = rows.first?.first { count += Int(found) }
        }
        return count
    }
}
