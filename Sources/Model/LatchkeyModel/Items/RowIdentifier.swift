// 16 bytes that name a row or a keychain for its whole life.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A UUID as bytes. Rows keep theirs through update, rename and re-encryption; it begins with the number of the row.
/// That of a keychain is random.
package struct RowIdentifier: Hashable, Sendable {
    package static let byteCount = 16
    private let high: UInt64
    private let low: UInt64

    /// - Returns: nil unless there are exactly 16 bytes.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        let middle = bytes.startIndex + 8
        high = bytes[..<middle].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[middle...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// - Returns: nil unless there are exactly 16 bytes.
    package init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// 16 bytes from the system's random source.
    package static func random() -> RowIdentifier {
        var words: (high: UInt64, low: UInt64) = (0, 0)
        let status = unsafe withUnsafeMutableBytes(of: &words) { unsafe getentropy($0.baseAddress, $0.count) }
        precondition(status == 0, "the kernel gives no random bytes")
        return RowIdentifier(high: words.high, low: words.low)
    }

    /// The greatest number of a row: 48 bits.
    package static let lastNumber = Int64(1) << 48 - 1

    /// The name of an item: the number of its row, 6 bytes, and 10 bytes from the system's random source
    /// (Documentation/Reference/Formats/Database.md, section 2).
    package static func random(numbered number: Int64) -> RowIdentifier {
        let random = random()
        return RowIdentifier(high: UInt64(truncatingIfNeeded: number) << 16 | random.high & 0xffff, low: random.low)
    }

    /// The name of the same item under another number.
    package func numbered(_ number: Int64) -> RowIdentifier {
        RowIdentifier(high: UInt64(truncatingIfNeeded: number) << 16 | high & 0xffff, low: low)
    }

    /// Whether the other name is that of the same item, under another number perhaps: the random bytes are equal.
    package func isOfSameItem(as other: RowIdentifier) -> Bool {
        high & 0xffff == other.high & 0xffff && low == other.low
    }

    /// The number of the row that has this name.
    package var number: Int64 { Int64(high >> 16) }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Stands for no row, in 16 bytes that must be there.
    package static let zero = RowIdentifier(high: 0, low: 0)

    /// - Returns: nil unless there are exactly 16 bytes.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.byteCount else { return nil }
        high = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        low = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// The two halves, each most significant byte first.
    package var words: (high: UInt64, low: UInt64) { (high, low) }

    package var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }

    /// 32 lower-case hexadecimal digits.
    package var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
