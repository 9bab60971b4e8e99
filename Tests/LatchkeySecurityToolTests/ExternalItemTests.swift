// Certificates and keys on their way into a keychain and out of it.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct ExternalItemTests {
    private func privateKey() throws -> KeyData {
        let bytes = Array(P256.Signing.PrivateKey().x963Representation)
        return try KeyData(.p256, .private, ItemSecret(recorded: bytes))
    }

    private func join(_ parts: [ItemSecret]) -> ItemSecret {
        // Its secret part is in the ledger as the key is.
        ItemSecret(SecretBytes(unrecorded: parts.flatMap { $0.bytes.declassified(because: "it is test data") }))
    }

    private func failure(_ body: () throws -> Void) -> CommandFailure? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TransferFailure)?.failure(calling: "SecKeychainItemImport") ?? error as? CommandFailure
        }
    }

    @Test func `a PEM file may hold several items and text between them`() throws {
        let key = try privateKey()
        let file = join([
            word("0 s:CN = Alice Example\nBag Attributes\n"), word(pemOfTestCertificate), word("subject=\n"),
            try PEMBlock(key, .sec1).text, try PEMBlock(key.publicKey, .subjectPublicKeyInfo).text,
        ])
        let items = try ExternalItem.list(in: file, format: nil, type: nil)
        #expect(items == [.certificate(try testCertificate()), .key(key), .key(key.publicKey)])
    }

    @Test(arguments: [KeyFormat.pkcs8, .sec1]) func `DER is told apart without being asked`(format: KeyFormat) throws {
        let key = try privateKey()
        #expect(try ExternalItem.list(in: try key.der(format), format: nil, type: nil) == [.key(key)])
        let certificate = try testCertificate()
        let file = ItemSecret(SecretBytes(unrecorded: certificate.der))
        #expect(try ExternalItem.list(in: file, format: nil, type: nil) == [.certificate(certificate)])
    }

    @Test func `all blocks of a file together have one bound on hashing`() throws {
        let passphrase = word("a passphrase")
        let key = try privateKey()
        var blocks: [PEMBlock] = []
        for _ in 0..<3 { blocks.append(try ExportedItem.key(key).block(in: .pkcs8, passphrase: passphrase)) }
        let found = try ExternalItem.list(
            in: join(blocks.map(\.text)), format: nil, type: nil, passphrase: .given(passphrase))
        #expect(found == [.key(key), .key(key), .key(key)])
        // As often as the first three leave no room for, and as it might be asked for alone.
        var bytes = blocks[0].contents.bytes.declassified(because: "it is encrypted")
        let rounds: [UInt8] = [2, 3, 0x09, 0x27, 0xc0]
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: rounds) })
        bytes.replaceSubrange(place + 2..<place + 5, with: [0x7f, 0xff, 0xff])
        let greedy = PEMBlock(label: blocks[0].label, contents: ItemSecret(SecretBytes(unrecorded: bytes)))
        let file = join((blocks + [greedy]).map(\.text))
        let refusal = failure {
            _ = try ExternalItem.list(in: file, format: nil, type: nil, passphrase: .given(passphrase))
        }
        #expect(refusal?.result == -26275)
        let block = join([word(pemOfTestCertificate)])
        let many = failure {
            _ = try ExternalItem.list(in: join(Array(repeating: block, count: 4097)), format: nil, type: nil)
        }
        #expect(many?.result == -26275)
    }

    @Test func `a raw key needs to be told public from private`() throws {
        let key = try privateKey()
        #expect(
            try ExternalItem.list(in: key.externalRepresentation, format: .raw, type: .privateKey) == [.key(key)])
        let octets = ItemSecret(SecretBytes(unrecorded: key.publicOctets))
        #expect(try ExternalItem.list(in: octets, format: .raw, type: .publicKey) == [.key(key.publicKey)])
        for type in [nil, ExternalItem.ItemType.publicKey] {
            let found = failure {
                _ = try ExternalItem.list(in: key.externalRepresentation, format: .raw, type: type)
            }
            #expect(found?.result == -25257)
        }
    }

    @Test func `what -t and -f exclude is refused`() throws {
        let certificate = word(pemOfTestCertificate)
        #expect(failure { _ = try ExternalItem.list(in: certificate, format: nil, type: .privateKey) }?.result == 1)
        #expect(failure { _ = try ExternalItem.list(in: certificate, format: .pkcs8, type: nil) }?.result == 1)
        #expect(failure { _ = try ExternalItem.list(in: certificate, format: .x509, type: .certificate) } == nil)
        #expect(failure { _ = try ExternalItem.list(in: certificate, format: .pemseq, type: .aggregate) } == nil)
    }

    @Test(arguments: [ExternalItem.ItemType.certificate, .privateKey, .publicKey])
    func `a file of PKCS#12 is taken whole, whatever -t says`(type: ExternalItem.ItemType) throws {
        let key = try privateKey()
        let certificate = try testCertificate()
        let passphrase = word("a passphrase")
        let file = try ExportedItem.texts(
            of: [.certificate(certificate.der), .key(key)], in: .pkcs12, isPEM: false, passphrase: passphrase)
        for format in [nil, ExternalFormat.pkcs12] {
            let items = try ExternalItem.list(
                in: join(file), format: format, type: type, passphrase: .given(passphrase))
            #expect(items == [.key(key), .certificate(certificate)])
        }
    }

    @Test(arguments: ["", "text", "0", "-----BEGIN SOMETHING-----\nAAAA\n-----END SOMETHING-----\n"])
    func `bytes in no known format are refused`(text: String) {
        #expect(failure { _ = try ExternalItem.list(in: word(text), format: nil, type: nil) }?.result == -25257)
    }

    @Test func `a format of macOS that is not there says so`() {
        let found = failure { _ = try ExternalFormat(named: "openssh1", calling: "SecKeychainItemImport") }
        #expect(found?.result == -4)
        #expect(found?.report.contains("hint: this version has no") == true)
        #expect(failure { _ = try ExternalFormat(named: "x", calling: "") }?.result == 2)
    }

    @Test func `keys of OpenSSH go out as texts and come back`() throws {
        let key = try privateKey()
        let passphrase = word("a passphrase")
        let open = try ExportedItem.texts(of: [.key(key)], in: .openssh2, isPEM: false)
        #expect(try ExternalItem.list(in: join(open), format: .openssh2, type: nil) == [.key(key)])
        let sealed = try ExportedItem.texts(
            of: [.key(key)], in: .openssh2, isPEM: false, passphrase: passphrase)
        #expect(
            try ExternalItem.list(
                in: join(sealed), format: nil, type: .privateKey, passphrase: .given(passphrase)) == [.key(key)])
        for wrong in [FilePassphrase.none, .given(word("another"))] {
            let found = failure {
                _ = try ExternalItem.list(in: join(sealed), format: nil, type: nil, passphrase: wrong)
            }
            #expect(found?.result == -25293)
        }
        #expect(failure { _ = try ExternalItem.list(in: join(open), format: .pkcs8, type: nil) }?.result == 1)
        let line = try ExportedItem.texts(of: [.key(key.publicKey)], in: .openssh2, isPEM: true)
        #expect(text(line[0])?.hasPrefix("ecdsa-sha2-nistp256 AAAA") == true)
        #expect(try ExternalItem.list(in: join(line), format: .openssh2, type: .publicKey) == [.key(key.publicKey)])
        #expect(failure { _ = try ExportedItem.certificate([]).text(in: .openssh2) }?.result == 1)
    }

    @Test func `everything that goes out in the form of OpenSSH comes back`() throws {
        let keys = try [privateKey(), privateKey(), privateKey()]
        let halves: [ExternalItem] = keys.map { .key($0.publicKey) }
        let lines = try ExportedItem.texts(
            of: keys.map { .key($0.publicKey) }, in: .openssh2, isPEM: false)
        #expect(try ExternalItem.list(in: join(lines), format: nil, type: nil) == halves)
        // Private keys are blocks, and public keys lines between them.
        let all = keys.flatMap { [ExportedItem.key($0.publicKey), .key($0)] } + [.key(keys[0].publicKey)]
        let expected = keys.flatMap { [ExternalItem.key($0.publicKey), .key($0)] } + [halves[0]]
        let texts = try ExportedItem.texts(of: all, in: .openssh2, isPEM: false)
        for format in [nil, ExternalFormat.openssh2] {
            #expect(try ExternalItem.list(in: join(texts), format: format, type: nil) == expected)
        }
        #expect(failure { _ = try ExternalItem.list(in: join(texts), format: .pkcs8, type: nil) }?.result == 1)
        // A line that is damaged is not left out.
        let damaged = join([word("ssh-rsa AAAA\n")] + texts)
        #expect(failure { _ = try ExternalItem.list(in: damaged, format: nil, type: nil) }?.result == -26275)
    }

    @Test func `thousands of certificates are counted without a look at all for each`() throws {
        let der = try testCertificate().der
        let key = try privateKey()
        var items: [ExternalItem] = [.key(key)]
        for number in 0..<4000 {
            // Another signature makes another certificate.
            var changed = der
            changed[der.count - 1] = UInt8(truncatingIfNeeded: number)
            changed[der.count - 2] = UInt8(truncatingIfNeeded: number >> 8)
            items.append(.certificate(try Certificate(der: changed)))
        }
        let time = ContinuousClock().measure {
            var count = ImportCount(of: items)
            for item in items { count.note(item, isNew: true) }
            #expect(count.lines == "1 key imported.\n4000 certificates imported.\n")
        }
        #expect(time < .seconds(20))
    }

    @Test func `an import counts identities, then the keys and certificates that are in none`() throws {
        let key = try privateKey()
        let items: [ExternalItem] = [.certificate(try testCertificate()), .key(key), .key(key.publicKey)]
        var count = ImportCount(of: items)
        for item in items { count.note(item, isNew: true) }
        #expect(count.lines == "2 keys imported.\n1 certificate imported.\n")
        #expect(count.known == 0)
        var known = ImportCount(of: items)
        for item in items { known.note(item, isNew: false) }
        #expect(known.lines.isEmpty && known.known == 3)
    }

    @Test func `one item is written as it is, several between the lines of PEM`() throws {
        let key = try privateKey()
        let items: [ExportedItem] = [.certificate(try testCertificate().der), .key(key)]
        let texts = try ExportedItem.texts(of: items, in: .pemseq, isPEM: false)
        #expect(text(texts[0]) == pemOfTestCertificate)
        #expect(texts[1] == (try PEMBlock(key, .sec1).text))
        #expect(failure { _ = try ExportedItem.texts(of: items, in: .openssl, isPEM: false) }?.result == 1)
        #expect(failure { _ = try ExportedItem.texts(of: items, in: .pkcs8, isPEM: true) }?.result == 1)
        let pkcs8 = try ExportedItem.texts(of: [.key(key)], in: .pkcs8, isPEM: false)
        #expect(pkcs8 == [try key.der(.pkcs8)])
        let raw = try ExportedItem.texts(of: [.key(key)], in: .raw, isPEM: false)
        #expect(raw == [key.externalRepresentation])
        #expect(failure { _ = try ExportedItem.key(key).contents(in: .bsafe) }?.result == 1)
        #expect(failure { _ = try ExportedItem.key(key).contents(in: .x509) }?.result == 1)
    }
}
