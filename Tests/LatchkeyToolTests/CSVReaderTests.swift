// Comma-separated values as browsers write them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTool
import Testing

@Suite struct CSVReaderTests {
    private func records(_ text: String) throws(CSVFailure) -> [[String]] {
        var reader = CSVReader(SecretBytes(unrecorded: Array(text.utf8)))
        var records: [[String]] = []
        while let record = try reader.next() {
            records.append(
                record.fields.map { String(decoding: $0.bytes.declassified(because: "test data"), as: UTF8.self) })
        }
        return records
    }

    @Test(arguments: [
        ("", []), ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        ("\u{feff}a,b", [["a", "b"]]), ("\"a,b\",\"c\"\"d\"", [["a,b", "c\"d"]]), ("\"a\r\nb\",c", [["a\r\nb", "c"]]),
        (",,\n", [["", "", ""]]), ("a\n\n\nb\n", [["a"], ["b"]]), ("\"\",", [["", ""]]), ("a,", [["a", ""]]),
        ("\u{feff}\"a\"", [["a"]]),
    ]) func `fields are read as they were written`(file: String, expected: [[String]]) throws {
        #expect(try records(file) == expected)
    }

    @Test(arguments: [
        ("a,b\"c", CSVFailure(.quoteInsideField, line: 1, column: 2)),
        ("a\n\"b\"c", CSVFailure(.textAfterQuote, line: 2, column: 1)),
        ("a,\"b\nc", CSVFailure(.unfinishedQuote, line: 1, column: 2)),
        ("\"x\ny\",b\n\"", CSVFailure(.unfinishedQuote, line: 3, column: 1)),
        ("a\rb", CSVFailure(.bareCarriageReturn, line: 1, column: 1)),
        (String(repeating: ",", count: 64), CSVFailure(.tooManyColumns, line: 1, column: 65)),
    ]) func `a fault is named by line and column`(file: String, failure: CSVFailure) {
        #expect(throws: failure) { try records(file) }
    }

    @Test func `a field beyond the bound is refused`() {
        let file = "x," + String(repeating: "a", count: CSVReader.largestField + 1)
        #expect(throws: CSVFailure(.fieldTooLong, line: 1, column: 2)) { try records(file) }
    }

    @Test func `the bounds themselves are allowed`() throws {
        #expect(try records(String(repeating: ",", count: 63)).first?.count == 64)
        #expect(try records(String(repeating: "a", count: 1 << 20)).first?.first?.count == 1 << 20)
    }

    @Test(arguments: [255, 256, 257, 511, 513, 100_000])
    func `a field that outgrows its room keeps every byte`(count: Int) throws {
        let fields = [count, 1, count / 2].map {
            String(decoding: (0..<$0).map { UInt8(ascii: "a") + UInt8($0 % 23) }, as: UTF8.self)
        }
        #expect(try records(fields.joined(separator: ",")) == [fields])
        #expect(try records(fields.map { "\"\($0)\"" }.joined(separator: ",")) == [fields])
    }

    @Test func `what is written is read back`() throws {
        let fields = ["", "a", " a", "a ", "a,b", "\"", "a\nb", "a\r\nb", "\u{feff}x", "caf\u{e9}", "\0"]
        let row = CSVWriter.row(fields.map(word))
        var reader = CSVReader(row)
        let read = try reader.next()?.fields.compactMap { text($0) }
        #expect(read == fields)
    }

    @Test func `columns are found by name, in any order`() throws {
        let password: TestSecret = "password"
        let rows = try BrowserCredential.read(
            SecretBytes(unrecorded: Array("Password,NOTE,url,name,username\n\(password.text),n,https://x/,l,u\n".utf8)))
        let row = try #require(rows.first)
        #expect(rows.count == 1 && row.row == 1)
        #expect(
            [row.url, row.username, row.name, row.note, text(row.password)] == [
                "https://x/", "u", "l", "n", password.text,
            ])
    }

    @Test(arguments: [
        ("", CSVFailure(.missingColumn("url"), line: 1, column: 1)),
        ("url,username\n", CSVFailure(.missingColumn("password"), line: 1, column: 2)),
        ("url,url,username,password\n", CSVFailure(.columnTwice("url"), line: 1, column: 2)),
        ("url,username,password\na,b\n", CSVFailure(.otherColumnCount(expected: 3), line: 2, column: 2)),
    ]) func `a file that is no export is refused`(file: String, failure: CSVFailure) {
        #expect(throws: ToolFailure.csv(failure)) {
            try BrowserCredential.read(SecretBytes(unrecorded: Array(file.utf8)))
        }
    }

    @Test func `a URL that is not UTF-8 is refused, a password may be`() throws {
        let header = Array("url,username,password\n".utf8)
        #expect(throws: ToolFailure.csv(CSVFailure(.notUTF8, line: 2, column: 1))) {
            try BrowserCredential.read(SecretBytes(unrecorded: header + [0xff, 0x2c, 0x2c]))
        }
        #expect(
            try BrowserCredential.read(SecretBytes(unrecorded: header + [0x2c, 0x2c, 0xff])).first?.password.count == 1)
    }

    @Test func `a failure does not hold what the file holds`() {
        let message = CSVFailure(.quoteInsideField, line: 7, column: 3).message
        #expect(message == "line 7, column 3: a quote inside a field that does not begin with one")
    }
}
