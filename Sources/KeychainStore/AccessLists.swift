// The access lists of items: looked up by program, listed and written by item.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCrypto
package import KeychainModel

/// Documentation/Formats/Database.md, section 9. Decides nothing: who may read is settled by the policy.
///
/// Triggers of the schema take the rows away with their item, however it goes (``DatabaseSchema/accessListCreation``).
package struct AccessLists {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// The items of a class that a list shares with a program, in the order of their creation.
    ///
    /// The digests alone found them, and whoever can write the file can write digests: before an item is given away,
    /// ``entries(of:for:keys:)`` must have opened.
    package func items(
        sharedWith applicationIdentifier: String, in itemClass: ItemClass, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [RowIdentifier] {
        // CROSS JOIN keeps the order of the tables: the index on programs is asked first, and mostly answers "none".
        let rows = try connection.rows(
            """
            SELECT DISTINCT item.rowid, item.persistref FROM acls \
            CROSS JOIN \(itemClass.rawValue) AS item ON item.persistref = acls.persistref \
            WHERE acls.appl IN (?, ?) ORDER BY item.rowid
            """, [.blob(keys.accessListDigest(of: applicationIdentifier)), .blob(keys.accessListDigest(of: nil))])
        return rows.compactMap { row in
            if case .blob(let bytes)? = row.last { RowIdentifier(bytes) } else { nil }
        }
    }

    /// The entries of an item's list that speak of a program, opened.
    /// - Throws: `.interactionNotAllowed` while the item's class is locked, `.decode` for an entry that does not belong here.
    package func entries(
        of row: ItemRow, for applicationIdentifier: String, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> AccessList {
        let digests = [try keys.accessListDigest(of: applicationIdentifier), try keys.accessListDigest(of: nil)]
        let rows = try connection.rows(
            "SELECT appl, data FROM acls WHERE persistref = ? AND appl IN (?, ?)",
            [.blob(row.identifier.bytes)] + digests.map(SQLValue.blob))
        return try open(rows, of: PersistentReference(row), under: row.protection, keys: keys)
    }

    /// The whole list of an item.
    /// - Throws: as ``entries(of:for:keys:)``.
    package func list(
        of reference: PersistentReference, under protection: ProtectionClass, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> AccessList {
        let rows = try connection.rows(
            "SELECT appl, data FROM acls WHERE persistref = ?", [.blob(reference.identifier.bytes)])
        return try open(rows, of: reference, under: protection, keys: keys)
    }

    /// Puts `list` in the place of the list that the item has; call it inside a write transaction.
    package func replace(
        with list: AccessList, of reference: PersistentReference, under protection: ProtectionClass,
        keys: borrowing UnlockedKeybag
    ) throws(KeychainError) {
        try connection.run("DELETE FROM acls WHERE persistref = ?", [.blob(reference.identifier.bytes)])
        let place = UnlockedKeybag.KeyAndPlace(accessListOf: reference, under: protection)
        for entry in list.entries {
            let digest = try keys.accessListDigest(of: entry.applicationIdentifier)
            let blob = try keys.seal(AccessListPlaintext(entry).encoded(), at: place)
            try connection.run(
                "INSERT INTO acls(persistref, appl, data) VALUES(?, ?, ?)",
                [.blob(reference.identifier.bytes), .blob(digest), .blob(blob)])
        }
    }

    private func open(
        _ rows: [[SQLValue]], of reference: PersistentReference, under protection: ProtectionClass,
        keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> AccessList {
        let damage = KeychainError(.decode, during: "reading an access list")
        let place = UnlockedKeybag.KeyAndPlace(accessListOf: reference, under: protection)
        var entries: [AccessListEntry] = []
        for row in rows {
            guard case .blob(let digest) = row[0], case .blob(let blob) = row[1] else { throw damage }
            let entry = try AccessListPlaintext(decoding: keys.open(blob, at: place)).entry
            guard try keys.accessListDigest(of: entry.applicationIdentifier) == digest else { throw damage }
            entries.append(entry)
        }
        // The table keeps no order of its own; people see the paths sorted, any application first.
        return AccessList(
            entries.sorted { lhs, rhs in
                guard case .application(let left) = lhs else { return rhs != .anyApplication }
                guard case .application(let right) = rhs else { return false }
                return (left.path, left.identifier) < (right.path, right.identifier)
            })
    }
}

extension PersistentReference {
    fileprivate init(_ row: ItemRow) { self.init(itemClass: row.itemClass, identifier: row.identifier) }
}

extension UnlockedKeybag.KeyAndPlace {
    fileprivate init(accessListOf reference: PersistentReference, under protection: ProtectionClass) {
        self.init(
            key: .metadataKey(protection), purpose: .accessList, itemClass: reference.itemClass,
            row: reference.identifier, protection: protection)
    }
}
