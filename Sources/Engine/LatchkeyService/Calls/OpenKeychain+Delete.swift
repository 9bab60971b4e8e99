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
    func delete(_ query: ItemQuery, for call: CallContext) throws(KeychainError) -> Outcome<[Item]> {
        let scope = try call.caller.decideDeletion(naming: query.accessGroup).scope()
        switch try confinement(of: query, in: scope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let confinement):
            return try deletingRows(for: call) { state, transaction throws(KeychainError) in
                try state.delete(query, among: confinement, in: scope, for: call, in: transaction)
            }
        }
    }

    /// Runs `body`, which deletes rows, in a transaction.
    /// - Returns: the items that `body` gives.
    /// - Throws: `.itemNotFound` if it deleted none.
    func deletingRows(
        for call: CallContext,
        _ body:
            @escaping (inout KeychainState, borrowing WriteTransaction) throws(KeychainError) -> Outcome<Deletion>
    ) throws(KeychainError) -> Outcome<[Item]> {
        let outcome = try orNotFound(for: call) { () throws(KeychainError) in try write(body) }
        if case .done(let deletion) = outcome, deletion.count == 0 { throw .notFound }
        return outcome.map(\.items)
    }
}

/// What a deletion came to.
struct Deletion: Sendable {
    /// Rows.
    var count: Int
    /// If the query asks for something of them.
    var items: [Item] = []
}

extension KeychainState {
    /// - Parameter confinement: the only items that may be deleted, or nil for all that match.
    mutating func delete(
        _ query: ItemQuery, among confinement: Set<PersistentReference>? = nil, in scope: GroupScope,
        for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Deletion> {
        let rows = try rowsToDelete(query, among: confinement, in: scope, for: call)
        let now = clock.now()
        var deletion = Deletion(count: rows.count)
        let need = try forEach(rows, withData: false, for: call, in: transaction) { state, row throws(KeychainError) in
            guard case .success(let row) = row else { return nil }
            if !query.returning.isEmpty, let item = try state.itemUnlessDamaged(row) {
                try call.memory.take(item.footprint)
                deletion.items.append(item)
            }
            try state.delete(
                row, leavesTombstone: query.leavesTombstones, now: now, for: call, in: transaction)
            return nil
        }
        if let need { return .needs(need) }
        for damage in rows.damaged { try quarantine.move(damage, now: now, in: transaction) }
        return .done(deletion)
    }

    func rowsToDelete(
        _ query: ItemQuery, among confinement: Set<PersistentReference>? = nil, in scope: GroupScope,
        for call: CallContext
    ) throws(KeychainError) -> MatchingRows {
        var rows = MatchingRows(of: query.itemClass)
        let limit = query.limit.count
        guard limit > 0 else { return rows }
        try items(call).select(query, in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            switch result {
            case .failure(let damage) where confinement == nil && query.mayMeanDamage:
                try rows.add(damage, charging: call.memory)
            case .failure: break
            case .success(let row):
                if confinement?.contains(row.reference) != false, try isMatch(row, for: query) {
                    try rows.add(row, charging: call.memory)
                }
            }
            return rows.count < limit
        }
        return rows
    }

    /// Plain items are deleted without being opened, so that it works while locked; a row that does open must agree
    /// with the query, and conditions that digests cannot test need it open.
    func isMatch(_ row: ItemRow, for query: ItemQuery) throws(KeychainError) -> Bool {
        // What is not in the list need not be readable.
        guard query.mayList(row.reference) else { return false }
        guard keys.has(.metadataKey(row.protection)) else {
            guard query.needsOpening else { return true }
            throw KeychainError(.interactionNotAllowed, during: "comparing an item of a locked class")
        }
        do {
            return try row.open(with: keys).item.matches(query)
        } catch  where error.isDamage {
            return query.isDecidedByReference
        } catch  where error.code == .wrongVersion && !query.needsOpening {
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

    func delete(
        _ row: ItemRow, leavesTombstone wanted: Bool?, now: Double, for call: CallContext,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let isLiveAndSynchronizable = !row.isTombstone && row.clearValue(of: .synchronizable) == .number(1)
        let leavesTombstone = row.isTombstone ? wanted == true : wanted ?? isLiveAndSynchronizable
        guard leavesTombstone else {
            return try items(call).delete(rowID: row.rowID, of: row.itemClass, in: transaction)
        }
        guard !row.isTombstone else { return }
        let opened: OpenedRow
        do {
            opened = try row.open(with: keys)
        } catch  where error.isDamage {
            guard try quarantine.move(RowDamage(row, because: error), now: now, in: transaction) else {
                throw .newerVersion(during: "deleting an item")
            }
            return
        }
        // What made its row unique would be found in what is left.
        guard !opened.item.isOfSecretService else {
            return try items(call).delete(rowID: row.rowID, of: row.itemClass, in: transaction)
        }
        let tombstone = opened.item.tombstone(identifier: row.identifier, now: now)
        let sealed = try SealedItem(tombstone, secret: .none, with: keys)
        try items(call).replace(rowID: row.rowID, with: sealed, in: transaction)
    }
}

extension ItemQuery {
    /// True if the digests alone do not decide.
    fileprivate var needsOpening: Bool {
        !isDecidedByReference || !returning.isEmpty || matching.contains(.searchAttributes)
            || matching.contains(.contentType)
    }

    /// True if digests and the reference of a row decide whether it matches, as far as it does not open.
    fileprivate var isDecidedByReference: Bool {
        guard !foldsText, hostOrSubdomain == nil else { return false }
        return itemList?.allSatisfy { if case .reference = $0 { true } else { false } } ?? true
    }
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
