// What a call holds in memory, and the rows of a change that it does not hold.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// Visits the rows of a change, those that were not kept by their numbers. One that has gone meanwhile is left out.
    /// - Parameter withData: with their secrets, sealed.
    /// - Returns: what `body` needs for one of the rows; in a transaction that others share, one of its own for many
    ///   rows.
    /// - Throws: what `body` throws.
    mutating func forEach(
        _ rows: MatchingRows, withData: Bool, for call: CallContext, in transaction: borrowing WriteTransaction,
        _ body: (inout KeychainState, Result<ItemRow, RowDamage>) throws(KeychainError) -> Need?
    ) throws(KeychainError) -> Need? {
        guard !transaction.isShared || rows.numbers.isEmpty else { return .ownTransaction }
        for row in rows.kept {
            if let need = try body(&self, .success(row)) { return need }
        }
        let items = items(call)
        for number in rows.numbers {
            let need = try items.withRow(number, of: rows.itemClass, withData: withData) { row throws(KeychainError) in
                try body(&self, row)
            }
            if let need = need ?? nil { return need }
        }
        return nil
    }
}

extension Item {
    /// Bytes of its values.
    fileprivate var size: Int { attributes.size }

    /// Bytes of memory that the item takes until it was answered: its values here and in the answer, and what holds
    /// them.
    var footprint: Int { .footprint(ofValues: size) }
}

extension FoundItem {
    /// Bytes of its values.
    var size: Int { item.size + fields.size + (secret?.count ?? 0) }

    /// As for an item that was not opened.
    var footprint: Int { .footprint(ofValues: size) }
}

extension AttributeValues {
    fileprivate var size: Int {
        reduce(0) { size, entry in
            switch entry.value {
            case .string(let text): size + text.utf8.count
            case .data(let bytes): size + bytes.count
            case .number, .date: size + 8
            }
        }
    }
}

extension Int {
    fileprivate static func footprint(ofValues size: Int) -> Int { 2 * size + 2048 }
}
