// Reads a password or another value that is given as hexadecimal digits.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package enum Hexadecimal {
    /// - Throws: `.usage` for an odd number of digits or anything that is none.
    package static func decode(_ digits: borrowing SecretBytes) throws(CommandFailure) -> ItemSecret {
        guard digits.count.isMultiple(of: 2) else { throw .usage("an even number of hexadecimal digits is needed") }
        let decoded = try unsafe digits.withUnsafeBytes { digits throws(CommandFailure) in
            try unsafe SecretBytes(count: digits.count / 2) { target throws(CommandFailure) in
                for index in target.indices {
                    guard let high = unsafe value(of: digits[2 * index]),
                        let low = unsafe value(of: digits[2 * index + 1])
                    else { throw .usage("hexadecimal has only the digits 0-9 and a-f") }
                    unsafe target[index] = high << 4 | low
                }
            }
        }
        return ItemSecret(decoded)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
