// The access lists of items: looked up by program, listed and written by item.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 9. Decides nothing: who may read is settled by the policy.
///
/// Triggers of the schema take the rows away with their item, however it goes.
package struct AccessLists {
    let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// The items of a class that a list shares with a program, in the order of their creation.
    ///
    /// The digests alone found them, and whoever can write the file can write digests: before an item is given away,
    /// ``entries(of:for:keys:)`` must have opened.
    package func items(
        sharedWith applicationIdentifier: String, in itemClass: ItemClass, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [RowIdentifier] {
        let digests = try Self.digests(ofProgram: applicationIdentifier, keys: keys)
        // Mostly there are none. They begin with their numbers, so that they come in the order of creation.
        let rows = try connection.rows(
            "SELECT DISTINCT persistref FROM acls WHERE appl IN \(Self.places(digests)) ORDER BY persistref", digests)
        var found: [RowIdentifier] = []
        for row in rows {
            guard case .blob(let bytes)? = row.first, let identifier = RowIdentifier(bytes) else { continue }
            let items = try connection.rows(
                "SELECT 1 FROM \(itemClass.rawValue) WHERE rowid = ? AND persistref = ?",
                [.integer(identifier.number), .blob(bytes)])
            if !items.isEmpty { found.append(identifier) }
        }
        return found
    }

    /// The entries of an item's list that speak of a program, opened.
    /// - Throws: `.interactionNotAllowed` while the item's class is locked, `.decode` for an entry that does not belong
    ///   here.
    package func entries(
        of row: ItemRow, for applicationIdentifier: String, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> AccessList {
        let digests = try Self.digests(ofProgram: applicationIdentifier, keys: keys)
        let rows = try connection.rows(
            "SELECT appl, data FROM acls WHERE persistref = ? AND appl IN \(Self.places(digests))",
            [.blob(row.identifier.bytes)] + digests)
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

    /// The most entries of a list, and bytes of one as it is sealed: a list is held in memory whole.
    package static let (mostEntries, longestEntry) = (512, 4 << 10)

    /// Puts `list` in the place of the list that the item has.
    /// - Throws: `.parameter` for a list that is too long.
    package func replace(
        with list: AccessList, of reference: PersistentReference, under protection: ProtectionClass,
        keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard list.entries.count <= Self.mostEntries else { throw Self.tooLong }
        try connection.run("DELETE FROM acls WHERE persistref = ?", [.blob(reference.identifier.bytes)])
        for entry in list.entries {
            try insert(entry, of: reference, under: protection, keys: keys, in: transaction)
        }
    }

    /// Adds an entry to the list of an item.
    /// - Throws: `.parameter` for one that is too long, `.duplicateItem` if the list has it.
    package func insert(
        _ entry: AccessListEntry, of reference: PersistentReference, under protection: ProtectionClass,
        keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let digest = try keys.accessListDigest(of: entry.name)
        let plaintext = AccessListPlaintext(entry).encoded()
        guard plaintext.count <= Self.longestEntry else { throw Self.tooLong }
        let place = UnlockedKeybag.KeyAndPlace(accessListOf: reference, under: protection)
        try connection.run(
            "INSERT INTO acls(persistref, appl, data) VALUES(?, ?, ?)",
            [.blob(reference.identifier.bytes), .blob(digest), .blob(try keys.seal(plaintext, at: place))])
    }

    private static let tooLong = KeychainError(
        .parameter, during: "storing an access list",
        hint: "it has at most 512 programs, each with at most 4 KiB of name and path")

    /// What a program is looked up by: three at most.
    private static func digests(
        ofProgram applicationIdentifier: String, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [SQLValue] {
        var digests: [SQLValue] = []
        for name in AccessListEntry.names(ofProgram: applicationIdentifier) {
            digests.append(.blob(try keys.accessListDigest(of: name)))
        }
        return digests
    }

    private static func places(_ values: [SQLValue]) -> String { values.count == 3 ? "(?, ?, ?)" : "(?, ?)" }

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
            guard try keys.accessListDigest(of: entry.name) == digest else { throw damage }
            entries.append(entry)
        }
        // The table keeps no order of its own; people see the paths sorted, any application and partitions first.
        return AccessList(entries.sorted { $0.sortKey < $1.sortKey })
    }
}

extension AccessListEntry {
    fileprivate var sortKey: (Int, String, String) {
        switch self {
        case .anyApplication: (0, "", "")
        case .partition(let partition): (1, partition.text, "")
        case .application(let application): (2, application.path, application.identifier)
        }
    }
}

extension PersistentReference {
    fileprivate init(_ row: ItemRow) { self.init(itemClass: row.itemClass, identifier: row.identifier) }
}

extension UnlockedKeybag.KeyAndPlace {
    init(accessListOf reference: PersistentReference, under protection: ProtectionClass) {
        self.init(
            key: .metadataKey(protection), purpose: .accessList, itemClass: reference.itemClass,
            row: reference.identifier, protection: protection)
    }
}
