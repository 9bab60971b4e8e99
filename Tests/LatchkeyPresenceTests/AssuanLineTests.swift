// Lines of the Assuan protocol.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeyTestSupport
import Testing

@Suite("Lines of a helper")
struct AssuanLineTests {
    private func line(_ text: String) -> AssuanLine? {
        try? unsafe Array(text.utf8).withRawBytes { bytes throws(KeychainError) in
            unsafe try AssuanLine(decoding: bytes)
        }
    }

    @Test("What a helper says is told apart")
    func kinds() throws {
        guard case .ok? = line("OK"), case .ok? = line("OK Pleased to meet you"),
            case .note? = line("S PASSWORD_FROM_CACHE"),
            case .note? = line("# a remark"), case .note? = line("#")
        else {
            Issue.record("a line was not understood")
            return
        }
        guard case .failure(83_886_179)? = line("ERR 83886179 Operation cancelled <Pinentry>") else {
            Issue.record("an error was not understood")
            return
        }
    }

    @Test(
        "Data is unescaped", arguments: [("D a%25b%0Ac", "a%b\nc"), ("D ", ""), ("D  x", " x"), ("D %e4%b8%AD", "中")])
    func data(_ text: String, _ expected: String) {
        guard case .data(let secret)? = line(text) else {
            Issue.record("no data")
            return
        }
        #expect(secret == ItemSecret(SecretBytes(unrecorded: Array(expected.utf8))))
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "OKAY", "ERR", "ERR x", "ERR -1", "ERR 99999999999", "ERR 1x", "D", "Dx", "D %", "D %2", "D %zz",
            "D %%25",
            "INQUIRE PASSPHRASE", "END", "ok", "BYE", "D a\nb", "D \u{0}",
        ])
    func refusals(_ text: String) { #expect(line(text) == nil, "\(text.debugDescription)") }

    @Test("A line has a thousand bytes at most")
    func bounds() {
        #expect(line("D " + String(repeating: "x", count: 998)) != nil)
        #expect(line("D " + String(repeating: "x", count: 999)) == nil)
        #expect(AssuanLine.command("SETDESC", String(repeating: "x", count: 992)) != nil)
        #expect(AssuanLine.command("SETDESC", String(repeating: "%", count: 992)) == nil)
    }

    @Test("An argument cannot end its line, nor begin a command")
    func escapes() {
        let line = AssuanLine.command("SETDESC", "a%b\r\nGETPIN\u{7f}é")
        #expect(line == Array("SETDESC a%25b%0D%0AGETPIN%7Fé\n".utf8))
    }
}
