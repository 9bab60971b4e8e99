// The lines of the interactive mode.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct WordSplitterTests {
    @Test(arguments: [
        ("", []), ("  \t ", []), ("find-g -a bob", ["find-g", "-a", "bob"]), ("a  b\r", ["a", "b"]),
        ("'a b' \"c d\"", ["a b", "c d"]), ("a\\ b", ["a b"]), ("'a\\b'", ["a\\b"]), ("\"a\\\"b\"", ["a\"b"]),
        ("'' \"\"", ["", ""]), ("a'b'\"c\"d", ["abcd"]), ("\"it's\"", ["it's"]),
    ]) func `quotes and backslashes keep blanks`(line: String, expected: [String]) throws {
        #expect(try WordSplitter.words(of: word(line).bytes).compactMap(text) == expected)
    }

    @Test(arguments: ["'a", "\"a", "a\\"]) func `what is begun must be ended`(line: String) {
        #expect(throws: LineFailure.unfinishedQuote) { try WordSplitter.words(of: word(line).bytes) }
    }

    @Test func `a line holds 32 words`() throws {
        let line = Array(repeating: "x", count: 32).joined(separator: " ")
        #expect(try WordSplitter.words(of: word(line).bytes).count == 32)
        #expect(throws: LineFailure.tooManyWords) { try WordSplitter.words(of: word(line + " x").bytes) }
    }

    @Test func `a line holds 4096 bytes, and a longer one does not spoil the next`() throws {
        let path = "/tmp/latchkey-lines-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        unsafe unlink(path)
        let lines = String(repeating: "x", count: 4096) + "\n" + String(repeating: "y", count: 4097) + "\nhelp"
        #expect(unsafe write(file, lines, lines.utf8.count) == lines.utf8.count)
        lseek(file, 0, SEEK_SET)
        var input = CommandInput(descriptor: file)
        #expect(try input.nextWords()?.map(\.count) == [4096])
        var failure: InputFailure?
        do { _ = try input.nextWords() } catch { failure = error }
        #expect(failure == .lineTooLong)
        #expect(try input.nextWords()?.compactMap(text) == ["help"])
        #expect(try input.nextWords() == nil)
    }
}
