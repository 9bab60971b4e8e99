// What `export` makes of keys over lattices beside others.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct LatticeExportTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func latticeKeys() throws -> [KeyData] {
        try LatticeKeyVector.all().map { vector in
            try KeyData(der: ItemSecret(recorded: vector.pkcs8.bytes), format: .pkcs8, .private)
        }
    }

    private func key(_ id: String) throws -> KeyData {
        try KeyData(der: ItemSecret(recorded: KeyVector.named(id).pkcs8.bytes), format: .pkcs8, .private)
    }

    private func add(_ keys: [KeyData]) throws {
        let keychain = NamedKeychain(name: "login", path: home.keychain)
        let importer = ItemImporter(into: keychain, ToolContext(client: home.client))
        for key in keys { #expect(try importer.add(key, label: "\(key.kind)")) }
    }

    /// Exports the private keys of the keychain.
    private func export(_ options: [String]) throws -> (run: ToolRun, file: ItemSecret?) {
        let path = "\(home.path)/\(UUID().uuidString)"
        let words = ["export", "-k", home.keychain, "-t", "privKeys", "-o", path] + options
        let run = try ToolRun(words, in: home)
        let file = FileManager.default.contents(atPath: path)
        return (run, file.map { ItemSecret(SecretBytes(unrecorded: Array($0))) })
    }

    private static let wholeExports: [[String]] = [
        [], ["-p"], ["-f", "openssl", "-p"], ["-f", "pkcs8", "-p"], ["-f", "pkcs8", "-p", "-w", "-P", "a passphrase"],
        ["-f", "pkcs12", "-P", "a passphrase"],
    ]

    @Test(arguments: wholeExports)
    func `keys over lattices go out with the others and come back`(options: [String]) throws {
        let keys = try latticeKeys() + [key("p256")]
        try add(keys)
        let (run, file) = try export(options)
        #expect(run.status == 0, "\(run.errors)")
        let items = try ExternalItem.list(
            in: #require(file), format: nil, type: nil, passphrase: .given(word("a passphrase")))
        let expected: [ExternalItem] = keys.map { .key($0) }
        #expect(items.count == expected.count && Set(items) == Set(expected))
    }

    @Test(arguments: [("openssh2", "p256"), ("bsafe", "rsa2048")])
    func `keys of kinds without a form are left out, and the others are not`(format: String, id: String) throws {
        let lattice = try latticeKeys()
        let other = try key(id)
        try add(lattice + [other])
        let (run, file) = try export(["-f", format, "-p"])
        #expect(run.status == CommandFailure.exitStatus(of: KeychainError.Code.unimplemented.rawValue))
        for key in lattice {
            let line = "the key \"\(key.kind)\" is left out: Keys of its kind have no form \(format)."
            #expect(run.errors.contains(line))
        }
        #expect(!run.errors.contains("the key \"\(other.kind)\""))
        let items = try ExternalItem.list(in: #require(file), format: nil, type: nil)
        #expect(items == [.key(other)])
    }

    @Test(arguments: [("openssh2", "OpenSSH has keys of RSA"), ("bsafe", "a private key has no form bsafe")])
    func `a key alone whose kind has no such form is refused`(format: String, reason: String) throws {
        try add([try #require(latticeKeys().last)])
        let (run, file) = try export(["-f", format, "-p"])
        #expect(run.status != 0)
        #expect(run.errors.contains(reason))
        #expect(!run.errors.contains("left out"))
        #expect(file == nil)
    }
}
