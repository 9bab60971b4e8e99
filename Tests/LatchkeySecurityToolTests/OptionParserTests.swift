// Options as getopt reads them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct OptionParserTests {
    private let parser = OptionParser([
        CommandOption("a", "account", "the account"), CommandOption("g", "show"), CommandOption("U", "update"),
        CommandOption("w", "password", "the password", [.secret, .asksAsLastWord]),
    ])

    @Test func `a value stands in the next word or in the same one`() throws {
        #expect(text(try parser.parse(words("-a", "bob")).last("a")) == "bob")
        #expect(text(try parser.parse(words("-abob")).last("a")) == "bob")
        #expect(text(try parser.parse(words("-a", "-g")).last("a")) == "-g")
        #expect(text(try parser.parse(words("-a", "")).last("a"))?.isEmpty == true)
    }

    @Test func `flags may be bundled, and a value ends the bundle`() throws {
        let parsed = try parser.parse(words("-gUabob", "login.keychain"))
        #expect(parsed.flags == ["g", "U"])
        #expect(text(parsed.last("a")) == "bob")
        #expect(parsed.operandTexts == ["login.keychain"])
    }

    @Test func `options end at the first operand, at two hyphens, and at a hyphen alone`() throws {
        #expect(try parser.parse(words("-g", "x", "-U")).operandTexts == ["x", "-U"])
        #expect(try parser.parse(words("-g", "--", "-U")).operandTexts == ["-U"])
        #expect(try parser.parse(words("-", "-U")).operandTexts == ["-", "-U"])
    }

    @Test func `the last of two values counts`() throws {
        #expect(text(try parser.parse(words("-a", "x", "-a", "y")).last("a")) == "y")
    }

    @Test func `a password option as the last word asks for its value`() throws {
        let parsed = try parser.parse(words("-a", "bob", "-w"))
        #expect(parsed.asking == "w")
        #expect(parsed.last("w") == nil)
        #expect(try parser.parse(words("-w", "x")).asking == nil)
    }

    @Test func `any other option without its value is refused, and so is an unknown one`() {
        #expect(throws: OptionFailure.missingValue("a")) { try parser.parse(words("-a")) }
        #expect(throws: OptionFailure.unknownOption("z")) { try parser.parse(words("-gz")) }
    }

    @Test func `the places of passwords are known, so that they can be wiped`() throws {
        let secret: TestSecret = "secret"
        let separate = try parser.parse(words("-g", "-w", secret.text))
        #expect(separate.secretPlaces.map(\.word) == [2])
        #expect(separate.secretPlaces.map(\.offset) == [0])
        let joined = try parser.parse(words("-gw" + secret.text))
        #expect(joined.secretPlaces.map(\.word) == [0])
        #expect(joined.secretPlaces.map(\.offset) == [3])
    }

    @Test func `an option with a name and a value takes two words`() throws {
        let parser = OptionParser([CommandOption("a", "name value", "an attribute", .pair), CommandOption("x", "flag")])
        let parsed = try parser.parse(words("-a", "labl", "-x", "-xaatag", "y", "file"))
        #expect(parsed.pairs("a").map { text($0.name) } == ["labl", "atag"])
        #expect(parsed.pairs("a").map { text($0.value) } == ["-x", "y"])
        #expect(parsed.operandTexts == ["file"])
        #expect(throws: OptionFailure.missingValue("a")) { try parser.parse(words("-a", "labl")) }
    }

    @Test func `the operand of a command may stand before its options`() throws {
        let parser = OptionParser(
            [CommandOption("k", "keychain", "the keychain"), CommandOption("P", "word", "a password", .secret)],
            operands: .leading)
        let leading = try parser.parse(words("file", "-k", "a", "-P", "b"))
        #expect(leading.operandTexts == ["file"])
        #expect(leading.secretPlaces.map(\.word) == [4])
        #expect(try parser.parse(words("-k", "a", "file")).operandTexts == ["file"])
        #expect(try parser.parse(words("-", "-k", "a")).operandTexts == ["-"])
    }

    @Test func `the options before a command leave its own alone`() throws {
        let options = try GlobalOptions(words("-qv", "find-generic-password", "-a", "x"))
        #expect(options.isQuiet && options.isVerbose && !options.isInteractive)
        #expect(options.command.compactMap(text) == ["find-generic-password", "-a", "x"])
        let prompting = try GlobalOptions(words("-p", "> "))
        #expect(prompting.isInteractive && prompting.prompt == "> ")
    }
}
