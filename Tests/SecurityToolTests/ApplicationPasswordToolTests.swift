// What the commands say of items that are sealed under a password of the program that stored them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import KeychainModel
import KeychainTooling
import SecurityTool
import TestSupport
import Testing

@Suite struct ApplicationPasswordToolTests {
    let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        try home.client.add("alice") {
            $0.accessControl = AccessControl(protection: .ak, flags: 1 << 31)
            $0.authentication.applicationPassword = ItemSecret("own")
        }
        try home.client.add("bob", secret: "of bob")
    }

    /// The exit status of a command and what it wrote.
    private func run(_ line: String) throws -> (status: Int32, output: String, errors: String) {
        let files = try ["output", "errors"].map { name in
            let path = "\(home.path)/\(name)"
            try Data().write(to: URL(filePath: path))
            return try FileHandle(forUpdating: URL(filePath: path))
        }
        let tool = Tool(
            client: home.client, output: Console(descriptor: files[0].fileDescriptor),
            errors: Console(descriptor: files[1].fileDescriptor))
        let status = tool.run(line.split(separator: " ").map { word(String($0)) }) { _ in }
        let texts = try files.map { file in
            try file.seek(toOffset: 0)
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
        return (status, texts[0], texts[1])
    }

    @Test func `a command says why it does not show the secret`() throws {
        let found = try run("find-generic-password -a alice -w \(home.keychain)")
        #expect(found.status == 36 && found.output.isEmpty)
        #expect(found.errors.contains("the program that stored it gives the password"))
        #expect(try run("find-generic-password -a alice \(home.keychain)").status == 0, "the attributes are shown")
    }

    @Test func `a listing with data names the sealed one and goes on`() throws {
        let listed = try run("dump-keychain -d \(home.keychain)")
        #expect(listed.status == 0 && listed.errors.isEmpty)
        #expect(listed.output.contains("data:\nsealed under a password of the program that stored it\n"))
        #expect(listed.output.contains(TestSecret("of bob").text))
    }

    @Test func `an export leaves out what nobody else can open`() throws {
        var key = ItemAddition(itemClass: .key)
        key.attributes = [.keyClass: .number(1), .type: .number(42), .label: .string("sealed")]
        key.secret = ItemSecret("key")
        key.accessControl = AccessControl(protection: .ak, flags: 1 << 31 | 1 << 30)
        key.authentication.applicationPassword = ItemSecret("own")
        _ = try home.client.perform(.add(key))
        let exported = try run("export -k \(home.keychain) -t privKeys")
        #expect(exported.errors.contains("the key \"sealed\" is left out"))
        #expect(exported.errors.contains("the program that stored it gives the password"))
        #expect(exported.status == 36 && exported.output.isEmpty)
    }
}
