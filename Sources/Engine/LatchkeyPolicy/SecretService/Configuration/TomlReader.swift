// Reads configuration files: a part of TOML 1.0.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Comments, tables and arrays of tables with one bare key, and entries with a bare key and a string of one line, an
/// array of such strings, a boolean or a decimal integer. All else is an error: a file that is read in another way than
/// it was meant decides about secrets.
package struct TomlReader {
    package static let largestSize = 256 << 10
    package static let largestCountOfTables = 1024
    package static let largestCountOfEntries = 64
    package static let largestCountOfStrings = 1024
    /// Bytes of a string or key.
    package static let largestString = 4096

    let bytes: [UInt8]
    var position = 0
    private(set) var line = 1

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Throws: the first problem. Nothing of such a file counts.
    package static func tables(of bytes: [UInt8]) throws(TomlProblem) -> [TomlTable] {
        guard bytes.count <= largestSize else { throw TomlProblem(line: 1, reason: "the file is too long") }
        var reader = TomlReader(bytes)
        return try reader.readTables()
    }

    private mutating func readTables() throws(TomlProblem) -> [TomlTable] {
        var tables = [TomlTable(name: "", isElement: false, line: 1)]
        var current = 0
        while true {
            skipSpaces()
            guard let byte = peek() else { return tables }
            switch byte {
            case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            case UInt8(ascii: "["):
                let table = try readHeader()
                let others = tables.filter { $0.name.hasSameBytes(as: table.name) }
                guard others.allSatisfy({ $0.isElement && table.isElement }) else {
                    throw problem("the table is there twice")
                }
                guard tables.count < Self.largestCountOfTables else { throw problem("there are too many tables") }
                tables.append(table)
                current = tables.count - 1
            default:
                let entry = try readEntry()
                guard !tables[current].entries.contains(where: { $0.key.hasSameBytes(as: entry.key) }) else {
                    throw problem("the key is there twice")
                }
                guard tables[current].entries.count < Self.largestCountOfEntries else {
                    throw problem("the table has too many entries")
                }
                tables[current].entries.append(entry)
            }
            try skipRestOfLine()
        }
    }

    private mutating func readHeader() throws(TomlProblem) -> TomlTable {
        let start = line
        position += 1
        let isElement = take(UInt8(ascii: "["))
        skipSpaces()
        let name = try readKey()
        skipSpaces()
        guard take(UInt8(ascii: "]")), !isElement || take(UInt8(ascii: "]")) else {
            throw problem("the header of a table is not `[name]` or `[[name]]`")
        }
        return TomlTable(name: name, isElement: isElement, line: start)
    }

    private mutating func readEntry() throws(TomlProblem) -> TomlEntry {
        let start = line
        let key = try readKey()
        skipSpaces()
        guard take(UInt8(ascii: "=")) else { throw problem("the key is not followed by `=`") }
        skipSpaces()
        let value: TomlValue
        switch peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): value = .string(try readString())
        case UInt8(ascii: "["): value = .strings(try readStrings())
        default: value = try readWord()
        }
        return TomlEntry(key: key, value: value, line: start)
    }

    private mutating func readKey() throws(TomlProblem) -> String {
        let key = readBytes { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard !key.isEmpty, key.count <= Self.largestString else {
            throw problem("a name is not of letters, digits, `-` and `_`")
        }
        return String(decoding: key, as: UTF8.self)
    }

    /// `true`, `false`, or an integer.
    private mutating func readWord() throws(TomlProblem) -> TomlValue {
        let word = String(
            decoding: readBytes { byte in
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "#"):
                    false
                default: true
                }
            }, as: UTF8.self)
        if word == "true" { return .flag(true) }
        if word == "false" { return .flag(false) }
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        let isPlain = word.utf8.count - digits.count <= 1 && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
        let isDecimal = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isPlain, isDecimal, let number = Int64(word) else {
            throw problem("the value is no string, array of strings, `true`, `false` or integer")
        }
        return .number(number)
    }

    /// The array may go over several lines.
    private mutating func readStrings() throws(TomlProblem) -> [String] {
        position += 1
        var strings: [String] = []
        while true {
            try skipLines()
            if take(UInt8(ascii: "]")) { return strings }
            guard strings.count < Self.largestCountOfStrings else { throw problem("the array is too long") }
            strings.append(try readString())
            try skipLines()
            if take(UInt8(ascii: "]")) { return strings }
            guard take(UInt8(ascii: ",")) else { throw problem("the array is not of strings, with `,` between them") }
        }
    }
}

extension TomlReader {
    func problem(_ reason: StaticString) -> TomlProblem { TomlProblem(line: line, reason: reason) }

    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() -> UInt8? {
        guard let byte = peek() else { return nil }
        position += 1
        return byte
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    mutating func readBytes(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let found = bytes[position...].prefix(while: isWanted)
        position = found.endIndex
        return found
    }

    mutating func skipSpaces() {
        while peek() == UInt8(ascii: " ") || peek() == UInt8(ascii: "\t") { position += 1 }
    }

    /// Takes a comment and the end of the line; nothing else may be left on it.
    mutating func skipRestOfLine() throws(TomlProblem) {
        skipSpaces()
        if take(UInt8(ascii: "#")) {
            let comment = readBytes { $0 == 9 || $0 >= 32 && $0 != 127 }
            guard String(validating: comment, as: UTF8.self) != nil else { throw problem("a comment is not UTF-8") }
        }
        guard peek() != nil else { return }
        _ = take(UInt8(ascii: "\r"))
        guard take(UInt8(ascii: "\n")) else { throw problem("the line does not end where it could") }
        line += 1
    }

    mutating func skipLines() throws(TomlProblem) {
        while true {
            skipSpaces()
            switch peek() {
            case UInt8(ascii: "#"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): try skipRestOfLine()
            default: return
            }
        }
    }
}
