// The text of an exchange of secrets with a prompter: a group of a key file, with its values in Base64.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// What another process says is bounded, and refused if it is anything else.
package struct ExchangeText: Sendable {
    /// The number of who writes it, in big-endian order.
    package let publicValue: [UInt8]
    /// An encrypted secret, and its initialisation vector; nil if nothing is sent.
    package let sealed: (secret: [UInt8], vector: [UInt8])?

    private static let group = "[sx-aes-1]"
    /// Bytes of a text, and lines.
    package static let largestCount = 64 << 10
    private static let mostLines = 64

    package init(publicValue: [UInt8]) {
        self.publicValue = publicValue
        sealed = nil
    }

    /// - Returns: nil for what is no such text.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.largestCount else { return nil }
        var values: [Substring: [UInt8]] = [:]
        var isInGroup = false
        let lines = text.split(separator: "\n", maxSplits: Self.mostLines, omittingEmptySubsequences: true)
        guard lines.count <= Self.mostLines else { return nil }
        for line in lines {
            if line.first == "#" { continue }
            if line.first == "[" {
                isInGroup = line == Self.group
                continue
            }
            guard let sign = line.firstIndex(of: "=") else { return nil }
            guard isInGroup else { continue }
            guard let value = Self.decoded(line[line.index(after: sign)...].utf8) else { return nil }
            values[line[..<sign]] = value
        }
        guard let publicValue = values["public"], !publicValue.isEmpty else { return nil }
        self.publicValue = publicValue
        switch (values["secret"], values["iv"]) {
        case (let secret?, let vector?): sealed = (secret, vector)
        case (nil, _): sealed = nil
        case (_?, nil): return nil
        }
    }

    package var text: String { "\(Self.group)\npublic=\(Self.encoded(publicValue))\n" }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for place in 0..<3 { bits = bits << 8 | (place < group.count ? UInt32(group[start + place]) : 0) }
            for place in 0..<4 {
                let digit = digits[Int(bits >> UInt32(18 - 6 * place)) & 63]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// RFC 4648, section 4.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count, padding, length) = (UInt32(0), 0, 0, 0)
        for character in text {
            length += 1
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: character) else { return nil }
            bits = (bits << 6 | UInt32(value)) & 0xffff
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard length.isMultiple(of: 4), padding <= 2, bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
        return bytes
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
}
