// What a keychain is called in a path of the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// A path takes letters, digits and `_`. Every other byte of a name, and `_` itself, is `_` and two lower-case
/// hexadecimal digits, as gnome-keyring writes it.
enum CollectionIdentifier {
    /// Bytes of a name; longer ones are no files.
    static let longestName = 255

    static func escaped(_ name: String) -> String {
        if name.utf8.allSatisfy(isPlain) { return name }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "_"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Returns: nil for what no name is escaped to: a collection has one path.
    static func name(of identifier: Substring.UTF8View) -> String? {
        var (name, rest): ([UInt8], Substring.UTF8View) = ([], identifier)
        while let byte = rest.popFirst() {
            if isPlain(byte) {
                name.append(byte)
            } else {
                guard byte == UInt8(ascii: "_"), let high = rest.popFirst().flatMap(value),
                    let low = rest.popFirst().flatMap(value), !isPlain(high << 4 | low)
                else { return nil }
                name.append(high << 4 | low)
            }
        }
        guard !name.isEmpty, name.count <= longestName else { return nil }
        return String(validating: name, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
