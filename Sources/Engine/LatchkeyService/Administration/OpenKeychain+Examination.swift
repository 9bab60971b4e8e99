// Looks at every row of a keychain (`latchkey doctor`).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Opens every row and its access list, compares all its digests, and moves the damaged ones to quarantine.
    func examine(charging memory: CallMemory = .unbounded) throws(KeychainError) -> Examination {
        try withState { state throws(KeychainError) in
            var examination = Examination()
            let damaged = try state.connection.read { snapshot throws(KeychainError) in
                try state.refresh(in: snapshot)
                return try state.openEveryRow(counting: &examination, charging: memory, in: snapshot)
            }
            state.quarantineIfPossible(damaged)
            try state.removeOrphansIfPossible()
            examination.quarantined = try state.quarantine.list()
            for row in try state.connection.rows("PRAGMA integrity_check(100)") {
                if case .text(let problem)? = row.first, problem != "ok" { examination.fileProblems.append(problem) }
            }
            return examination
        }
    }
}

extension KeychainState {
    fileprivate func openEveryRow(
        counting examination: inout Examination, charging memory: CallMemory, in snapshot: borrowing Snapshot
    ) throws(KeychainError) -> [RowDamage] {
        let items = ItemStore(connection, charging: memory)
        var damaged: [RowDamage] = []
        for itemClass in ItemClass.allCases {
            var query = ItemQuery(itemClass: itemClass)
            query.synchronizable = .any
            query.includesTombstones = true
            try items.select(query, in: .all, withData: true, ofEveryUser: true, keys: keys) {
                result throws(KeychainError) in
                switch result {
                case .failure(let damage): damaged.append(damage)
                case .success(let row):
                    if !keys.has(.metadataKey(row.protection)) {
                        examination.locked += 1
                    } else if let damage = try damageOrWrongDigests(of: row) {
                        if damage.isOfNewerVersion { examination.newer += 1 } else { damaged.append(damage) }
                    } else {
                        examination.intact += 1
                        try noteAccessList(of: row, in: &examination)
                    }
                }
                return true
            }
        }
        return damaged
    }

    /// More lists that do not open are not named.
    private static let mostProblems = 100

    /// An access list is no part of the item's row: one that does not open shares the item with nobody, and the item
    /// stays.
    private func noteAccessList(of row: ItemRow, in examination: inout Examination) throws(KeychainError) {
        let reference = PersistentReference(itemClass: row.itemClass, identifier: row.identifier)
        do throws(KeychainError) {
            _ = try accessLists.list(of: reference, under: row.protection, keys: keys)
        } catch  where error.isOfRowThatDoesNotOpen {
            guard examination.fileProblems.count < Self.mostProblems else { return }
            examination.fileProblems.append(
                "the access list of \(row.itemClass.rawValue) \(row.identifier.hexadecimal) does not open")
        }
    }

    /// Entries of the Secret Service's index that belong to no row are taken away, where the file can be written.
    fileprivate func removeOrphansIfPossible() throws(KeychainError) {
        guard try SearchIndex(connection).hasOrphans() else { return }
        _ = try? connection.writeAtOnce { transaction throws(KeychainError) in
            try SearchIndex(connection).removeOrphans(in: transaction)
        }
    }

    /// What is wrong with a row of a class whose metadata opens, its digests among it, or nil.
    private func damageOrWrongDigests(of row: ItemRow) throws(KeychainError) -> RowDamage? {
        if let damage = damage(of: row) { return damage }
        let opened = try row.open(with: keys)
        let wrong = try ItemStore(connection).wrongDigests(of: opened, keys: keys)
        if wrong.isEmpty, try SearchIndex(connection).isRight(opened.item, keys: keys) { return nil }
        return RowDamage(
            row.rowID, of: row.itemClass, reason: "comparing the digests of a row with its metadata")
    }
}
