// One address of a bus.
// SPDX-License-Identifier: Apache-2.0

/// A socket of this machine; there are no other buses of sessions.
enum BusPlace: Hashable {
    case file(String)
    /// In the abstract namespace of Unix sockets.
    case abstract(String)

    /// - Parameter text: such as `unix:path=/run/user/1000/bus,guid=…`.
    /// - Returns: nil for another transport, and for what is no address.
    init?(_ text: Substring) {
        guard text.hasPrefix("unix:") else { return nil }
        var place: BusPlace?
        for pair in text.dropFirst(5).split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            let isAbstract = parts[0] == "abstract"
            guard isAbstract || parts[0] == "path" else { continue }
            guard place == nil, let value = Self.unescaped(parts[1]) else { return nil }
            place = isAbstract ? .abstract(value) : .file(value)
        }
        guard let place else { return nil }
        self = place
    }

    /// `%` and two hexadecimal digits are a byte.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
