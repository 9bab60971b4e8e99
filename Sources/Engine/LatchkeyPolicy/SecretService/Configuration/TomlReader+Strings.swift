// Reads the strings of configuration files.
// SPDX-License-Identifier: Apache-2.0

extension TomlReader {
    mutating func readString() throws(TomlProblem) -> String {
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem("a string does not begin with a quotation mark")
        }
        position += 1
        var content: [UInt8] = []
        while let byte = next() {
            guard content.count <= Self.largestString else { throw problem("a string is too long") }
            switch byte {
            case quote:
                guard !(content.isEmpty && peek() == quote) else {
                    throw problem("strings of several lines are not read")
                }
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw problem("a string is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""):
                content += Array(String(try readEscape()).utf8)
            case 0..<9, 10..<32, 127: throw problem("a string does not end on its line")
            default: content.append(byte)
            }
        }
        throw problem("a string does not end on its line")
    }

    mutating func readEscape() throws(TomlProblem) -> Unicode.Scalar {
        switch next() {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "u"): return try readScalar(digits: 4)
        case UInt8(ascii: "U"): return try readScalar(digits: 8)
        default: throw problem("a string has an escape that is not known")
        }
    }

    mutating func readScalar(digits: Int) throws(TomlProblem) -> Unicode.Scalar {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("a string has an escape that is not known")
            }
            value = value << 4 | UInt32(digit)
        }
        guard let scalar = Unicode.Scalar(value) else { throw problem("a string has an escape that is not known") }
        return scalar
    }
}
