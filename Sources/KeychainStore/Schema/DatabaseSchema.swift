// The tables of a keychain file, made from the table of attributes.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// Documentation/Formats/Database.md.
package enum DatabaseSchema {
    /// "LTCK".
    package static let applicationID: Int64 = 0x4c54_434b
    /// The version of the file format.
    package static let formatVersion: Int64 = 1
    /// The version of Apple's schema that the columns follow.
    package static let schemaVersion: (major: Int64, minor: Int64) = (12, 11)

    static let versionTable = "CREATE TABLE tversion(version INTEGER NOT NULL, minor INTEGER NOT NULL)"

    /// A keychain has this table from its first wrong password on.
    static let passwordTries = """
        CREATE TABLE passwordtries(id INTEGER PRIMARY KEY CHECK(id = 1), wrong INTEGER NOT NULL, tdat REAL NOT NULL)
        """

    /// A keychain has this table from its first lock on.
    static let locks = "CREATE TABLE locks(id INTEGER PRIMARY KEY CHECK(id = 1), count INTEGER NOT NULL)"

    /// What SQLite has in a new file for its tables, indexes and triggers; the last one is its own, for numbers that do not come again.
    static let statements = Set(
        creation.filter { $0.hasPrefix("CREATE ") } + ["CREATE TABLE sqlite_sequence(name,seq)"])

    /// Everything a new file needs, but for its keybag.
    static var creation: [String] {
        [
            versionTable,
            "INSERT INTO tversion VALUES(\(schemaVersion.major), \(schemaVersion.minor))",
            "CREATE TABLE keybag(id INTEGER PRIMARY KEY CHECK(id = 1), data BLOB NOT NULL)",
            "CREATE TABLE metadatakeys(pdmn TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE quarantine(id INTEGER PRIMARY KEY AUTOINCREMENT, qdat REAL NOT NULL, tabl TEXT NOT NULL, \
            persistref BLOB, reason TEXT NOT NULL, rowdata BLOB NOT NULL)
            """,
        ] + ItemClass.allCases.flatMap(creation(of:)) + accessListCreation + [
            "PRAGMA application_id = \(applicationID)",
            "PRAGMA user_version = \(formatVersion)",
        ]
    }

    /// The columns of a class in the order of the table, without `rowid`.
    package static func columns(of itemClass: ItemClass) -> [String] { columnsByClass[itemClass] ?? [] }

    private static let columnsByClass: [ItemClass: [String]] = .init(
        uniqueKeysWithValues: ItemClass.allCases.map { itemClass in
            let attributes = itemClass.attributes
            let stored = attributes.filter(\.hasColumn).map(\.attribute.code)
            return (itemClass, stored + ["persistref", "meta", "data"])
        })

    private static func creation(of itemClass: ItemClass) -> [String] {
        let table = itemClass.rawValue
        let attributes = itemClass.attributes
        // Without AUTOINCREMENT, which writes a table of its own with every add: a reference has ten random bytes beside the
        // number of its row, and needs no index since it has that.
        var definitions = ["rowid INTEGER PRIMARY KEY"]
        definitions += attributes.filter(\.hasColumn).map { "\($0.attribute.code) \($0.columnType)" }
        definitions.append("persistref BLOB NOT NULL")
        definitions += ["meta BLOB NOT NULL", "data BLOB"]
        // After the first column those that are searched most, so that account and server, without a domain, find few rows.
        let keyed = attributes.filter { $0.traits.contains(.primaryKey) }
        let key =
            (keyed.prefix(1) + keyed.dropFirst().filter { $0.traits.contains(.indexed) }
            + keyed.dropFirst().filter { !$0.traits.contains(.indexed) }).map(\.attribute.code)
        definitions.append("UNIQUE(\(key.joined(separator: ", ")))")
        return ["CREATE TABLE \(table)(\(definitions.joined(separator: ", ")))"]
            + attributes.filter { $0.traits.contains(.indexed) }.map { description in
                let column = description.attribute.code
                // An item without the attribute costs its index nothing.
                let rows = description.traits.contains(.primaryKey) ? "" : " WHERE \(column) IS NOT NULL"
                return "CREATE INDEX \(table)_\(column) ON \(table)(\(column))\(rows)"
            }
    }
}

extension AttributeDescription {
    /// True where the table has a column for the attribute.
    var hasColumn: Bool { storage == .clear || storage == .digest }

    fileprivate var columnType: String {
        let type =
            switch (storage, kind) {
            case (.clear, .flag): "INTEGER"
            case (.clear, .date): "REAL"
            case (.clear, .string), (.clear, .accessible): "TEXT"
            default: "BLOB"
            }
        return storage == .clear || traits.contains(.primaryKey) ? type + " NOT NULL" : type
    }
}
