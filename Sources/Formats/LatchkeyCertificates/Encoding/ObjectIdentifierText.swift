// Object identifiers as people write them.
// SPDX-License-Identifier: Apache-2.0

package enum ObjectIdentifierText {
    /// `2.5.4.3` for the contents `55 04 03`. A number that is too great for the machine ends the text.
    package static func text(of contents: [UInt8]) -> String {
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for byte in contents {
            guard number < 1 << 56 else { break }
            number = number << 7 | UInt64(byte & 0x7f)
            guard byte < 0x80 else { continue }
            if numbers.isEmpty {
                // The first two share a number.
                let first = min(number / 40, 2)
                numbers = [first, number - first * 40]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map(String.init).joined(separator: ".")
    }
}
