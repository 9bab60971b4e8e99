// Finds items of the Secret Service by the digests of their attributes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 16. Decides nothing: who may see an item is settled before.
///
/// Triggers of the schema take the entries away with their item, however it goes. The digests alone find the items, and
/// whoever can write the file can write digests: what is opened must be compared with what was searched for.
package struct SearchIndex {
    let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// The numbers of the items that have all terms, in no order.
    package func items(
        with terms: [SearchTerm], in scope: GroupScope, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [Int64] {
        var digests: [[UInt8]] = []
        for term in terms { digests.append(try keys.searchDigest(of: term)) }
        if digests.isEmpty { digests.append(try keys.searchDigest(of: .any)) }
        var found: [Int64] = []
        switch scope {
        case .all:
            let none = [UInt8](repeating: 0, count: UnlockedKeybag.searchGroupSize)
            let last = [UInt8](repeating: 0xff, count: UnlockedKeybag.searchGroupSize)
            try walk(digests, from: none, to: last) { found.append($0) }
        case .only(let groups):
            var seen: Set<AccessGroup> = []
            for group in groups where seen.insert(group).inserted {
                let suffix = try keys.searchDigest(of: group)
                try walk(digests, from: suffix, to: suffix) { found.append($0) }
            }
        }
        return found
    }

    /// The entries that an item should have.
    package static func entries(
        for attributes: SearchAttributes, in group: AccessGroup, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Set<[UInt8]> {
        let suffix = try keys.searchDigest(of: group)
        var entries: Set<[UInt8]> = [
            try keys.searchDigest(of: .any) + suffix, try keys.searchDigest(of: .exactly(attributes)) + suffix,
        ]
        for pair in attributes.pairs { entries.insert(try keys.searchDigest(of: .pair(pair)) + suffix) }
        return entries
    }

    /// The entries that a row has; nil if one of them is no digest.
    func entries(ofRow rowID: Int64) throws(KeychainError) -> Set<[UInt8]>? {
        var entries: Set<[UInt8]> = []
        for row in try connection.rows("SELECT digest FROM ssattr WHERE item = ?", [.integer(rowID)]) {
            guard case .blob(let digest)? = row.first else { return nil }
            entries.insert(digest)
        }
        return entries
    }

    /// Gives a row the entries of its item, and no others. Those that stay are not touched.
    package func write(
        _ item: Item, keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard item.reference.itemClass == .genericPassword else { return }
        let rowID = item.reference.identifier.number
        let wanted = try Self.entries(of: item, keys: keys)
        guard let present = try entries(ofRow: rowID) else {
            try connection.run("DELETE FROM ssattr WHERE item = ?", [.integer(rowID)])
            return try insert(wanted, ofRow: rowID)
        }
        for digest in present.subtracting(wanted) {
            try connection.run(
                "DELETE FROM ssattr WHERE digest = ? AND item = ?", [.blob(digest), .integer(rowID)])
        }
        try insert(wanted.subtracting(present), ofRow: rowID)
    }

    private func insert(_ digests: Set<[UInt8]>, ofRow rowID: Int64) throws(KeychainError) {
        for digest in digests {
            try connection.run(
                "INSERT INTO ssattr(digest, item) VALUES(?, ?)", [.blob(digest), .integer(rowID)])
        }
    }

    /// Whether a row has the entries of its item, and no others.
    package func isRight(_ item: Item, keys: borrowing UnlockedKeybag) throws(KeychainError) -> Bool {
        guard item.reference.itemClass == .genericPassword else { return true }
        return try entries(ofRow: item.reference.identifier.number) == Self.entries(of: item, keys: keys)
    }

    package func hasOrphans() throws(KeychainError) -> Bool {
        try !connection.rows("SELECT 1 FROM ssattr WHERE item NOT IN (SELECT rowid FROM genp) LIMIT 1").isEmpty
    }

    /// Takes the entries away that belong to no row: nothing finds by them, and nobody needs them.
    package func removeOrphans(in transaction: borrowing WriteTransaction) throws(KeychainError) {
        try connection.run("DELETE FROM ssattr WHERE item NOT IN (SELECT rowid FROM genp)")
    }

    /// Those of an item that is none of the Secret Service are none.
    private static func entries(
        of item: Item, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Set<[UInt8]> {
        guard let attributes = item.searchAttributes, let group = item.accessGroup else { return [] }
        return try entries(for: attributes, in: group, keys: keys)
    }
}
