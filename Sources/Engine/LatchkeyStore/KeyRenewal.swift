// New class keys and metadata keys for a whole keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Design/Decisions/0035-first-password-new-keys.md. One row is in memory at a time.
package struct KeyRenewal {
    private let connection: Connection
    private let memory: CallMemory
    private let now: Double

    /// - Parameter memory: what long rows are charged to.
    /// - Parameter now: seconds since 2001-01-01 UTC, for rows that go to quarantine.
    package init(_ connection: Connection, charging memory: CallMemory, now: Double) {
        self.connection = connection
        self.memory = memory
        self.now = now
    }

    /// Makes new keys and seals everything under them that was sealed under `old`; a row that does not open goes to
    /// quarantine.
    /// - Parameter old: all keys that the keychain has.
    /// - Parameter transaction: the one that stores the keybag of the new keys.
    /// - Throws: `.wrongVersion` for a row that a newer version has written: it could not be opened afterwards.
    package func renew(
        _ old: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> UnlockedKeybag {
        let new = try UnlockedKeybag(renewing: old)
        let hasLists = try !AccessLists(connection).isEmpty
        for itemClass in ItemClass.allCases {
            try reseal(itemClass, withLists: hasLists, from: old, to: new, in: transaction)
        }
        try Quarantine(connection).reseal(from: old, to: new, charging: memory, in: transaction)
        // Last, because a page that is written early and again late has SQLite sum up the whole log once more.
        try KeybagStore(connection).replaceMetadataKeys(with: new, in: transaction)
        return new
    }

    private func reseal(
        _ itemClass: ItemClass, withLists hasLists: Bool, from old: borrowing UnlockedKeybag,
        to new: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        // No column but the blobs changes: digests are under the index key, which stays.
        let update = try connection.prepare("UPDATE \(itemClass.rawValue) SET meta = ?, data = ? WHERE rowid = ?")
        let quarantine = Quarantine(connection)
        let lists = AccessLists(connection)
        let items = ItemStore(connection, charging: memory)
        try items.forEveryRow(of: itemClass, in: transaction) { result throws(KeychainError) in
            let row: ItemRow
            switch result {
            case .success(let read): row = read
            case .failure(let damage): return try setAside(damage, in: quarantine, transaction)
            }
            try memory.holding(row.sizeToRewrite) { () throws(KeychainError) in
                do throws(KeychainError) {
                    let resealed = try row.resealed(from: old, to: new)
                    defer { update.reset() }
                    try update.bind([
                        resealed.meta.map(SQLValue.blob) ?? .null, resealed.data.map(SQLValue.blob) ?? .null,
                        .integer(row.rowID),
                    ])
                    while try update.step() {}
                    if hasLists { try lists.reseal(of: row, from: old, to: new, in: transaction) }
                } catch  where error.isDamage {
                    // Its blobs are opened one by one with those that were there before.
                    try setAside(RowDamage(row.rowID, of: itemClass, because: error), in: quarantine, transaction)
                }
            }
        }
    }

    /// - Throws: `.wrongVersion` if a newer version has sealed something of the row: that would stay under keys that
    ///   go.
    private func setAside(
        _ damage: RowDamage, in quarantine: Quarantine, _ transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        guard try quarantine.move(damage, now: now, in: transaction) else {
            throw .newerVersion(during: "sealing an item anew")
        }
    }
}
