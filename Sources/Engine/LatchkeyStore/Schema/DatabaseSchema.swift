// What the store asks of the tables; they are made in Migrations.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

/// Documentation/Reference/Formats/Database.md.
package enum DatabaseSchema {
    /// "LTCK".
    package static let applicationID: Int64 = 0x4c54_434b
    /// The version of Apple's schema that the columns follow.
    static let schemaVersion: (major: Int64, minor: Int64) = (12, 11)

    /// A table that a keychain has from its first wrong password on.
    static let passwordTries = """
        CREATE TABLE passwordtries(id INTEGER PRIMARY KEY CHECK(id = 1), wrong INTEGER NOT NULL, tdat REAL NOT NULL)
        """

    /// A table that a keychain has from its first lock on.
    static let locks = "CREATE TABLE locks(id INTEGER PRIMARY KEY CHECK(id = 1), count INTEGER NOT NULL)"

    /// The columns of a class in the order of the table, without `rowid`.
    package static func columns(of itemClass: ItemClass) -> [String] { columnsByClass[itemClass] ?? [] }

    private static let columnsByClass: [ItemClass: [String]] = .init(
        uniqueKeysWithValues: ItemClass.allCases.map { itemClass in
            let attributes = itemClass.attributes
            let stored = attributes.filter(\.hasColumn).map(\.attribute.code)
            return (itemClass, stored + ["persistref", "meta", "data"])
        })
}

extension AttributeDescription {
    /// True if the table has a column for the attribute.
    var hasColumn: Bool { storage == .clear || storage == .digest }
}
