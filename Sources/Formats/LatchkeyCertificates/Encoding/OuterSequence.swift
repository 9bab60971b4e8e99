// Where the outermost SEQUENCE of some bytes ends.
// SPDX-License-Identifier: Apache-2.0

/// The size of the SEQUENCE that `bytes` begin with, its header included, in bytes.
///
/// - Returns: nil for anything else: another tag, a length that is indefinite or longer than it need be, fewer bytes
///   than the length says.
func outerSequenceSize(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 2, bytes[0] == 0x30 else { return nil }
    let first = Int(bytes[1])
    guard first >= 0x80 else { return first + 2 <= bytes.count ? first + 2 : nil }
    let digits = first & 0x7f
    guard (1...4).contains(digits), bytes.count >= 2 + digits, bytes[2] != 0 else { return nil }
    let length = bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) }
    guard length >= 0x80, length <= bytes.count - 2 - digits else { return nil }
    return 2 + digits + length
}
