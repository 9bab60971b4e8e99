// The rows that a change will touch.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

/// The rows that a change will touch, found before the first of them is touched: the first few as they are, and the
/// numbers of the others and of long ones. However many there are, they take little memory.
struct MatchingRows {
    let itemClass: ItemClass
    private(set) var kept: [ItemRow] = []
    /// Of rows that follow those that were kept.
    private(set) var numbers: [Int64] = []
    private(set) var damaged: [RowDamage] = []

    private static let mostKept = 16

    init(of itemClass: ItemClass) { self.itemClass = itemClass }

    var count: Int { kept.count + numbers.count }

    /// - Throws: `.allocate`.
    mutating func add(_ row: ItemRow, charging memory: CallMemory) throws(KeychainError) {
        guard kept.count == Self.mostKept || !numbers.isEmpty || row.isLong else {
            try memory.take(row.size)
            return kept.append(row)
        }
        // An array that grows is there twice.
        try memory.take(3 * MemoryLayout<Int64>.size)
        numbers.append(row.rowID)
    }

    /// - Throws: `.allocate`.
    mutating func add(_ damage: RowDamage, charging memory: CallMemory) throws(KeychainError) {
        try memory.take(3 * MemoryLayout<RowDamage>.size)
        damaged.append(damage)
    }
}
