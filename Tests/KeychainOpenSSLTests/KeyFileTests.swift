// Encrypted PKCS#8, PKCS#7 and OpenSSH files of real programs.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import KeychainModel
import KeychainOpenSSL
import TestSupport
import Testing

@Suite struct KeyFileTests {
    private let password = ItemSecret(TestSecret(exactly: "fixture-passphrase"))

    @Test(arguments: ["key.p8", "scrypt.p8"])
    func `an encrypted private key is read by its passphrase alone`(name: String) throws {
        let file = try PKCS12Fixture.file(name)
        #expect(EncryptedPrivateKey.isOne(file))
        #expect(try EncryptedPrivateKey.key(in: file, password: password) == PKCS12Fixture.key())
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try EncryptedPrivateKey.key(in: file, password: ItemSecret(TestSecret("other")))
        }
    }

    @Test func `a key that is encrypted is read again`() throws {
        let key = try PKCS12Fixture.key()
        let file = try EncryptedPrivateKey.encrypted(key, password: password)
        #expect(try EncryptedPrivateKey.key(in: file, password: password) == key)
        for other in ["leaf.key", "leaf.der", "openssl.p12", "certificates.p7b"] {
            let isOne = EncryptedPrivateKey.isOne(try PKCS12Fixture.file(other))
            #expect(!isOne, "\(other)")
        }
    }

    @Test func `certificates go through PKCS#7`() throws {
        let certificates = try CertificateMessage.certificates(in: PKCS12Fixture.file("certificates.p7b"))
        #expect(certificates.first == (try PKCS12Fixture.certificate()))
        #expect(certificates.count == 2)
        let file = CertificateMessage.encoded(certificates)
        #expect(CertificateMessage.isOne(file))
        #expect(try CertificateMessage.certificates(in: file) == certificates)
        let other = try PKCS12Fixture.file("openssl.p12")
        #expect(!CertificateMessage.isOne(other))
    }

    @Test func `keys of OpenSSH are read`() throws {
        #expect(try OpenSSHPrivateKey.key(in: PKCS12Fixture.file("ed25519.openssh")).kind == .ed25519)
        let rsa = try OpenSSHPrivateKey.key(in: PKCS12Fixture.file("rsa.openssh"))
        #expect(rsa.kind == .rsa && rsa.sizeInBits == 2048)
        let bytes = try PKCS12Fixture.file("ed25519.openssh").bytes.declassified(because: "a test changes it")
        for count in 0..<bytes.count - 24 {
            let cut = ItemSecret(SecretBytes(unrecorded: Array(bytes[..<count])))
            #expect(throws: KeychainError(.decode, during: "")) { try OpenSSHPrivateKey.key(in: cut) }
        }
    }
}
