// The part of TOML that configuration files are written in.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct TomlReaderTests {
    private func tables(_ text: String) throws(TomlProblem) -> [TomlTable] {
        try TomlReader.tables(of: Array(text.utf8))
    }

    private func value(_ text: String) throws -> TomlValue? { try tables("a = \(text)").first?.entries.first?.value }

    @Test func `tables, arrays of tables and comments are read with their lines`() throws {
        let text = """
            # a comment, äöü
            mode = "enforce" # another
            flag = true\t
            [one]
            number = -12

            [[many]]
            names = [ 'a\\', # first
              "b",
            ]
            [[many]]
            """
        let tables = try tables(text)
        #expect(tables.map(\.name) == ["", "one", "many", "many"])
        #expect(tables.map(\.isElement) == [false, false, true, true])
        #expect(tables.map(\.line) == [1, 4, 7, 11])
        #expect(tables[0].entries.map(\.value) == [.string("enforce"), .flag(true)])
        #expect(tables[1].entries.map(\.value) == [.number(-12)])
        #expect(tables[2].entries == [TomlEntry(key: "names", value: .strings(["a\\", "b"]), line: 8)])
        #expect(tables[3].entries.isEmpty)
        #expect(try self.tables("") == self.tables("\r\n\n"))
    }

    @Test(arguments: [
        (#""\b\t\n\f\r\"\\""#, "\u{8}\t\n\u{c}\r\"\\"), (#""\u00e9\U0001F511""#, "é🔑"), ("''", ""), ("\"\"", ""),
        (#"'\n"'"#, #"\n""#), ("\"a\tb\"", "a\tb"),
    ])
    func `strings are read`(text: String, string: String) throws {
        #expect(try value(text) == .string(string))
    }

    @Test(arguments: [
        ("0", 0), ("+7", 7), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ])
    func `integers are read`(text: String, number: Int64) throws {
        #expect(try value(text) == .number(number))
    }

    @Test(arguments: [
        "", " ", "tru", "TRUE", "01", "+-1", "1_000", "0x1", "1.5", "9223372036854775808", "1979-05-27", "inf", "{}",
        "{ a = 1 }", "[1]", "[[\"a\"]]", "[\"a\" \"b\"]", "[,]", "[\"a\",,]", "[\"a\"", "[", "\"a", "'a", "\"a\nb\"",
        "\"\"\"a\"\"\"", "'''a'''", #""\x41""#, #""\ud800""#, #""\U00110000""#, #""\u12""#, #""\"#, "\"\u{1}\"",
        "\"\u{7f}\"", "'a' 'b'", "\"a\"b", "true false", "\"a\",", "\u{b2}", "-", "+",
    ])
    func `no other value is`(text: String) {
        #expect(throws: TomlProblem.self) { try value(text) }
    }

    @Test(arguments: [
        "a", "a =", "= 1", "a.b = 1", "\"a\" = 1", "ä = 1", "[a", "[a]]", "[[a]", "[a.b]", "[]", "[[]]", "[a] b = 1",
        "[a]\n[a]", "[a]\n[[a]]", "[[a]]\n[a]", "a = 1\na = 2", "[a]\nb = 1\nb = 1", "a = 1 b = 2", "a = 1\rb = 2",
        "# \u{0}", "\u{feff}a = 1", "[ [a]]", "]", "a == 1",
    ])
    func `no other line is`(text: String) {
        #expect(throws: TomlProblem.self) { try tables(text) }
    }

    @Test func `a problem names its line`() {
        #expect(throws: TomlProblem(line: 3, reason: "the key is not followed by `=`")) { try tables("\n\nmode\n") }
        let inArray = "a = [\n'b',\n3]"
        #expect(throws: TomlProblem(line: 3, reason: "a string does not begin with a quotation mark")) {
            try tables(inArray)
        }
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        for bytes in [Array("a = '".utf8) + [0xff, 0x27], [0x23, 0xc3, 0x28], [0xff]] {
            #expect(throws: TomlProblem.self) { try TomlReader.tables(of: bytes) }
        }
    }

    @Test func `what is too long or too many is refused, and what is just not is read`() throws {
        let long = String(repeating: "x", count: TomlReader.largestString)
        #expect(try value("'\(long)'") == .string(long))
        #expect(throws: TomlProblem.self) { try value("'\(long)xx'") }
        #expect(throws: TomlProblem.self) { try tables("\(long)x = 1") }
        let strings = Array(repeating: "''", count: TomlReader.largestCountOfStrings)
        #expect(try value("[\(strings.joined(separator: ","))]") == .strings(strings.map { _ in "" }))
        #expect(throws: TomlProblem.self) { try value("[\(strings.joined(separator: ",")),'']") }
        let headers = Array(repeating: "[[a]]\n", count: TomlReader.largestCountOfTables)
        #expect(throws: TomlProblem.self) { try tables(headers.joined()) }
        #expect(try tables(headers.dropLast().joined()).count == TomlReader.largestCountOfTables)
        let entries = (0...TomlReader.largestCountOfEntries).map { "a\($0) = 1\n" }
        #expect(throws: TomlProblem.self) { try tables(entries.joined()) }
        #expect(try tables(entries.dropLast().joined()).first?.entries.count == TomlReader.largestCountOfEntries)
        #expect(throws: TomlProblem.self) {
            try TomlReader.tables(of: Array(repeating: UInt8(ascii: "\n"), count: TomlReader.largestSize + 1))
        }
        let nested = Array(repeating: UInt8(ascii: "["), count: TomlReader.largestSize)
        #expect(throws: TomlProblem.self) { try TomlReader.tables(of: Array("a=".utf8) + nested.dropLast(2)) }
    }

    @Test func `bytes of any kind end in tables or in a problem`() {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            "[", "]", "[[", "]]", "a", "=", " ", "\n", "\"", "'", "\\", "#", ",", "true", "1", "\r", "\u{0}", "ä",
        ]
        var read = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            var bytes = Array(text.joined().utf8)
            if Bool.random(using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            if (try? TomlReader.tables(of: bytes)) != nil { read += 1 }
        }
        #expect((1..<20_000).contains(read))
    }

    @Test(arguments: [
        ("/usr/bin/a", "/usr/bin/a", true), ("/usr/bin/a", "/usr/bin/ab", false), ("/usr/bin/a*", "/usr/bin/a", true),
        ("/usr/bin/*a", "/usr/bin/bca", true), ("/usr/*/a", "/usr/x/a", true), ("/usr/*/a", "/usr/x/y/a", false),
        ("/nix/store/*-chromium-*/bin/chromium", "/nix/store/aa-chromium-1-b/bin/chromium", true),
        ("/nix/store/*-chromium-*/bin/chromium", "/nix/store/x/-chromium-1/bin/chromium", false),
        ("/*x/*b", "/axx/b", true), ("*a*b", "aab", true), ("*a*b", "aaba", false), ("", "", true), ("*", "", true),
        ("**", "abc", true), ("a", "", false), ("", "a", false),
    ])
    func `a star in a path stands for no slash`(pattern: String, path: String, matches: Bool) {
        #expect(PathPattern(pattern).matches(Array(path.utf8)) == matches)
    }

    @Test func `a pattern against a path of the worst kind takes no long time`() {
        let pattern = PathPattern(String(repeating: "*a", count: 1000) + "b")
        #expect(!pattern.matches(Array(repeating: UInt8(ascii: "a"), count: PathPattern.largestSize)))
        #expect(!PathPattern("*").matches(Array(repeating: UInt8(ascii: "a"), count: PathPattern.largestSize + 1)))
    }
}
