// The tables of version 2, as they landed: this file does not change any more.
// SPDX-License-Identifier: Apache-2.0

extension SchemaVersion {
    /// What the Secret Service needs: Documentation/Reference/Formats/Database.md, sections 14, 16 and 17.
    static let v2 = SchemaVersion(
        number: 2,
        migration: secondStatements + [
            // Seconds since 2001-01-01 UTC, by Julian days.
            "INSERT INTO collection(id, labl, cdat, mdat) SELECT 1, '', now, now FROM "
                + "(SELECT (julianday('now') - 2451910.5) * 86400.0 AS now)"
        ],
        schema: SchemaVersion.v1.schema.union(secondStatements), optional: SchemaVersion.v1.optional)

    private static let secondStatements = [
        "CREATE TABLE ssattr(digest BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY(digest, item)) WITHOUT ROWID",
        "CREATE INDEX ssattr_item ON ssattr(item)",
        "CREATE TRIGGER ssattr_deleted AFTER DELETE ON genp BEGIN DELETE FROM ssattr WHERE item = old.rowid; END",
        """
        CREATE TRIGGER ssattr_buried AFTER UPDATE OF tomb ON genp WHEN new.tomb = 1 BEGIN DELETE FROM ssattr WHERE item \
        = old.rowid; END
        """,
        """
        CREATE TABLE collection(id INTEGER PRIMARY KEY CHECK(id = 1), labl TEXT NOT NULL, cdat REAL NOT NULL, mdat REAL \
        NOT NULL)
        """,
    ]
}
