// What a call holds in memory, and the rows of a change that it does not hold.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// Runs `body` for a call whose memory is charged to `memory`.
    mutating func charging<R>(
        _ memory: CallMemory, _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        self.memory = memory
        defer { self.memory = .unbounded }
        return try body(&self)
    }

    /// Visits the rows of a change, those that were not kept by their numbers. One that has gone meanwhile is left out.
    /// - Parameter withData: with their secrets, sealed.
    /// - Throws: what `body` throws; in a transaction that others share, also an error that leads to the change being done anew alone, if
    ///   there are many rows.
    mutating func forEach(
        _ rows: MatchingRows, withData: Bool,
        _ body: (inout KeychainState, Result<ItemRow, RowDamage>) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard !sharesTransaction || rows.numbers.isEmpty else {
            wantsOwnTransaction = true
            throw KeychainError(.allocate, during: "changing many items in a transaction that others share")
        }
        for row in rows.kept { try body(&self, .success(row)) }
        let items = items
        for number in rows.numbers {
            _ = try items.withRow(number, of: rows.itemClass, withData: withData) { row throws(KeychainError) in
                try body(&self, row)
            }
        }
    }
}

extension Item {
    /// Bytes of its values.
    fileprivate var size: Int { attributes.size }

    /// Bytes of memory that the item takes until it was answered: its values here and in the answer, and what holds them.
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
