// Two programs on one keychain: neither reads the other's items, but for those that an access list shares with it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Testing

@Suite struct SharedAccessTests {
    private static let first = TestSecret("shared with a program")
    private static let second = TestSecret("changed later")

    private let directory: TemporaryHome
    private let home: String

    /// Two names of one program are two programs, and one item is there that the user has stored.
    init() throws {
        directory = try TemporaryHome()
        home = directory.path + "/home"
        for name in ["billing-program", "other-program"] {
            try WrittenProgram.copy(CommandRun.tools + "/LatchkeyItemProbe", to: directory.path + "/" + name)
        }
        try security("add-generic-password", "-a", "me", "-s", "shared", "-w", "-", input: Self.first.text)
        try security(
            "add-generic-password", "-a", "me", "-s", "private", "-w", "-", input: TestSecret("for nobody").text)
    }

    private var billing: String { directory.path + "/billing-program" }
    private var other: String { directory.path + "/other-program" }

    private func run(_ words: [String], input: String = "") throws -> CommandRun {
        try CommandRun(
            words, environment: CommandRun.environment(home: home, directory: directory.path), in: directory.path,
            input: input)
    }

    @discardableResult
    private func security(_ words: String..., input: String = "") throws -> String {
        let done = try run([CommandRun.tools + "/security"] + words, input: input)
        #expect(done.status == 0, "\(words.prefix(3)): \(done.errors)")
        return done.output
    }

    /// Changes who may read the item: `-T` with a program, `-A`, …
    private func share(_ words: String...) throws {
        let done = try run(
            [CommandRun.tools + "/security", "add-generic-password", "-U", "-a", "me", "-s", "shared"] + words)
        #expect(done.status == 0, "\(done.errors)")
    }

    private func answer(_ program: String, _ words: String...) throws -> String {
        let done = try run([program] + words)
        #expect(done.status == 0, "\(words): \(done.errors)")
        return String(done.output.dropLast())
    }

    private func read(by program: String, _ service: String = "shared") throws -> String {
        try answer(program, "read", service)
    }

    private let refused = "-25300 "
    private func found(_ secret: TestSecret) -> String { "0 " + secret.text }

    @Test func `without a list no other program finds an item`() throws {
        #expect(try read(by: billing) == refused)
    }

    @Test func `a program on the list reads that item and no other, and can neither change nor delete it`() throws {
        try share("-T", billing)
        #expect(try read(by: billing) == found(Self.first))
        #expect(try read(by: billing, "private") == refused)
        #expect(try read(by: other) == refused)
        #expect(try answer(billing, "change", "shared") == "-25300")
        #expect(try answer(billing, "delete", "shared") == "-25300")
        #expect(try security("find-generic-password", "-s", "shared", "-w") == Self.first.text + "\n")
        #expect(try security("dump-keychain", "-a").contains("0: \"\(billing)\" is \"ADHOC"))
    }

    @Test func `the files of a keychain name no program of an access list`() throws {
        try share("-T", billing)
        let files = try FileManager.default.contentsOfDirectory(atPath: home)
        #expect(files.contains("login.keychain-db"))
        for file in files {
            let bytes = try Data(contentsOf: URL(filePath: home + "/" + file))
            for name in ["billing-program", "other-program"] {
                #expect(bytes.range(of: Data(name.utf8)) == nil, "\(file)")
            }
        }
    }

    @Test func `an update without a list leaves it, and one with a list replaces it`() throws {
        try share("-T", billing)
        try security("add-generic-password", "-U", "-a", "me", "-s", "shared", "-w", "-", input: Self.second.text)
        #expect(try read(by: billing) == found(Self.second))
        try share("-T", other)
        #expect(try read(by: billing) == refused)
        #expect(try read(by: other) == found(Self.second))
        try share("-A")
        #expect(try read(by: billing) == found(Self.second))
        try share("-T", "")
        #expect(try read(by: billing) == refused)
        #expect(try read(by: other) == refused)
    }

    @Test func `lines on standard input edit a list`() throws {
        try security("dump-keychain", "-i", input: "add \(billing)\nnext\nquit\n")
        let reads = try [read(by: billing), read(by: billing, "private")]
        #expect(reads.filter { $0 != refused }.count == 1, "one item was shared: \(reads)")
    }

    @Test func `the entitlements of a program give it another name on the list`() throws {
        try share("-T", billing)
        let entitlements = """
            <?xml version="1.0"?><plist version="1.0"><dict><key>application-identifier</key><string>TEAM123456.other</string></dict></plist>
            """
        try Data(entitlements.utf8).write(to: URL(filePath: billing + ".entitlements"))
        #expect(try read(by: billing) == refused)
        try share("-T", billing)
        #expect(try read(by: billing) == found(Self.first))
    }

    @Test func `a deleted item is shared no longer`() throws {
        try share("-T", billing)
        #expect(try read(by: billing) == found(Self.first))
        try security("delete-generic-password", "-s", "shared")
        #expect(try read(by: billing) == refused)
    }
}
