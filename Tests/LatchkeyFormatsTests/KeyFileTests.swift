// Encrypted PKCS#8, PKCS#7 and old PEM files of real programs.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
@testable import LatchkeyFormats
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
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

    /// The file as it is with the cost 16, with another cost and another size of blocks.
    private func scrypt(cost: [UInt8], blockSize: UInt8) throws -> ItemSecret {
        var bytes = try PKCS12Fixture.file("scrypt.p8").bytes.declassified(because: "a test changes it")
        try #require(bytes[43..<52] == [2, 1, 16, 2, 1, 8, 2, 1, 1])
        bytes[48] = blockSize
        bytes.replaceSubrange(44..<46, with: [UInt8(cost.count)] + cost)
        for length in [2, 4, 17, 19, 32] { bytes[length] += UInt8(cost.count) - 1 }
        return ItemSecret(file: bytes)
    }

    @Test func `a cost of scrypt that is none is refused as damage`() throws {
        #expect(
            try EncryptedPrivateKey.key(in: scrypt(cost: [16], blockSize: 8), password: password) == PKCS12Fixture.key()
        )
        for (cost, blockSize) in [([17], 8), ([0], 8), ([1], 8), ([0x01, 0x00, 0x00], 1)] as [([UInt8], UInt8)] {
            let file = try scrypt(cost: cost, blockSize: blockSize)
            #expect(throws: KeychainError(.decode, during: ""), "\(cost)") {
                try EncryptedPrivateKey.key(in: file, password: password)
            }
        }
        // The greatest for blocks of one; another password than the file was made with.
        let file = try scrypt(cost: [0x00, 0x80, 0x00], blockSize: 1)
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try EncryptedPrivateKey.key(in: file, password: password)
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

    @Test(arguments: ["ec-aes128.pem", "ec-3des.pem", "rsa-aes256.pem"])
    func `a key in OpenSSL's old encryption is read by its passphrase alone`(name: String) throws {
        let block = try #require(PEMBlock.blocks(in: PKCS12Fixture.file(name)).first)
        let encryption = try #require(block.encryption)
        let key = try EncryptedPEM.key(in: block, encryption, password: password)
        #expect(name == "rsa-aes256.pem" ? key.sizeInBits == 1024 : key == (try PKCS12Fixture.key()))
        // Of so many wrong ones some have the right padding.
        for number in 0..<300 {
            #expect(throws: KeychainError(.authFailed, during: "")) {
                try EncryptedPEM.key(in: block, encryption, password: ItemSecret(TestSecret("other \(number)")))
            }
        }
        #expect(throws: KeychainError(.authFailed, during: "")) {
            try EncryptedPEM.key(in: block, encryption, password: ItemSecret(SecretBytes(unrecorded: [])))
        }
        // Nobody takes what is encrypted for what lies open.
        #expect(throws: KeychainError(.unimplemented, during: "")) { try block.key() }
    }

    @Test func `another cipher and another label of an encrypted block are not known`() throws {
        let text = String(
            decoding: try PKCS12Fixture.file("ec-3des.pem").bytes.declassified(because: "a test changes it"),
            as: UTF8.self)
        for (old, new) in [("DES-EDE3-CBC", "DES-CBC"), ("DES-EDE3-CBC", "AES-256-CBC"), ("EC PRIVATE", "DSA PRIVATE")]
        {
            let changed = ItemSecret(
                SecretBytes(unrecorded: Array(text.replacingOccurrences(of: old, with: new).utf8)))
            let block = try #require(PEMBlock.blocks(in: changed).first)
            let encryption = try #require(block.encryption)
            #expect(throws: KeychainError(.unimplemented, during: "")) {
                try EncryptedPEM.key(in: block, encryption, password: password)
            }
        }
    }

    /// A block under the passphrase, with anything in it.
    private func block(_ label: String, _ plain: [UInt8], cut: Int = 0) throws -> PEMBlock {
        let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let key = try PasswordDerivation.pemKey(password, salt: salt, for: .tripleDES)
        let sealed = BlockCipher.tripleDES.encrypt(ItemSecret(file: plain), key: key, vector: ItemSecret(file: salt))
        let bytes = try #require(sealed).bytes.declassified(because: "it is encrypted").dropLast(cut)
        let text = """
            -----BEGIN \(label)-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: DES-EDE3-CBC,0102030405060708

            \(Data(bytes).base64EncodedString())
            -----END \(label)-----

            """
        return try #require(PEMBlock.blocks(in: ItemSecret(file: Array(text.utf8))).first)
    }

    private func code(opening block: PEMBlock, _ password: ItemSecret) throws -> KeychainError.Code? {
        let encryption = try #require(block.encryption)
        do throws(KeychainError) {
            _ = try EncryptedPEM.key(in: block, encryption, password: password)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a damaged key in OpenSSL's old encryption is not blamed on the passphrase`() throws {
        let other = ItemSecret(TestSecret("other"))
        // The right passphrase shows a key that is damaged: a scalar that is too short, numbers that are missing.
        for (label, plain) in [
            ("EC PRIVATE KEY", der(0x30, [2, 1, 1], der(4, [1, 2, 3]))), ("RSA PRIVATE KEY", der(0x30, [2, 1, 0])),
            ("PRIVATE KEY", der(0x30, [2, 1, 0], der(0x30))),
        ] {
            let block = try block(label, plain)
            #expect(try code(opening: block, password) == .decode, "\(label)")
            #expect(try code(opening: block, other) == .authFailed, "\(label)")
        }
        // What another passphrase may show: no SEQUENCE, another beginning, more behind it.
        for plain in [
            [1, 2, 3], der(0x30, [2, 1, 2]), der(0x30, der(4, [1])), der(0x30, [2, 1, 1]) + [0], der(0x30),
        ] as [[UInt8]] {
            #expect(try code(opening: block("EC PRIVATE KEY", plain), password) == .authFailed, "\(plain)")
        }
    }

    @Test(arguments: [1, 7, 8]) func `a block that is cut short is damaged, whatever the passphrase is`(cut: Int) throws
    {
        let block = try block("EC PRIVATE KEY", [1, 2, 3], cut: cut)
        for password in [password, ItemSecret(TestSecret("other")), ItemSecret(file: [])] {
            #expect(try code(opening: block, password) == .decode)
        }
    }

    @Test func `Netscape's sequence of certificates is read`() throws {
        let file = try PKCS12Fixture.file("certificates.nseq")
        #expect(CertificateMessage.isNetscape(file) && CertificateMessage.isOne(file))
        let message = try PKCS12Fixture.file("certificates.p7b")
        #expect(!CertificateMessage.isNetscape(message))
        #expect(try CertificateMessage.certificates(in: file) == CertificateMessage.certificates(in: message))
    }
}
