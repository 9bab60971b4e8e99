// The command line of codesign.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCodesignTool
import Testing

@Suite struct OptionsTests {
    private func options(_ line: String) throws(CodesignFailure) -> Options {
        try Options(line.split(separator: " ").map(String.init))
    }

    private func isRefused(_ line: String) -> Bool {
        do {
            _ = try options(line)
            return false
        } catch {
            guard case .usage = error else { return false }
            return true
        }
    }

    @Test(arguments: [
        ("-s a.p12 p", Options.Operation.sign("a.p12")), ("-sa.p12 p", .sign("a.p12")),
        ("--sign a.p12 p", .sign("a.p12")),
        ("--sign=a.p12 p", .sign("a.p12")), ("-s - p", .sign("-")), ("-fvs a.p12 p", .sign("a.p12")),
        ("p -s a.p12", .sign("a.p12")), ("-d p", .display), ("-dvvv p", .display), ("-dv p", .display),
        ("--display p", .display), ("-v p", .verify), ("-vv p", .verify), ("--verify p", .verify),
        ("--verify --verbose p", .verify), ("--verbose p", .verify), ("--remove-signature p", .remove), ("-h", .help),
        ("--help", .help),
    ])
    func `the operation is what macOS's command makes of the options`(
        line: String, operation: Options.Operation
    ) throws {
        #expect(try options(line).operation == operation)
    }

    @Test(arguments: [
        ("-v p", 0), ("-vv p", 1), ("--verify p", 0), ("--verify -v p", 1), ("--verify --verbose=4 p", 4),
        ("-dvv p", 2),
        ("-s - -v p", 1), ("-d --verbose p", 1),
    ])
    func `-v alone verifies, and says more beside another operation`(line: String, verbosity: Int) throws {
        #expect(try options(line).verbosity == verbosity)
    }

    @Test func `values stand in the word of their option or in the next`() throws {
        let read = try options(
            "-f -i com.example --entitlements=e -sx --password-file p --teams-directory=t one two -- -three")
        #expect(read.identifier == "com.example" && read.entitlements == "e" && read.passwordFile == "p")
        #expect(read.teamsDirectory == "t" && read.isForced)
        #expect(read.paths == ["one", "two", "-three"])
    }

    @Test(arguments: [
        "", "p", "-s", "-s a.p12", "-d", "-v", "--verify", "-x p", "--unknown p", "-s - -d p", "-d --verify p",
        "-d -f p",
        "-v -i a p", "--verify=1 p", "--verbose=x p", "--verbose=-1 p", "-d --entitlements e p",
        "--verify --entitlements - p",
        "-v --password-file p p", "--sign",
    ])
    func `what does not fit together is a wrong usage`(line: String) {
        #expect(isRefused(line))
    }
}
