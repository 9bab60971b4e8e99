// What a user decides about damaged rows: look at them, put them back, give them up.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// - Throws: `.itemNotFound` if there is no such row.
    func quarantinedRow(
        _ number: Int64, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> QuarantinedRow {
        try withState { state throws(KeychainError) in try state.quarantinedRow(number, charging: memory) }
    }

    /// Puts a row back that opens again, whole or not at all. The access list that it had is not there any more.
    func restoreRow(
        _ number: Int64, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> RowRestoration {
        try writeAlone { state, triesAgain throws(KeychainError) in
            try state.connection.writeAtOnce(adding: true, triesAgain: triesAgain) {
                transaction throws(KeychainError) in
                try state.refresh(in: transaction.snapshot)
                let row = try state.quarantinedRow(number, charging: memory)
                do throws(KeychainError) {
                    try state.connection.attempt(in: transaction) { () throws(KeychainError) in
                        try state.putBack(row, charging: memory, in: transaction)
                    }
                } catch {
                    switch error.code {
                    case .decode: return .damaged
                    case .interactionNotAllowed: return .locked
                    case .duplicateItem: return .occupied
                    default: throw error
                    }
                }
                return .restored
            }
        }
    }

    /// - Throws: `.itemNotFound` if there is no such row.
    func discardRow(_ number: Int64) throws(KeychainError) {
        let isThere = try writeAlone { state, triesAgain throws(KeychainError) in
            try state.connection.writeAtOnce(triesAgain: triesAgain) { transaction throws(KeychainError) in
                try state.quarantine.remove(number, in: transaction)
            }
        }
        guard isThere else { throw .notInQuarantine }
    }
}

extension KeychainState {
    fileprivate func quarantinedRow(
        _ number: Int64, charging memory: CallMemory
    ) throws(KeychainError) -> QuarantinedRow {
        // SQLite's copy, the record, its columns, the row that is put back or the answer, and what is opened of it.
        try memory.take(6 * (quarantine.size(ofRow: number) ?? 0))
        guard let row = try quarantine.row(number) else { throw .notInQuarantine }
        return row
    }

    /// - Throws: what keeps the row from opening; the transaction must then be undone.
    fileprivate func putBack(
        _ row: QuarantinedRow, charging memory: CallMemory, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let items = ItemStore(connection, charging: memory)
        let rowID = try quarantine.insert(row, in: transaction)
        var opened = try items.row(rowID, of: row.entry.itemClass).open(with: keys)
        try items.setDigestsRight(of: opened, keys: keys, in: transaction)
        opened = try items.row(rowID, of: row.entry.itemClass).open(with: keys)
        _ = try opened.openSecret(with: keys, by: KeychainPolicy.mayKeep(opened.item.reference))
        try SearchIndex(connection).write(opened.item, keys: keys, in: transaction)
        _ = try quarantine.remove(row.entry.number, in: transaction)
    }
}

extension KeychainError {
    fileprivate static var notInQuarantine: KeychainError {
        KeychainError(.itemNotFound, during: "looking for a row in quarantine")
    }
}
