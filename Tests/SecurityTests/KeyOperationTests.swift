// What keys do, by Apple's calls (reference 5.6).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite struct KeyOperationTests {
    private let message = Data("a message".utf8) as CFData

    /// The code that a call leaves.
    private func code(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Void) -> Int? {
        var error: Unmanaged<CFError>?
        unsafe body(&error)
        return unsafe error?.takeRetainedValue().code
    }

    @Test func `a signature is verified by the public half, and one that is not right says so`() throws {
        let vector = try KeyVector.named("p256")
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        let signature = try #require(
            SecKeyCreateSignature(privateKey, .ecdsaSignatureMessageX962SHA256, message, nil) as Data?)
        let isRight = SecKeyVerifySignature(
            publicKey, .ecdsaSignatureMessageX962SHA256, message, signature as CFData, nil)
        #expect(isRight)
        let wrong = unsafe code {
            _ = unsafe SecKeyVerifySignature(
                publicKey, .ecdsaSignatureMessageX962SHA256, Data() as CFData, signature as CFData, $0)
        }
        #expect(wrong == Int(errSecVerifyFailed))
        let other = unsafe code {
            _ = unsafe SecKeyVerifySignature(
                privateKey, .ecdsaSignatureMessageX962SHA256, message, signature as CFData, $0)
        }
        #expect(other == Int(errSecVerifyFailed))
    }

    @Test(arguments: [
        SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePSSSHA224, .rsaSignatureRaw,
    ])
    func `a private RSA key says that it verifies, and verifies nothing`(algorithm: SecKeyAlgorithm) throws {
        let vector = try KeyVector.named("rsa2048")
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        let input = algorithm == .rsaSignatureRaw ? Data(repeating: 1, count: 256) as CFData : message
        let made = SecKeyCreateSignature(privateKey, algorithm, input, nil)
        let signature = try #require(made)
        let isRight = SecKeyVerifySignature(publicKey, algorithm, input, signature, nil)
        #expect(isRight)
        #expect(SecKeyIsAlgorithmSupported(privateKey, .verify, algorithm))
        let refused = unsafe code {
            _ = unsafe SecKeyVerifySignature(privateKey, algorithm, input, signature, $0)
        }
        #expect(refused == Int(errSecVerifyFailed))
    }

    @Test func `a signature with PSS and SHA-224 works over a digest and over a message`() throws {
        let vector = try KeyVector.named("rsa2048")
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        for (algorithm, input) in [
            (SecKeyAlgorithm.rsaSignatureDigestPSSSHA224, Data(repeating: 7, count: 28) as CFData),
            (.rsaSignatureMessagePSSSHA224, message),
        ] {
            let made = SecKeyCreateSignature(privateKey, algorithm, input, nil)
            let signature = try #require(made)
            let isRight = SecKeyVerifySignature(publicKey, algorithm, input, signature, nil)
            #expect(isRight)
        }
    }

    @Test func `a public RSA key does the bare operation, and opens no AES`() throws {
        let key = try KeyVector.named("rsa2048").publicKey()
        #expect(SecKeyIsAlgorithmSupported(key, .decrypt, .rsaEncryptionOAEPSHA256))
        #expect(!SecKeyIsAlgorithmSupported(key, .decrypt, .rsaEncryptionOAEPSHA256AESGCM))
    }

    @Test(arguments: ["x25519", "x448"])
    func `Curve25519 and Curve448 encrypt`(id: String) throws {
        let vector = try KeyVector.named(id)
        for algorithm in [
            SecKeyAlgorithm.eciesEncryptionStandardX963SHA1AESGCM, .eciesEncryptionCofactorX963SHA512AESGCM,
            .eciesEncryptionStandardVariableIVX963SHA384AESGCM, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
        ] {
            #expect(try SecKeyIsAlgorithmSupported(vector.publicKey(), .encrypt, algorithm))
            let made = try SecKeyCreateEncryptedData(vector.publicKey(), algorithm, message, nil)
            let sealed = try #require(made)
            let opened = try SecKeyCreateDecryptedData(vector.privateKey(), algorithm, sealed, nil)
            #expect(opened as Data? == message as Data)
        }
    }

    @Test func `an error has the texts of Apple's systems`() throws {
        let key = try KeyVector.named("p256").publicKey()
        var error: Unmanaged<CFError>?
        _ = unsafe SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, &error)
        let failure = try #require(unsafe error?.takeRetainedValue())
        let said = try #require(failure.userInfo[kCFErrorDescriptionKey as String] as? String)
        #expect(!said.isEmpty)
        let text = "The operation couldn’t be completed. (OSStatus error -50 - \(said))"
        #expect(failure.localizedDescription == text)
        #expect(CFErrorCopyDescription(failure) as String? == text)
    }

    @Test func `what a key cannot do, and an algorithm that nobody knows, leave errSecParam`() throws {
        let key = try KeyVector.named("p256").privateKey()
        for algorithm in [
            SecKeyAlgorithm.rsaSignatureRaw, .rsaEncryptionPKCS1, .kemmlkem, SecKeyAlgorithm(rawValue: "algid:none"),
        ] {
            #expect(unsafe code { _ = unsafe SecKeyCreateSignature(key, algorithm, message, $0) } == Int(errSecParam))
            #expect(
                unsafe code { _ = unsafe SecKeyCreateDecryptedData(key, algorithm, message, $0) } == Int(errSecParam))
            #expect(!SecKeyIsAlgorithmSupported(key, .sign, algorithm))
        }
    }

    @Test func `what is encrypted is decrypted, and what is no ciphertext leaves errSecParam`() throws {
        let vector = try KeyVector.named("p384")
        let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        let ciphertext = try #require(SecKeyCreateEncryptedData(vector.publicKey(), algorithm, message, nil) as Data?)
        #expect(
            try SecKeyCreateDecryptedData(vector.privateKey(), algorithm, ciphertext as CFData, nil) as Data? == message
                as Data)
        let key = try vector.privateKey()
        for bytes in [Data(), ciphertext.dropLast(), ciphertext + [0]] {
            #expect(
                unsafe code { _ = unsafe SecKeyCreateDecryptedData(key, algorithm, bytes as CFData, $0) }
                    == Int(errSecParam))
        }
    }

    @Test func `a key exchange derives as many bytes as it is asked for, and has to be told how many`() throws {
        let vector = try KeyVector.named("p521")
        let (mine, theirs) = (try vector.privateKey(), try vector.publicKey())
        let name = SecKeyKeyExchangeParameter.requestedSize.rawValue
        let parameters = [name: 273, SecKeyKeyExchangeParameter.sharedInfo.rawValue: message] as CFDictionary
        let derived =
            SecKeyCopyKeyExchangeResult(mine, .ecdhKeyExchangeStandardX963SHA1, theirs, parameters, nil) as Data?
        #expect(derived?.count == 273)
        let plain =
            SecKeyCopyKeyExchangeResult(mine, .ecdhKeyExchangeCofactor, theirs, [:] as CFDictionary, nil) as Data?
        #expect(plain?.count == 66)
        for parameters in [[:], [name: "ten"], [name: 0], [name: -1]] as [NSDictionary] {
            let refused = unsafe code {
                _ = unsafe SecKeyCopyKeyExchangeResult(mine, .ecdhKeyExchangeStandardX963SHA256, theirs, parameters, $0)
            }
            #expect(refused == Int(errSecParam))
        }
    }

    @Test(arguments: ["rsa2048", "p256"])
    func `the older calls sign and verify in buffers`(id: String) throws {
        let vector = try KeyVector.named(id)
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        let digest = [UInt8](repeating: 3, count: 32)
        var (signature, count) = ([UInt8](repeating: 0, count: 256), 256)
        #expect(unsafe SecKeyRawSign(privateKey, .PKCS1SHA256, digest, 32, &signature, &count) == errSecSuccess)
        #expect(unsafe SecKeyRawVerify(publicKey, .PKCS1SHA256, digest, 32, signature, count) == errSecSuccess)
        signature[10] ^= 1
        #expect(unsafe SecKeyRawVerify(publicKey, .PKCS1SHA256, digest, 32, signature, count) == -9809)
        count = 10
        #expect(unsafe SecKeyRawSign(privateKey, .PKCS1SHA256, digest, 32, &signature, &count) == errSecParam)
    }

    @Test func `the older calls sign no MD5, and leave out the zeros before a bare number`() throws {
        let vector = try KeyVector.named("rsa2048")
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        var (signature, count) = ([UInt8](repeating: 0, count: 256), 256)
        let digest = [UInt8](repeating: 3, count: 16)
        #expect(unsafe SecKeyRawSign(privateKey, .PKCS1MD5, digest, 16, &signature, &count) == errSecParam)
        let plaintext = [UInt8](repeating: 0, count: 246) + Array("ten bytes.".utf8)
        var ciphertext = signature
        #expect(unsafe SecKeyEncrypt(publicKey, [], plaintext, 256, &ciphertext, &count) == errSecSuccess)
        var (found, length) = ([UInt8](repeating: 0, count: 10), 10)
        #expect(unsafe SecKeyDecrypt(privateKey, [], ciphertext, count, &found, &length) == errSecSuccess)
        #expect(length == 10 && found == Array("ten bytes.".utf8))
    }

    @Test(arguments: [SecPadding.PKCS1, .OAEP])
    func `the older calls encrypt and decrypt in buffers`(padding: SecPadding) throws {
        let vector = try KeyVector.named("rsa2048")
        let (privateKey, publicKey) = (try vector.privateKey(), try vector.publicKey())
        let plaintext = Array("plaintext".utf8)
        var (ciphertext, count) = ([UInt8](repeating: 0, count: 256), 256)
        #expect(
            unsafe SecKeyEncrypt(publicKey, padding, plaintext, plaintext.count, &ciphertext, &count) == errSecSuccess)
        var (found, length) = ([UInt8](repeating: 0, count: 256), 256)
        #expect(unsafe SecKeyDecrypt(privateKey, padding, ciphertext, count, &found, &length) == errSecSuccess)
        #expect(Array(found.prefix(length)) == plaintext)
    }

    @Test func `a password for a web site has three groups of six, a small letter, a capital and a digit`() throws {
        var passwords: Set<String> = []
        for _ in 0..<200 {
            let password = try #require(SecCreateSharedWebCredentialPassword() as String?)
            SecretLedger.record(password.utf8)
            let groups = password.split(separator: "-", omittingEmptySubsequences: false)
            let letters = groups.joined()
            let isRight =
                groups.map(\.count) == [6, 6, 6] && letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
                && letters.contains(where: \.isLowercase) && letters.contains(where: \.isUppercase)
                && letters.contains(where: \.isNumber)
            #expect(isRight)
            passwords.insert(password)
        }
        let count = passwords.count
        #expect(count == 200)
    }
}
