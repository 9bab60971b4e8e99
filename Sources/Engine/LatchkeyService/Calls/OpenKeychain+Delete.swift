// SecItemDelete: rows vanish, or become tombstones where they synchronise.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Deletes all items that match (reference 3.6), or with a limit of one the first.
    /// - Returns: nothing of the items; an array so that a tool can ask for attributes with `returning`.
    /// - Throws: `.itemNotFound`.
    func delete(
        _ query: ItemQuery, from caller: Caller, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> [Item] {
        let scope = try caller.decideSearch(naming: query.accessGroup).scope()
        return try deletingRows(charging: memory) { state throws(KeychainError) in
            try state.delete(query, in: scope)
        }
    }

    /// Runs `body`, which deletes rows, in a transaction.
    /// - Returns: the items that `body` gives.
    /// - Throws: `.itemNotFound` where it deleted none.
    func deletingRows(
        charging memory: CallMemory,
        _ body: @escaping (inout KeychainState) throws(KeychainError) -> (count: Int, items: [Item])
    ) throws(KeychainError) -> [Item] {
        let deleted = try orNotFound { () throws(KeychainError) in
            try write { state throws(KeychainError) in try state.charging(memory, body) }
        }
        guard deleted.count > 0 else { throw .notFound }
        return deleted.items
    }
}

extension KeychainState {
    /// - Returns: how many rows were deleted, and the items where the query asks for something of them.
    mutating func delete(
        _ query: ItemQuery, in scope: GroupScope
    ) throws(KeychainError) -> (count: Int, items: [Item]) {
        var rows = MatchingRows(of: query.itemClass)
        let limit = query.limit.count
        try items.select(query, in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            switch result {
            case .failure(let damage): try rows.add(damage, charging: memory)
            case .success(let row):
                if try isMatch(row, for: query) { try rows.add(row, charging: memory) }
            }
            return rows.count < limit
        }
        let now = clock.now()
        var deleted: [Item] = []
        try forEach(rows, withData: false) { state, row throws(KeychainError) in
            guard case .success(let row) = row else { return }
            if !query.returning.isEmpty, let item = try state.itemUnlessDamaged(row) {
                try state.memory.take(item.footprint)
                deleted.append(item)
            }
            try state.delete(row, leavesTombstone: query.leavesTombstones, now: now)
        }
        for damage in rows.damaged { try quarantine.move(damage, now: now) }
        return (rows.count, deleted)
    }

    /// Plain items are deleted without being opened, so that it works while locked; a row that does open must agree with
    /// the query, and conditions that digests cannot test need it open.
    func isMatch(_ row: ItemRow, for query: ItemQuery) throws(KeychainError) -> Bool {
        guard keys.has(.metadataKey(row.protection)) else {
            guard query.needsOpening else { return true }
            throw KeychainError(.interactionNotAllowed, during: "comparing an item of a locked class")
        }
        do {
            return try row.open(with: keys).item.matches(query)
        } catch  where error.isDamage || error.code == .wrongVersion && !query.needsOpening {
            return true
        }
    }

    /// A damaged row is deleted, and nothing of it is given out.
    private func itemUnlessDamaged(_ row: ItemRow) throws(KeychainError) -> Item? {
        do {
            return try row.open(with: keys).item
        } catch  where error.isDamage {
            return nil
        }
    }

    func delete(_ row: ItemRow, leavesTombstone wanted: Bool?, now: Double) throws(KeychainError) {
        let isLiveAndSynchronizable = !row.isTombstone && row.clearValue(of: .synchronizable) == .number(1)
        let leavesTombstone = row.isTombstone ? wanted == true : wanted ?? isLiveAndSynchronizable
        guard leavesTombstone else {
            return try items.delete(rowID: row.rowID, of: row.itemClass)
        }
        guard !row.isTombstone else { return }
        let opened: OpenedRow
        do {
            opened = try row.open(with: keys)
        } catch  where error.isDamage {
            guard try quarantine.move(RowDamage(row, because: error), now: now) else {
                throw .newerVersion(during: "deleting an item")
            }
            return
        }
        let tombstone = opened.item.tombstone(identifier: row.identifier, now: now)
        try items.replace(rowID: row.rowID, with: SealedItem(tombstone, secret: .none, with: keys))
    }
}

extension ItemQuery {
    /// True where the digests alone do not decide.
    fileprivate var needsOpening: Bool { foldsText || hostOrSubdomain != nil || !returning.isEmpty }
}

extension Item {
    /// What stays of a deleted synchronizable item: its primary key and dates (reference 3.9).
    func tombstone(identifier: RowIdentifier, now: Double) -> Item {
        let kept = reference.itemClass.attributes.filter { $0.traits.contains(.primaryKey) || $0.storage == .clear }
        var tombstone = Item(
            reference: PersistentReference(itemClass: reference.itemClass, identifier: identifier),
            attributes: attributes.filter { entry in kept.contains { $0.attribute == entry.key } },
            accessControl: AccessControl(protection: accessControl.protection, flags: nil))
        tombstone.attributes[.tombstone] = .number(1)
        var modified = now
        if case .date(let old)? = attributes[.modificationDate] { modified = max(now, old + KeychainClock.step) }
        tombstone.attributes[.modificationDate] = .date(modified)
        return tombstone
    }
}
