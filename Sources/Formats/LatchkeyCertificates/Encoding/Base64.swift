// Base64 in memory that is wiped (RFC 4648, section 4).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

enum Base64 {
    /// Characters of a line of PEM.
    private static let lineLength = 64

    /// Blanks and line ends are skipped.
    /// - Throws: `.decode` for any other character, a length that is no multiple of four, or padding if none is due.
    static func decode(_ text: UnsafeRawBufferPointer) throws(KeychainError) -> SecretBytes {
        let refusal = KeychainError(.decode, during: "reading base64")
        var digits = 0
        var padding = 0
        for place in text.indices {
            let character = unsafe text[place]
            switch character {
            case 0x09, 0x0a, 0x0d, 0x20: continue
            case UInt8(ascii: "="): padding += 1
            default:
                guard padding == 0, value(of: character) != nil else { throw refusal }
                digits += 1
            }
        }
        guard (digits + padding).isMultiple(of: 4), padding <= 2 else { throw refusal }
        return try unsafe SecretBytes(count: digits * 6 / 8) { target throws(KeychainError) in
            var bits: UInt32 = 0
            var count = 0
            var place = 0
            for index in text.indices {
                let character = unsafe text[index]
                guard let value = value(of: character) else { continue }
                bits = bits << 6 | UInt32(value)
                count += 6
                if count >= 8 {
                    count -= 8
                    unsafe target[place] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
                    place += 1
                }
            }
            // What is left over must be zero, so that each encoding has one text.
            guard bits & (1 << UInt32(count) - 1) == 0 else { throw refusal }
        }
    }

    /// The text of `bytes` in lines, between two texts.
    static func encode(_ bytes: UnsafeRawBufferPointer, between begin: [UInt8], and end: [UInt8]) -> SecretBytes {
        let characters = (bytes.count + 2) / 3 * 4
        let lines = (characters + lineLength - 1) / lineLength
        return unsafe SecretBytes(count: begin.count + characters + lines + end.count) { target in
            unsafe target.copyBytes(from: begin)
            var place = begin.count
            var column = 0
            var index = 0
            while index < bytes.count {
                let taken = min(3, bytes.count - index)
                var group: UInt32 = 0
                for offset in 0..<3 {
                    group = group << 8 | (offset < taken ? UInt32(unsafe bytes[index + offset]) : 0)
                }
                for position in 0..<4 {
                    let value = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * position)) & 0x3f
                    unsafe target[place] = position <= taken ? character(of: value) : UInt8(ascii: "=")
                    place += 1
                }
                index += 3
                column += 4
                if column == lineLength || index >= bytes.count {
                    unsafe target[place] = 0x0a
                    place += 1
                    column = 0
                }
            }
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyBytes(from: end)
        }
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static func character(of value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
