// Exit statuses, and what is echoed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct ResultTests {
    @Test(
        arguments: [
            (-25300, 44), (-25299, 45), (-25308, 36), (-25293, 51), (-25294, 50), (-25295, 49), (-25296, 48),
            (-25307, 37),
            (-50, 206), (-128, 128), (-34018, 30), (-25291, 53), (-4, 252), (-1, 255), (0, 0), (1, 1), (2, 2),
        ] as [(Int32, Int32)]) func `the exit status is the low eight bits of the result`(result: Int32, status: Int32)
    {
        #expect(CommandFailure.exitStatus(of: result) == status)
    }

    @Test func `each kind of failure has its result`() {
        #expect(CommandFailure.usage().result == 2)
        #expect(CommandFailure.message("x").result == 1)
        #expect(CommandFailure.aborted.result == -1)
        let error = KeychainError(.itemNotFound, during: "a test", hint: "look elsewhere")
        let failure = CommandFailure.keychain(error, function: "SecKeychainSearchCopyNext")
        #expect(failure.result == -25300)
        #expect(failure.report.hasPrefix("security: SecKeychainSearchCopyNext: "))
        #expect(failure.report.hasSuffix("\nsecurity: hint: look elsewhere\n"))
    }

    @Test func `the echo of a command leaves passwords out`() throws {
        let command = try #require(CommandTable.command(abbreviated: "add-generic-password"))
        let given = words("-a", "bob", "-Uw" + TestSecret("secret").text, "-X", "00")
        let arguments = try Tool.parse(given, of: command)
        #expect(
            Tool.echo("add-g", given, arguments) == #"add-g "-a" "bob" "-Uw<password>" "-X" "<password>""#)
    }

    @Test(arguments: ["", "a", "abc", "abcde"]) func `a code that has not four characters is refused`(code: String) {
        #expect(throws: CommandFailure.self) { try FourCharacterCode(Array(code.utf8)) }
    }

    @Test func `a short code is suggested with blanks`() {
        #expect(throws: CommandFailure.message("a code has exactly four characters; try 'ftp '")) {
            try FourCharacterCode(Array("ftp".utf8))
        }
    }

    @Test func `a code is a number for creator and type, text for protocol and authentication type`() throws {
        let code = try FourCharacterCode(Array("aapl".utf8))
        #expect(code.number == .number(0x6161_706c))
        #expect(code.text == .string("aapl"))
    }

    @Test func `options become attributes of their kinds`() throws {
        let command = try #require(CommandTable.command(abbreviated: "find-internet-password"))
        let given = words(
            "-a", "bob", "-s", "ex.com", "-P", "443", "-r", "htps", "-t", "dflt", "-c", "aapl", "-p", "/x")
        let arguments = try Tool.parse(given, of: command)
        let attributes = try ItemArguments.attributes(of: .internetPassword, from: arguments)
        #expect(
            attributes == [
                .account: .string("bob"), .server: .string("ex.com"), .port: .number(443),
                .protocolType: .string("htps"), .authenticationType: .string("dflt"), .creator: .number(0x6161_706c),
                .path: .string("/x"),
            ])
    }

    @Test(arguments: ["65536", "-1", "x", ""]) func `a port that is none shows the usage`(port: String) throws {
        let command = try #require(CommandTable.command(abbreviated: "find-internet-password"))
        let arguments = try Tool.parse(words("-P", port), of: command)
        #expect(throws: CommandFailure.usage("a port is a number from 0 to 65535")) {
            try ItemArguments.attributes(of: .internetPassword, from: arguments)
        }
    }

    @Test func `hexadecimal passwords have an even number of digits`() throws {
        #expect(text(try Hexadecimal.decode(word("4a4B").bytes)) == "JK")
        #expect(try Hexadecimal.decode(word("").bytes).count == 0)
        #expect(throws: CommandFailure.self) { try Hexadecimal.decode(word("4a4").bytes) }
        #expect(throws: CommandFailure.self) { try Hexadecimal.decode(word("4g").bytes) }
    }
}
