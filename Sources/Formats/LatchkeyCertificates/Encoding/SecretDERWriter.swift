// Writes DER with secrets in it, in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Writes from the end to the beginning, so that each length is known when it is written and no byte moves: a buffer
/// that grows would leave copies behind.
package struct SecretDERWriter: ~Copyable {
    private var buffer: SecretBytes
    private var start: Int

    /// - Parameter capacity: the most bytes that will be written, headers included.
    package init(capacity: Int) {
        buffer = SecretBytes(copying: [UInt8](repeating: 0, count: capacity))
        start = capacity
    }

    /// How much stands in the buffer: what is written from here on can be wrapped.
    package var mark: Int { buffer.count - start }

    package mutating func prepend(_ bytes: UnsafeRawBufferPointer) {
        start -= bytes.count
        precondition(start >= 0, "the writer has too little room")
        let place = start
        unsafe buffer.withUnsafeMutableBytes { target in
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + bytes.count]).copyMemory(from: bytes)
        }
    }

    package mutating func prepend(_ bytes: [UInt8]) {
        unsafe bytes.withRawBytes { unsafe prepend($0) }
    }

    /// Puts the header of an element before all that was written since `mark`.
    package mutating func wrap(_ tag: UInt8, since mark: Int) {
        let length = self.mark - mark
        if length < 0x80 {
            prepend([tag, UInt8(length)])
        } else {
            let digits = Array(length.bigEndianBytes.drop { $0 == 0 })
            prepend([tag, 0x80 | UInt8(digits.count)] + digits)
        }
    }

    /// What was written.
    package consuming func finished() -> ItemSecret { written() }

    /// What has been written so far.
    package borrowing func written() -> ItemSecret {
        let place = start
        return ItemSecret(
            unsafe buffer.withUnsafeBytes {
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[place...]))
            })
    }
}

extension SecretDERWriter {
    package static let integer: UInt8 = 0x02
    package static let bitString: UInt8 = 0x03
    package static let octetString: UInt8 = 0x04
    package static let sequence: UInt8 = 0x30
}
