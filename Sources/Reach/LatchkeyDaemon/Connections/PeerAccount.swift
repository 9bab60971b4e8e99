// The calls of a program, in the ledger of what calls work on.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

struct PeerAccount: CallMemory.Source {
    let ledger: BufferLedger
    let peer: PeerProcess

    func take(_ count: Int) -> Bool { ledger.take(count, for: peer) }
    func giveBack(_ count: Int) { ledger.giveBack(count, for: peer) }
}

extension CallMemory {
    /// Copies of the bytes of a request until they are in the file: the request itself, what is to be sealed and what
    /// is sealed, what is bound, and the record.
    private static let copies = 6
    /// Bytes of a frame for each value that it may have, and bytes of memory that such a value takes.
    private static let (smallestValue, largestValue) = (8, 128)

    /// Charges what decoding a request takes.
    /// - Parameter count: bytes of its frame.
    /// - Throws: `.allocate`.
    func takeRequest(of count: Int, beyond small: Int, values mostValues: Int) throws(KeychainError) {
        guard count > small else { return }
        try take(Self.copies * count + min(mostValues, count / Self.smallestValue) * Self.largestValue)
    }
}
