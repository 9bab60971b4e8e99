// The table of commands: abbreviations, usage, completion.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTool
import Testing

@Suite struct CommandTableTests {
    @Test(arguments: [
        ("find-generic-password", "find-generic-password"), ("find-g", "find-generic-password"),
        ("f", "find-generic-password"), ("find-i", "find-internet-password"), ("del", "delete-keychain"),
        ("delete-g", "delete-generic-password"), ("l", "list-keychains"), ("lock", "lock-keychain"),
        ("login", "login-keychain"), ("set-keychain-p", "set-keychain-password"), ("a", "add-generic-password"),
        ("e", "export"), ("err", "error"), ("h", "help"), ("c", "create-keychain"),
    ]) func `the first command that begins with an abbreviation is meant`(abbreviation: String, name: String) {
        #expect(CommandTable.command(abbreviated: abbreviation)?.name == name)
    }

    @Test func `a name that no command begins with is unknown`() {
        #expect(CommandTable.command(abbreviated: "find-generic-passwords") == nil)
    }

    @Test func `no command is in the table twice, and none has an option twice`() {
        #expect(Set(CommandTable.all.map(\.name)).count == CommandTable.all.count)
        for command in CommandTable.all {
            #expect(Set(command.options.map(\.letter)).count == command.options.count, "\(command.name)")
        }
    }

    @Test func `usage shows the synopsis, the options and the description`() throws {
        let command = try #require(CommandTable.command(abbreviated: "set-keychain-settings"))
        #expect(
            UsageText.usage(of: command) == """
                Usage: set-keychain-settings [-l] [-u] [-t seconds] [keychain]
                    -l  Lock when the system sleeps
                    -u  Mark the time of -t as in use (cancelled without -t)
                    -t  Lock after this time without use (default: never)
                        Set when a keychain locks by itself.

                """)
    }

    @Test func `every command that is shown can be completed, and the scripts in the repository are current`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let bash = try String(contentsOf: root.appending(path: "completions/security.bash"), encoding: .utf8)
        let zsh = try String(contentsOf: root.appending(path: "completions/_security"), encoding: .utf8)
        #expect(bash == CompletionScript.bash)
        #expect(zsh == CompletionScript.zsh)
        for command in CommandTable.shown { #expect(bash.contains(command.name) && zsh.contains(command.name)) }
    }

    @Test func `the manual describes every command`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = root.appending(path: "Documentation/Reference/man/security.1")
        let manual = try String(contentsOf: page, encoding: .utf8)
        for command in CommandTable.shown {
            let name = command.name.replacing("-", with: "\\-")
            #expect(manual.contains(".B \(name)\n") || manual.contains(".B \(name) "), "\(command.name)")
        }
    }
}
