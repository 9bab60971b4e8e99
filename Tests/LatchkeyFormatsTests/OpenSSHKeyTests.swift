// Keys of OpenSSH, which ssh-keygen made.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct OpenSSHKeyTests {
    private let passphrase = ItemSecret(TestSecret(exactly: "fixture-passphrase"))
    private let none = ItemSecret(SecretBytes(unrecorded: []))

    private func key(in file: ItemSecret, _ passphrase: ItemSecret) throws -> KeyData {
        var budget = WorkBudget()
        return try OpenSSHPrivateKey.key(in: file, passphrase: passphrase, within: &budget)
    }

    /// A fixture with some of its bytes changed.
    private func fixture(_ name: String, _ change: (inout [UInt8]) -> Void) throws -> ItemSecret {
        var bytes = try PKCS12Fixture.file(name).bytes.declassified(because: "a test changes it")
        change(&bytes)
        return ItemSecret(SecretBytes(unrecorded: bytes))
    }

    @Test func `keys without a passphrase are read`() throws {
        #expect(try key(in: PKCS12Fixture.file("ed25519.openssh"), none).kind == .ed25519)
        let rsa = try key(in: PKCS12Fixture.file("rsa.openssh"), none)
        #expect(rsa.kind == .rsa && rsa.sizeInBits == 2048)
        let count = try PKCS12Fixture.file("ed25519.openssh").count
        for end in 0..<count {
            let cut = try fixture("ed25519.openssh") { $0 = Array($0[..<end]) }
            #expect(throws: KeychainError(.decode, during: "")) { try key(in: cut, none) }
        }
    }

    @Test(arguments: [
        ("counter", KeyKind.ed25519), ("default", .ed25519), ("cbc", .p256), ("galois", .p384), ("chacha", .p521),
        ("3des", .rsa),
    ])
    func `a key under a passphrase is read by it alone`(name: String, kind: KeyKind) throws {
        let file = try PKCS12Fixture.file("\(name).openssh")
        let found = try key(in: file, passphrase)
        #expect(found.kind == kind && found.keyClass == .private)
        let line = try OpenSSHPublicKey.line(of: found.publicKey)
        #expect(line == (try PKCS12Fixture.file("\(name).pub")))
        #expect(try OpenSSHPublicKey.key(in: line) == found.publicKey)
        for other in [none, ItemSecret(TestSecret("other"))] {
            #expect(throws: KeychainError(.authFailed, during: "")) { try key(in: file, other) }
        }
    }

    @Test(arguments: ["galois", "chacha"]) func `a changed byte of a sealed key is found`(name: String) throws {
        let count = try PKCS12Fixture.file("\(name).openssh").count
        for place in [count - 1, count - 16, count - 17, count - 60] {
            let file = try fixture("\(name).openssh") { $0[place] ^= 1 }
            #expect(throws: KeychainError(.authFailed, during: "")) { try key(in: file, passphrase) }
        }
    }

    @Test func `halves that do not belong together are refused`() throws {
        // The public half of the file, the one in the encoded pair, and the one before that.
        let bytes = try PKCS12Fixture.file("ed25519.openssh").bytes.declassified(because: "a test looks at it")
        let name = Array("ssh-ed25519".utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: name) }
        try #require(places.count == 2)
        let point = places[1] + name.count + 4
        for place in [places[0] + name.count + 4, point, point + 32 + 4, point + 32 + 4 + 32] {
            let file = try fixture("ed25519.openssh") { $0[place] ^= 1 }
            #expect(throws: KeychainError(.decode, during: "")) { try key(in: file, none) }
        }
    }

    @Test(arguments: [[0, 0, 0, 0], [0, 0, 3, 0xe9], [0x80, 0, 0, 0], [0xff, 0xff, 0xff, 0xff]] as [[UInt8]])
    func `a key that asks for none or too many rounds is refused quickly`(rounds: [UInt8]) throws {
        let file = try fixture("counter.openssh") { bytes in
            // The two rounds stand before the number of keys, which is one.
            let beginning = bytes.indices.first { bytes[$0...].starts(with: [0, 0, 0, 2, 0, 0, 0, 1]) }
            guard let beginning else { return }
            bytes.replaceSubrange(beginning..<beginning + 4, with: rounds)
        }
        let time = ContinuousClock().measure {
            #expect(throws: KeychainError(.decode, during: "")) { try key(in: file, passphrase) }
        }
        #expect(time < .seconds(30))
        do {
            _ = try key(in: file, passphrase)
        } catch let error as KeychainError {
            let hint = error.hint.map { "\($0)" } ?? ""
            #expect(hint.contains(rounds == [0, 0, 0, 0] ? "asks for none" : "more than 500 rounds together"))
        }
    }

    @Test(arguments: ["ed25519.openssh", "rsa.openssh", "cbc.openssh", "galois.openssh", "chacha.openssh"])
    func `what is written is read again`(name: String) throws {
        let file = try PKCS12Fixture.file(name)
        let key = try key(in: file, name == "ed25519.openssh" || name == "rsa.openssh" ? none : passphrase)
        #expect(try self.key(in: OpenSSHPrivateKey.file(of: key, passphrase: nil), none) == key)
        let sealed = try OpenSSHPrivateKey.file(of: key, passphrase: passphrase)
        #expect(try self.key(in: sealed, passphrase) == key)
        #expect(throws: KeychainError(.authFailed, during: "")) { try self.key(in: sealed, none) }
        #expect(throws: KeychainError(.parameter, during: "")) {
            try OpenSSHPrivateKey.file(of: key, passphrase: none)
        }
    }

    @Test(arguments: ["ssh-ed25519 ", "ssh-ed25519 AAAA", "ssh-rsa AAAAC3NzaC1lZDI1NTE5", "ecdsa-sha2-nistp256 %"])
    func `a line that begins as a public key and is none is refused`(text: String) {
        #expect(throws: KeychainError(.decode, during: "")) {
            try OpenSSHPublicKey.key(in: ItemSecret(SecretBytes(unrecorded: Array(text.utf8))))
        }
    }

    @Test func `each line of a file is a key`() throws {
        let names = ["cbc.pub", "default.pub", "3des.pub"]
        let lines = try names.map { try PKCS12Fixture.file($0).bytes.declassified(because: "it is public") }
        let keys = try lines.map { try OpenSSHPublicKey.key(in: ItemSecret(file: $0)) }
        #expect(keys.map(\.kind) == [.p256, .ed25519, .rsa])
        let file = lines[0].dropLast() + Array(" a comment\r\n\n  \r\n".utf8) + lines[1] + lines[2].dropLast()
        #expect(try OpenSSHPublicKey.keys(in: ItemSecret(file: Array(file))) == keys)
        for rest in ["# a comment\n", "ssh-dss AAAA\n", "ssh-ed25519\n", "ssh-rsa AAAA\n"] {
            #expect(throws: KeychainError(.decode, during: ""), "\(rest)") {
                try OpenSSHPublicKey.keys(in: ItemSecret(file: lines[0] + Array(rest.utf8)))
            }
        }
        let many = [[UInt8]](repeating: lines[1], count: 4096).flatMap { $0 }
        #expect(try OpenSSHPublicKey.keys(in: ItemSecret(file: many))?.count == 4096)
        #expect(throws: KeychainError(.decode, during: "")) {
            try OpenSSHPublicKey.keys(in: ItemSecret(file: many + lines[1]))
        }
    }

    @Test func `other bytes are no public keys`() throws {
        for other in ["leaf.key", "leaf.der", "ed25519.openssh"] {
            #expect(try OpenSSHPublicKey.keys(in: PKCS12Fixture.file(other)) == nil)
        }
        for text in ["", "ssh-ed25519", "ssh-ed25519x AAAA", " ssh-ed25519 AAAA", "ssh-ed2551"] {
            #expect(try OpenSSHPublicKey.keys(in: ItemSecret(file: Array(text.utf8))) == nil)
        }
    }
}
