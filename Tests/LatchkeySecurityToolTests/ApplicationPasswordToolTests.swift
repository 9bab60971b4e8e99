// What the commands say of items that are sealed under a password of the program that stored them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
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

    private func run(_ line: String) throws -> ToolRun {
        try ToolRun(line.split(separator: " ").map { String($0) }, in: home)
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

    /// A certificate with constraints, one without, and a key for both.
    private func addCertificates(flags: UInt64) throws {
        let lines = pemOfTestCertificate.split(separator: "\n").filter { !$0.hasPrefix("-") }
        let data = try #require(Data(base64Encoded: lines.joined()))
        for (serialNumber, label) in [(UInt8(1), "sealed"), (2, "open")] {
            var certificate = ItemAddition(itemClass: .certificate)
            certificate.attributes = [
                .issuer: .data([1]), .serialNumber: .data([serialNumber]), .label: .string(label),
                .publicKeyHash: .data([7]),
            ]
            certificate.secret = ItemSecret(SecretBytes(unrecorded: Array(data)))
            if label == "sealed" {
                certificate.accessControl = AccessControl(protection: .ak, flags: flags)
                certificate.authentication.applicationPassword = ItemSecret("own")
            }
            _ = try home.client.perform(.add(certificate))
        }
        var key = ItemAddition(itemClass: .key)
        key.attributes = [.keyClass: .number(1), .isPrivate: .number(1), .applicationLabel: .data([7])]
        key.secret = ItemSecret("key")
        _ = try home.client.perform(.add(key))
    }

    @Test(arguments: [1 << 31, 1] as [UInt64])
    func `a certificate that needs more than the keychain keeps no command from the others`(flags: UInt64) throws {
        try addCertificates(flags: flags)
        let found = try run("find-certificate -a \(home.keychain)")
        #expect(found.status == 0 && found.errors.isEmpty)
        #expect(found.output.contains("\"labl\"<blob>=\"open\""))
        #expect(!found.output.contains("\"labl\"<blob>=\"sealed\""))
        let identities = try run("find-identity \(home.keychain)")
        #expect(identities.status == 0 && identities.output.contains("1 identities found"))
        let deleted = try run("delete-certificate -c Alice \(home.keychain)")
        #expect(deleted.status == 0 && deleted.errors.isEmpty)
        #expect(try run("find-certificate -a \(home.keychain)").output.isEmpty)
    }

    @Test(arguments: [1 << 31, 1] as [UInt64])
    func `an export names the certificates that it leaves out`(flags: UInt64) throws {
        try addCertificates(flags: flags)
        let file = "\(home.path)/exported"
        let exported = try run("export -k \(home.keychain) -t certs -p -o \(file)")
        #expect(exported.status != 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.components(separatedBy: "BEGIN CERTIFICATE").count == 2)
        #expect(exported.errors.contains("the certificate \"sealed\" is left out"))
        #expect(!exported.errors.contains("\"open\""))
        _ = try run("delete-certificate -c Alice \(home.keychain)")
        let identities = try run("export -k \(home.keychain) -t identities")
        #expect(identities.status != 0 && identities.output.isEmpty)
        #expect(identities.errors.contains("the certificate \"sealed\" is left out"))
    }

    @Test func `an export for browsers names what is sealed, and writes the rest`() throws {
        for account in ["sealed", "open"] {
            var addition = ItemAddition(itemClass: .internetPassword)
            addition.attributes = [.server: .string("\(account).example"), .account: .string(account)]
            addition.secret = ItemSecret(TestSecret("of \(account)"))
            if account == "sealed" {
                addition.accessControl = AccessControl(protection: .ak, flags: 1 << 31)
                addition.authentication.applicationPassword = ItemSecret("own")
            }
            _ = try home.client.perform(.add(addition))
        }
        let process = Process()
        process.executableURL = URL(filePath: CommandRun.tools + "/latchkey")
        process.arguments = ["export", "csv", "-", "--keychain", home.keychain]
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in !name.hasPrefix("LATCHKEY_") }
        process.environment = inherited.merging(["LATCHKEY_HOME": home.path, "LATCHKEY_SOCKET": "none"]) { _, own in own
        }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let written = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus != 0)
        let lines = written.split(whereSeparator: \.isNewline)
        #expect(lines.count == 2 && lines[0] == "url,username,password")
        #expect(written.contains(TestSecret("of open").text) && !written.contains(TestSecret("of sealed").text))
        #expect(said.contains("leaving out") && said.contains("sealed.example"))
        #expect(said.contains("left out 1, which the keychain does not give"))
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
