// Reads the body of one frame, and nothing beyond it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Goes through bytes that someone else keeps for the length of a call. Every read is bounded by what is left.
@safe
package struct WireReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    /// Elements and attributes that may still come: in memory each takes many times its bytes.
    private var valuesLeft: Int

    package init(_ bytes: UnsafeRawBufferPointer, atMost values: Int = .max) {
        unsafe self.bytes = bytes
        valuesLeft = values
    }

    /// - Throws: `.decode` if there are more than the reader was made for.
    mutating func count(values count: Int) throws(KeychainError) {
        guard count <= valuesLeft else { throw WireError.broken }
        valuesLeft -= count
    }

    /// Bytes that were not read yet.
    var remaining: Int { unsafe bytes.count - offset }

    /// - Throws: `.decode` if something is left.
    package func requireEnd() throws(KeychainError) {
        guard remaining == 0 else { throw WireError.broken }
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(KeychainError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { throw WireError.broken }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        offset += size
        return Number(bigEndian: value)
    }

    /// Goes past the next byte if it is `value`.
    /// - Returns: whether it was.
    mutating func takes(_ value: UInt8) -> Bool {
        guard remaining > 0, unsafe bytes[offset] == value else { return false }
        offset += 1
        return true
    }

    /// Lends the next `count` bytes for the length of `body`.
    mutating func take<R: ~Copyable>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard count >= 0, count <= remaining else { throw WireError.broken }
        let start = offset
        offset += count
        return unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
}
