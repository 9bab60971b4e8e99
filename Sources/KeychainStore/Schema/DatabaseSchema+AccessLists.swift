// The table of access lists, and the triggers that take a list away with its item.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

extension DatabaseSchema {
    /// Documentation/Formats/Database.md, section 9. As triggers the rule holds for every statement that takes an item away:
    /// a deletion, the move to quarantine, and the change into a tombstone.
    static var accessListCreation: [String] {
        let removal = "DELETE FROM acls WHERE persistref = old.persistref"
        return [
            """
            CREATE TABLE acls(persistref BLOB NOT NULL, appl BLOB NOT NULL, data BLOB NOT NULL, \
            PRIMARY KEY(persistref, appl)) WITHOUT ROWID
            """,
            "CREATE INDEX acls_appl ON acls(appl)",
        ]
            + ItemClass.allCases.map(\.rawValue).flatMap { table in
                [
                    "CREATE TRIGGER \(table)_deleted AFTER DELETE ON \(table) BEGIN \(removal); END",
                    """
                    CREATE TRIGGER \(table)_buried AFTER UPDATE OF tomb ON \(table) WHEN new.tomb = 1 \
                    BEGIN \(removal); END
                    """,
                ]
            }
    }
}
