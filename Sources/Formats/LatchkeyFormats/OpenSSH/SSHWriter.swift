// Writes the values of SSH (RFC 4251, section 5), in memory that is wiped.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

struct SSHWriter {
    private var parts: [ItemSecret] = []

    /// Bytes written so far.
    var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// Bytes as they are.
    mutating func write(_ bytes: ItemSecret) { parts.append(bytes) }

    mutating func write(number: UInt32) {
        parts.append(ItemSecret(copying: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }))
    }

    mutating func write(string: ItemSecret) {
        write(number: UInt32(string.count))
        write(string)
    }

    mutating func write(text: String) { write(string: ItemSecret(copying: Array(text.utf8))) }

    /// A number that is not negative, whatever zeros are before it.
    mutating func write(magnitude bytes: ItemSecret) {
        let (zeros, isHigh) = unsafe bytes.bytes.withUnsafeBytes { bytes in
            let zeros = unsafe bytes.prefix { $0 == 0 }.count
            return unsafe (zeros, zeros < bytes.count && bytes[zeros] >= 0x80)
        }
        let digits = bytes.part(zeros..<bytes.count)
        write(number: UInt32(digits.count + (isHigh ? 1 : 0)))
        if isHigh { write(ItemSecret(copying: [0])) }
        write(digits)
    }

    func finished() -> ItemSecret {
        ItemSecret(
            unsafe SecretBytes(count: count) { target in
                var place = 0
                for part in parts {
                    let end = unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + part.count])
                    unsafe part.bytes.withUnsafeBytes { unsafe end.copyMemory(from: $0) }
                    place += part.count
                }
            })
    }
}
