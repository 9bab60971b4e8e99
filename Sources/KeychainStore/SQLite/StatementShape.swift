// What decides the text of a statement on an item table.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

/// The key of a prepared statement. Values are bound, so that two calls of one shape share it.
struct StatementShape: Hashable {
    enum Operation: UInt8 { case select, selectKeyHolder, insert, replace, delete }

    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8
        static let withData = Flags(rawValue: 1 << 0)
        static let byReference = Flags(rawValue: 1 << 1)
        static let localOnly = Flags(rawValue: 1 << 2)
        static let synchronizableOnly = Flags(rawValue: 1 << 3)
        static let liveOnly = Flags(rawValue: 1 << 4)
        static let ofEveryUser = Flags(rawValue: 1 << 5)
    }

    let operation: Operation
    let itemClass: ItemClass
    /// Attributes whose column is compared: bit n is the n-th of ``ItemClass/attributes``, of which no class has 64. For a
    /// replacement, the columns that are written: bit n is the n-th of ``DatabaseSchema/columns(of:)``.
    var columns: UInt64 = 0
    /// Attributes whose column of folded digests is compared.
    var foldedColumns: UInt64 = 0
    /// How many access groups are named, or nil for all groups.
    var groupCount: Int?
    var flags: Flags = []

    init(_ operation: Operation, of itemClass: ItemClass) {
        self.operation = operation
        self.itemClass = itemClass
    }

    /// The conditions of a search, in the order in which its values are bound.
    var condition: String {
        var terms: [String] = []
        // The order of the class's columns puts the leading columns of the UNIQUE index first.
        for (position, description) in itemClass.attributes.enumerated() {
            if columns & 1 << UInt64(position) != 0 { terms.append("\(description.attribute.code) = ?") }
            if foldedColumns & 1 << UInt64(position) != 0 {
                terms.append("\(DatabaseSchema.foldedColumn(of: description.attribute)) = ?")
            }
        }
        if let groupCount {
            terms.append("agrp IN (\(repeatElement("?", count: groupCount).joined(separator: ", ")))")
        }
        if flags.contains(.byReference) { terms.append("persistref = ?") }
        if flags.contains(.localOnly) { terms.append("sync = 0") }
        if flags.contains(.synchronizableOnly) { terms.append("sync = 1") }
        if flags.contains(.liveOnly) { terms.append("tomb = 0") }
        if !flags.contains(.ofEveryUser) { terms.append("musr = x''") }
        return terms.isEmpty ? "TRUE" : terms.joined(separator: " AND ")
    }
}
