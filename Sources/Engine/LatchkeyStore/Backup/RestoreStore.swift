// Puts the items of a backup in the place of those that are there.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyPolicy

/// The rules of reference 3.16: local items give way, all others stay unless the backup has a newer one.
package struct RestoreStore {
    private let connection: Connection
    private let items: ItemStore

    package init(_ connection: Connection, charging memory: CallMemory = .unbounded) {
        self.connection = connection
        items = ItemStore(connection, charging: memory)
    }

    /// What becomes of an item.
    package enum Placement: Hashable, Sendable {
        case inserted(PersistentReference)
        /// Another row has its number: it got a new one.
        case renumbered(PersistentReference)
        /// What is there is newer, and stays.
        case outdated
    }

    // MARK: What gives way

    /// Rows that a restore deletes.
    private static let givesWay: String = {
        let groups = KeychainPolicy.groupsThatStay.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "sync = 0 AND musr = x'' AND ggrp = x'' AND (sysb IS NULL OR sysb = ?) AND agrp NOT IN (\(groups))"
    }()

    /// The value of `givesWay`: what the column of an item holds that is not bound to the system.
    private func unbound(_ itemClass: ItemClass, _ keys: borrowing UnlockedKeybag) throws(KeychainError) -> SQLValue {
        guard let description = itemClass.description(of: .systemBound) else { return .null }
        return try keys.column(for: .number(0), of: description, in: itemClass)
    }

    /// Rows that give way, one behind the other.
    package struct Batch: Sendable {
        let itemClass: ItemClass
        let rows: [Int64]
        /// Rows that do not open: their bytes are kept until the user decides.
        package fileprivate(set) var damaged: [RowDamage] = []
        /// Rows that a newer version has written. They stay.
        fileprivate var newer: Set<Int64> = []
        /// Rows that are deleted and that no backup can hold.
        package fileprivate(set) var lost = 0

        /// How many are deleted.
        package var removed: Int { rows.count - damaged.count - newer.count }
    }

    /// Rows in a batch: others wait for the keychain while they are opened.
    private static let batch = 512

    /// The next rows that give way.
    /// - Parameter last: the rows before; nil for the first ones.
    /// - Returns: nil behind the last.
    package func rowsGivingWay(
        after last: Batch?, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Batch? {
        let classes = last.map { last in ItemClass.allCases.drop { $0 != last.itemClass } } ?? ItemClass.allCases[...]
        for itemClass in classes {
            let start = itemClass == last?.itemClass ? last?.rows.last ?? .min : .min
            let rows = try connection.rows(
                """
                SELECT rowid FROM \(itemClass.rawValue) WHERE \(Self.givesWay) AND rowid > ? \
                ORDER BY rowid LIMIT \(Self.batch)
                """, [try unbound(itemClass, keys), .integer(start)]
            ).compactMap { row -> Int64? in
                if case .integer(let number)? = row.first { number } else { nil }
            }
            guard !rows.isEmpty else { continue }
            var batch = Batch(itemClass: itemClass, rows: rows)
            for row in rows { try look(at: row, keys: keys, noting: &batch) }
            return batch
        }
        return nil
    }

    private func look(
        at rowID: Int64, keys: borrowing UnlockedKeybag, noting batch: inout Batch
    ) throws(KeychainError) {
        let itemClass = batch.itemClass
        var (found, isLost): (RowDamage?, Bool) = (nil, false)
        do throws(KeychainError) {
            try items.requireKnownSecret(ofRow: rowID, of: itemClass)
            _ = try items.visitRow(from: rowID, of: itemClass) { row throws(KeychainError) in
                switch row {
                case .failure(let damage): found = damage
                case .success(let row):
                    isLost = try !canComeBack(row, keys: keys)
                }
            }
        } catch  where error.isOfRowThatDoesNotOpen {
            found = RowDamage(rowID, of: itemClass, because: error)
        }
        if isLost { batch.lost += 1 }
        guard let damage = found else { return }
        if damage.isOfNewerVersion { batch.newer.insert(rowID) } else { batch.damaged.append(damage) }
    }

    /// Opens a row.
    /// - Returns: whether a backup could hold it.
    /// - Throws: `.decode` also for one that a backup leaves out as damaged, so that it is kept.
    private func canComeBack(_ row: ItemRow, keys: borrowing UnlockedKeybag) throws(KeychainError) -> Bool {
        let reference = PersistentReference(itemClass: row.itemClass, identifier: row.identifier)
        let (opened, metadata) = try row.openKeepingMetadata(with: keys)
        if !row.isTombstone, case .mayBackUp(let right) = KeychainPolicy.decideBackup(of: opened.item) {
            _ = try RestoredItem(
                reference, under: row.protection, metadata: metadata,
                secret: try opened.secretPlaintext(with: keys, by: right), latest: .greatestFiniteMagnitude)
            return true
        }
        _ = try opened.openSecret(with: keys, by: KeychainPolicy.mayKeep(reference))
        return row.isTombstone
    }

    /// Deletes the rows of a batch. Those that do not open go into quarantine.
    package func delete(
        _ batch: Batch, now: Double, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let quarantine = Quarantine(connection)
        var staying = batch.newer
        for damage in batch.damaged where try !quarantine.move(damage, now: now, in: transaction) {
            staying.insert(damage.rowID)
        }
        for rowID in batch.rows where !staying.contains(rowID) {
            try items.delete(rowID: rowID, of: batch.itemClass, in: transaction)
        }
    }

    // MARK: What comes

    /// Whether an item would be placed while those that give way are still there.
    package func wouldPlace(_ restored: RestoredItem, keys: borrowing UnlockedKeybag) throws(KeychainError) -> Bool {
        for rival in try rivals(of: restored, keys: keys) {
            if try givesWay(rival.rowID, of: restored, keys) { continue }
            guard try isNewer(restored, than: rival, keys: keys) else { return false }
        }
        return true
    }

    /// Gives an item a row. Those that give way are gone already.
    package func place(
        _ restored: RestoredItem, now: Double, keys: borrowing UnlockedKeybag,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Placement {
        let itemClass = restored.item.reference.itemClass
        let rivals = try rivals(of: restored, keys: keys)
        for rival in rivals {
            guard try isNewer(restored, than: rival, keys: keys) else { return .outdated }
        }
        for rival in rivals {
            switch rival {
            case .row(let row): try items.delete(rowID: row.rowID, of: itemClass, in: transaction)
            case .damaged(let damage):
                try Quarantine(connection).move(damage, now: now, in: transaction)
            }
        }
        let taken = try connection.rows(
            "SELECT 1 FROM \(itemClass.rawValue) WHERE rowid = ?",
            [.integer(restored.item.reference.identifier.number)])
        // Beyond the middle are numbers of a clock that went wrong. Other rows would have to go on behind them.
        guard !taken.isEmpty || restored.item.reference.identifier.number >= ItemStore.middleNumber else {
            try insert(restored, keys: keys, in: transaction)
            return .inserted(restored.item.reference)
        }
        let renamed = restored.renamed(try items.nextIdentifier(of: itemClass, now: now, in: transaction))
        try insert(renamed, keys: keys, in: transaction)
        return .renumbered(renamed.item.reference)
    }

    private func insert(
        _ restored: RestoredItem, keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let sealed = try SealedItem(
            restored.item, secret: restored.isTombstone ? .none : .new(restored.secret), with: keys)
        try items.insert(sealed, in: transaction)
        try SearchIndex(connection).write(restored.item, keys: keys, in: transaction)
    }

    // MARK: Conflicts

    fileprivate enum Rival {
        case row(ItemRow)
        case damaged(RowDamage)

        var rowID: Int64 {
            switch self {
            case .row(let row): row.rowID
            case .damaged(let damage): damage.rowID
            }
        }
    }

    /// The rows that cannot be there beside an item: the one that has its primary key, and the one that has its name.
    private func rivals(
        of restored: RestoredItem, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [Rival] {
        let reference = restored.item.reference
        var rivals: [Rival] = []
        if let holder = try items.rowHoldingKey(of: restored.item, keys: keys) { rivals.append(Rival(holder)) }
        let namesake = try items.withRow(
            reference.identifier.number, of: reference.itemClass, withData: false
        ) { row throws(KeychainError) in row }
        if case .success(let row)? = namesake, row.identifier == reference.identifier,
            !rivals.contains(where: { $0.rowID == row.rowID })
        {
            rivals.append(.row(row))
        }
        return rivals
    }

    private func givesWay(
        _ rowID: Int64, of restored: RestoredItem, _ keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Bool {
        let itemClass = restored.item.reference.itemClass
        return try !connection.rows(
            "SELECT 1 FROM \(itemClass.rawValue) WHERE \(Self.givesWay) AND rowid = ?",
            [try unbound(itemClass, keys), .integer(rowID)]
        ).isEmpty
    }

    /// Whether an item takes the place of a row: it was modified later, or at the same time and its digest is the
    /// smaller one. Of two that are the same the row stays, and so does one that a newer version has written.
    private func isNewer(
        _ restored: RestoredItem, than rival: Rival, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> Bool {
        switch rival {
        case .damaged(let damage): return !damage.isOfNewerVersion
        case .row(let row):
            guard case .date(let modified)? = row.clearValue(of: .modificationDate) else { return true }
            guard restored.modified == modified else { return restored.modified > modified }
            do throws(KeychainError) {
                guard case .data(let digest)? = try row.open(with: keys).item.attributes[.sha1],
                    let own = restored.digest
                else { return false }
                return own.lexicographicallyPrecedes(digest)
            } catch  where error.isDamage {
                return true
            } catch  where error.code == .wrongVersion {
                return false
            }
        }
    }
}

extension RestoreStore.Rival {
    fileprivate init(_ result: Result<ItemRow, RowDamage>) {
        switch result {
        case .success(let row): self = .row(row)
        case .failure(let damage): self = .damaged(damage)
        }
    }
}
