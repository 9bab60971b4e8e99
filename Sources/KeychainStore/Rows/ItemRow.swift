// A row as the file holds it, and what it says once it is opened.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// The columns of a row that are read: the clear ones and the sealed blobs.
package struct ItemRow {
    package let rowID: Int64
    package let itemClass: ItemClass
    package let identifier: RowIdentifier
    package let protection: ProtectionClass
    /// The values of ``clearAttributes``, in that order.
    let clear: [AttributeValue]
    let meta: [UInt8]
    /// Nil for a tombstone.
    let data: [UInt8]?
    /// The columns that the secret is bound to, encoded; empty where the secret was not selected.
    let boundColumns: [UInt8]

    /// The clear columns of a class, in the order they are selected.
    static let clearAttributes: [Attribute] = [
        .accessGroup, .synchronizable, .tombstone, .multiUser, .accessible, .creationDate, .modificationDate,
    ]

    private static let protectionOffset = 4

    /// The SQL list of what `init(reading:)` reads. The secret is left out where nobody asks for it.
    static func columnList(of itemClass: ItemClass, withData: Bool) -> String {
        let clear = clearAttributes.map(\.code).joined(separator: ", ")
        guard withData else { return "rowid, persistref, meta, data IS NULL, \(clear)" }
        let bound = SecretBinding.attributes(of: itemClass).map(\.code).joined(separator: ", ")
        return "rowid, persistref, meta, data, \(clear), \(bound)"
    }

    /// - Throws: `.decode` for a row whose clear columns are of the wrong type, or whose name is not that of its number.
    init(reading statement: Statement, of itemClass: ItemClass) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading a row")
        guard case .integer(let rowID) = statement.value(at: 0), case .blob(let reference) = statement.value(at: 1),
            let identifier = RowIdentifier(reference), identifier.number == rowID,
            case .blob(let meta) = statement.value(at: 2)
        else { throw damage }
        switch statement.value(at: 3) {
        case .blob(let bytes): data = bytes
        case .null, .integer: data = nil
        default: throw damage
        }
        var clear: [AttributeValue] = []
        clear.reserveCapacity(Self.clearAttributes.count)
        for offset in 0..<Self.clearAttributes.count {
            switch statement.value(at: 4 + offset) {
            case .text(let text): clear.append(.string(text))
            case .blob(let bytes): clear.append(.data(bytes))
            case .integer(let number): clear.append(.number(number))
            case .real(let number): clear.append(.date(number))
            case .null: throw damage
            }
        }
        guard case .string(let accessible) = clear[Self.protectionOffset],
            let protection = ProtectionClass(rawValue: accessible)
        else { throw damage }
        var boundColumns: [UInt8] = []
        if data != nil {
            boundColumns.reserveCapacity(192)
            for column in 4 + clear.count..<statement.columnCount {
                SecretBinding.append(column, of: statement, to: &boundColumns)
            }
        }
        self.boundColumns = boundColumns
        self.rowID = rowID
        self.itemClass = itemClass
        self.identifier = identifier
        self.protection = protection
        self.clear = clear
        self.meta = meta
    }

    /// The value of a clear column.
    package func clearValue(of attribute: Attribute) -> AttributeValue? {
        Self.clearAttributes.firstIndex(of: attribute).map { clear[$0] }
    }

    package var isTombstone: Bool { clearValue(of: .tombstone) == .number(1) }
}
