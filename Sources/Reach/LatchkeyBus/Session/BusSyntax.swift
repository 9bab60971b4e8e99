// The names of D-Bus.
// SPDX-License-Identifier: Apache-2.0

/// Whether bytes are a name of one kind, as the specification has them ("Valid Names").
enum BusSyntax {
    /// Bytes of a name at most; paths may be longer.
    private static let longestName = 255

    static func isPath(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first, bytes[first] == slash else { return false }
        var previous = slash
        for place in range.dropFirst() {
            let byte = bytes[place]
            guard isLetter(byte) || isDigit(byte) || byte == slash && previous != slash else { return false }
            previous = byte
        }
        return range.count == 1 || previous != slash
    }

    /// Of an interface, and of an error.
    static func isInterface(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        isDotted(bytes, range, minus: false, digitsFirst: false)
    }

    /// Of a connection: the unique one, or one that it took.
    static func isBusName(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        guard range.count <= longestName else { return false }
        let isUnique = bytes[first] == UInt8(ascii: ":")
        return isDotted(bytes, isUnique ? range.dropFirst() : range, minus: true, digitsFirst: isUnique)
    }

    static func isMember(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first, range.count <= longestName, !isDigit(bytes[first]) else { return false }
        for place in range where !isLetter(bytes[place]) && !isDigit(bytes[place]) { return false }
        return true
    }

    /// Whether bytes are letters of types. In which order they may stand is not looked at.
    static func isSignature(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for place in range {
            switch UnicodeScalar(bytes[place]) {
            case "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h", "a", "v", "(", ")", "{", "}": continue
            default: return false
            }
        }
        return true
    }

    /// Two elements or more, with dots between them.
    private static func isDotted(
        _ bytes: Span<UInt8>, _ range: Range<Int>, minus hasMinus: Bool, digitsFirst: Bool
    ) -> Bool {
        guard range.count <= longestName else { return false }
        var (isStart, dots) = (true, 0)
        for place in range {
            let byte = bytes[place]
            if byte == UInt8(ascii: ".") {
                guard !isStart else { return false }
                (isStart, dots) = (true, dots + 1)
                continue
            }
            let isRight = isLetter(byte) || isDigit(byte) && (!isStart || digitsFirst)
            guard isRight || hasMinus && byte == UInt8(ascii: "-") else { return false }
            isStart = false
        }
        return !isStart && dots > 0
    }

    private static let slash = UInt8(ascii: "/")

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
