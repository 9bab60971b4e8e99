// Private keys over lattices in encrypted files.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
@testable import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct LatticeKeyFileTests {
    private let password = ItemSecret(TestSecret(exactly: "fixture-passphrase"))

    private func key(_ vector: LatticeKeyVector) throws -> KeyData {
        try KeyData(der: ItemSecret(recorded: vector.pkcs8.bytes), format: .pkcs8, .private)
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a key that openssl encrypted is read`(vector: LatticeKeyVector) throws {
        let file = ItemSecret(file: vector.encrypted.bytes)
        #expect(EncryptedPrivateKey.isOne(file))
        #expect(try EncryptedPrivateKey.key(in: file, password: password) == key(vector))
    }

    @Test func `keys go through PKCS#12 and find their certificates`() throws {
        let vectors = try LatticeKeyVector.all()
        var contents = PKCS12Contents()
        for vector in vectors {
            let certificate = try Certificate(der: vector.certificate.bytes)
            let key = try key(vector)
            #expect(certificate.publicKeyHash == key.applicationLabel)
            contents.append(certificate, .init(name: vector.id, keyID: certificate.publicKeyHash))
            contents.append(key, .init(name: vector.id, keyID: key.applicationLabel))
        }
        let again = try PKCS12Reader.contents(of: contents.encoded(password: password), password: password)
        #expect(try again.keys.map(\.key) == vectors.map(key))
        let index = PKCS12Index(again)
        for (entry, vector) in zip(again.keys, vectors) {
            let certificate = try #require(index.certificate(of: entry)).certificate
            #expect(certificate.der == vector.certificate.bytes)
            #expect(index.chain(from: certificate) == [certificate])
        }
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a file of PKCS#12 may have a key as its seed, or with what that expands to`(vector: LatticeKeyVector) throws {
        for form in [vector.pkcs8, vector.both] {
            let file = try LyingFile(plain: ItemSecret(recorded: form.bytes), isList: false).text(rounds: 1)
            let contents = try PKCS12Reader.contents(of: ItemSecret(file: file), password: ItemSecret(file: []))
            #expect(try contents.keys.map(\.key) == [key(vector)])
        }
        let lost = try LyingFile(plain: ItemSecret(recorded: vector.expanded.bytes), isList: false).text(rounds: 1)
        #expect(throws: KeychainError(.unimplemented, during: "")) {
            try PKCS12Reader.contents(of: ItemSecret(file: lost), password: ItemSecret(file: []))
        }
    }
}
