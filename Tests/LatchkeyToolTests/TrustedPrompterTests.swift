// Which programs the agent has ask for passwords.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTool
import Testing

@Suite struct TrustedPrompterTests {
    @Test(arguments: [
        "/usr/libexec/gcr-prompter", "/usr/libexec/gcr4-prompter", "/usr/libexec/ksecretprompter", "/usr/bin/cinnamon",
        "/usr/bin/phosh",
    ])
    func `a prompter that any program can start is taken only if the user wants it`(program: String) {
        #expect(!TrustedPrompters.shell.contain(program) { _ in true })
        #expect(TrustedPrompters.any.contain(program) { _ in true })
        #expect(!TrustedPrompters.any.contain(program) { _ in false })
    }

    @Test func `the shell is taken if root alone can change it`() {
        #expect(TrustedPrompters.shell.contain("/usr/bin/gnome-shell") { $0 == "/usr/bin/gnome-shell" })
        #expect(!TrustedPrompters.shell.contain("/home/ann/gnome-shell") { _ in false })
        #expect(!TrustedPrompters.any.contain("/usr/bin/python3") { _ in true })
        #expect(!TrustedPrompters.any.contain("") { _ in true })
    }
}
