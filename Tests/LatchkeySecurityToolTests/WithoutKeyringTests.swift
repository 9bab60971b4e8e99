// If the kernel refuses keyrings, each process unlocks for itself, and the tools say so.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Testing

@Suite struct WithoutKeyringTests {
    private static let password = TestSecret("correct horse")
    private static let secret = TestSecret("kept without a keyring")

    private let directory: TemporaryHome
    private let passwordFile: String

    /// A keychain with a password and one item.
    init() throws {
        directory = try TemporaryHome()
        passwordFile = directory.path + "/latchkey-password"
        try Data((Self.password.text + "\n").utf8).write(to: URL(filePath: passwordFile))
        try setMode(0o600, of: passwordFile)
        #expect(try security("create-keychain", "-p", "-", "login", input: Self.password.text).status == 0)
        let added = try security(
            "add-generic-password", "-a", "me", "-s", "there", "-w", "-", input: Self.secret.text,
            with: passwordFromFile)
        #expect(added.status == 0, "\(added.errors)")
    }

    private var passwordFromFile: [String: String] { ["LATCHKEY_PASSWORD_FILE": passwordFile] }

    /// The filter of a thread is that of the processes which it starts.
    private func security(_ words: String..., input: String = "", with more: [String: String] = [:]) throws
        -> CommandRun
    {
        try security(words, input: input, with: more)
    }

    private func security(_ words: [String], input: String, with more: [String: String] = [:]) throws -> CommandRun {
        let environment = CommandRun.environment(home: directory.path + "/home", directory: directory.path).merging(
            more
        ) { $1 }
        let (path, words) = (directory.path, [CommandRun.tools + "/security"] + words)
        return try onOwnThread(.forbiddenKeyring) {
            try CommandRun(words, environment: environment, in: path, input: input)
        }
    }

    @Test func `a locked keychain can be searched for what it has not`() throws {
        #expect(try security("find-generic-password", "-s", "nothing").status == 44)
    }

    @Test func `a process without the password stores nothing and reads nothing`() throws {
        #expect(
            try security("add-generic-password", "-a", "me", "-s", "other", "-w", "-", input: TestSecret("x").text)
                .status == 36)
        #expect(try security("find-generic-password", "-s", "there", "-w").status == 36)
    }

    @Test func `a process with the password reads the secret`() throws {
        let found = try security("find-generic-password", "-s", "there", "-w", with: passwordFromFile)
        #expect(found.output == Self.secret.text + "\n")
    }

    @Test func `a credential of systemd unlocks`() throws {
        let found = try security(
            "find-generic-password", "-s", "there", "-w", with: ["CREDENTIALS_DIRECTORY": directory.path])
        #expect(found.output == Self.secret.text + "\n")
    }

    @Test(arguments: [["unlock-keychain", "-p", "-"], ["show-keychain-info"]])
    func `the tools say that each process unlocks for itself`(words: [String]) throws {
        let done = try security(words, input: Self.password.text)
        #expect((done.output + done.errors).contains("itself"))
    }
}
