// What a backup or a restore holds between two steps, in the ledger of its program.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// A call's account ends with the call, while a part of a long item waits for the next one.
struct TransferAccount: ~Copyable {
    private var held: CallMemory?

    /// Bytes that are charged to nobody.
    static let free = 256 << 10

    /// Charges what is held until the next step, and gives back what was held until this one.
    /// - Parameter memory: that of the step.
    /// - Throws: `.allocate` if the program would hold too much; then nothing is charged.
    mutating func hold(_ count: Int, chargingAs memory: CallMemory) throws(KeychainError) {
        held = nil
        guard count > Self.free else { return }
        let next = memory.another()
        try next.take(count)
        held = next
    }
}
