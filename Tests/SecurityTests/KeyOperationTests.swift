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
        #expect(other == Int(errSecParam))
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
