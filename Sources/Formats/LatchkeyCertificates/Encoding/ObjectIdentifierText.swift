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

    /// The contents `55 04 03` for `2.5.4.3`, or nil for what is no object identifier, and for numbers of more than 15
    /// digits.
    package static func contents(of text: String) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { digits -> UInt64? in
            guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return UInt64(String(decoding: digits, as: UTF8.self))
        }
        guard numbers.count == parts.count, (3...32).contains(numbers.count), numbers[0] <= 2,
            numbers[0] == 2 || numbers[1] < 40
        else { return nil }
        return ([numbers[0] * 40 + numbers[1]] + numbers[2...]).flatMap { number in
            let digits = stride(from: 56, through: 0, by: -7).map { UInt8(number >> UInt64($0) & 0x7f) }
            let kept = digits.drop { $0 == 0 }
            return kept.isEmpty ? [0] : kept.dropLast().map { $0 | 0x80 } + kept.suffix(1)
        }
    }
}
