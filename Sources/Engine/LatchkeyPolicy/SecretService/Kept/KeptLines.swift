// Lines of words, as the decisions and the record are kept.
// SPDX-License-Identifier: Apache-2.0

/// Words are separated by one space, and lines end with a line feed. In a word, bytes that are no visible ASCII, and
/// `%`, are `%` and two hexadecimal digits; a word without bytes is `%`.
enum KeptLines {
    static func encode(_ lines: some Sequence<[String]>) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            for (index, word) in line.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: " ")) }
                append(word, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func append(_ word: String, to bytes: inout [UInt8]) {
        if word.isEmpty { bytes.append(UInt8(ascii: "%")) }
        for byte in word.utf8 {
            guard byte <= 32 || byte >= 127 || byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// - Returns: nil for what ``encode(_:)`` makes of no lines of up to `largestCount` words.
    static func decode(_ bytes: [UInt8], largestCount: Int) -> [[String]]? {
        guard bytes.last ?? UInt8(ascii: "\n") == UInt8(ascii: "\n") else { return nil }
        var lines: [[String]] = []
        for line in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = line.split(
                separator: UInt8(ascii: " "), maxSplits: largestCount, omittingEmptySubsequences: false)
            guard words.count <= largestCount else { return nil }
            var texts: [String] = []
            for word in words {
                guard let text = text(of: word) else { return nil }
                texts.append(text)
            }
            lines.append(texts)
        }
        guard encode(lines) == bytes else { return nil }
        return lines
    }

    private static func text(of word: ArraySlice<UInt8>) -> String? {
        if Array(word) == [UInt8(ascii: "%")] { return "" }
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
