// A row as the file holds it, and what it says once it is opened.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

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
    /// The columns that the secret is bound to, encoded; empty if the secret was not selected.
    let boundColumns: [UInt8]

    /// The clear columns of a class, in the order they are selected.
    static let clearAttributes: [Attribute] = [
        .accessGroup, .synchronizable, .tombstone, .multiUser, .accessible, .creationDate, .modificationDate,
    ]

    private static let protectionOffset = 4
    /// The column of the first of ``clearAttributes``.
    private static let firstClear = 5

    /// Bytes of a blob that is read along with its row. SQLite has room for a longer one only when somebody asks for
    /// that row.
    private static let longestBlob = 256 << 10

    /// Copies of its blobs that a row leads to until it is given out: SQLite's, the row's, what is opened, and the
    /// item's.
    private static let readCopies = 4
    /// Those that come with writing it anew: what is to be sealed, what is sealed, what is bound, and the record.
    private static let writtenCopies = 4

    /// The SQL list of what `init(reading:)` reads. The secret is left out if nobody asks for it.
    /// - Parameter ofAnyLength: also blobs that are long; else NULL stands for them, and ``longSize(of:)`` tells so.
    static func columnList(of itemClass: ItemClass, withData: Bool, ofAnyLength: Bool = false) -> String {
        let clear = clearAttributes.map(\.code).joined(separator: ", ")
        let bound = withData ? SecretBinding.attributes(of: itemClass).map { ", \($0.code)" }.joined() : ""
        guard !ofAnyLength else {
            return "rowid, persistref, 0, meta, \(withData ? "data" : "data IS NULL"), \(clear)\(bound)"
        }
        let size = withData ? "\(length(of: "meta")) + \(length(of: "data"))" : length(of: "meta")
        let data = withData ? short("data") : "data IS NULL"
        return "rowid, persistref, \(size), \(short("meta")), \(data), \(clear)\(bound)"
    }

    /// The length of a blob, for which SQLite does not read it.
    private static func length(of column: String) -> String { "iif(typeof(\(column)) = 'blob', length(\(column)), 0)" }

    /// A blob unless it is long.
    static func short(_ column: String) -> String {
        "iif(typeof(\(column)) = 'blob' AND length(\(column)) <= \(longestBlob), \(column), NULL)"
    }

    /// Bytes of the blobs of a row that a statement stands on.
    static func blobSize(of statement: Statement) -> Int? {
        guard case .integer(let size) = statement.value(at: 2) else { return nil }
        return Int(size)
    }

    /// Bytes of memory that a row with long blobs takes when it is read, or nil for one that was read.
    static func longSize(of statement: Statement) -> Int? {
        guard case .integer(let size) = statement.value(at: 2), size > longestBlob else { return nil }
        return Int(size) * readCopies
    }

    /// - Throws: `.decode` for a row whose clear columns are of the wrong type, or whose name is not that of its
    ///   number.
    init(reading statement: Statement, of itemClass: ItemClass) throws(KeychainError) {
        let damage = KeychainError(.decode, during: "reading a row")
        guard case .integer(let rowID) = statement.value(at: 0), case .blob(let reference) = statement.value(at: 1),
            let identifier = RowIdentifier(reference), identifier.number == rowID,
            case .blob(let meta) = statement.value(at: 3)
        else { throw damage }
        switch statement.value(at: Self.firstClear - 1) {
        case .blob(let bytes): data = bytes
        case .null, .integer: data = nil
        default: throw damage
        }
        var clear: [AttributeValue] = []
        clear.reserveCapacity(Self.clearAttributes.count)
        for offset in 0..<Self.clearAttributes.count {
            switch statement.value(at: Self.firstClear + offset) {
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
            for column in Self.firstClear + clear.count..<statement.columnCount {
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

    /// Bytes of its blobs.
    package var size: Int { meta.count + (data?.count ?? 0) }

    /// Whether its blobs are long.
    package var isLong: Bool { size > Self.longestBlob }

    /// Bytes of memory that a row with long blobs takes beyond what reading it took, when it is written anew.
    package var sizeToRewrite: Int { isLong ? size * Self.writtenCopies : 0 }

    /// The value of a clear column.
    package func clearValue(of attribute: Attribute) -> AttributeValue? {
        Self.clearAttributes.firstIndex(of: attribute).map { clear[$0] }
    }

    package var isTombstone: Bool { clearValue(of: .tombstone) == .number(1) }
}
