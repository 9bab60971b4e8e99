// Keys whose bytes stay in the keychain work as any other, over every transport (reference 3.14.4, 5.2, 5.6, 6.3.12).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct StayingKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func make(_ type: Value, _ bits: Value, _ more: Entries = [:]) throws -> (key: SecKey, publicKey: SecKey) {
        let own: Value = .map([kSecAttrIsExtractable as String: false])
        return try keychain.newKey(
            [
                kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits, kSecAttrIsPermanent: true,
                kSecPrivateKeyAttrs: own,
            ].with(more))
    }

    /// The private half, as the keychain gives it.
    private func fetched() throws -> SecKey {
        let query = key([kSecAttrKeyClass: "1", kSecReturnRef: true])
        return try #require(keychain.find(query).object as? SecKey)
    }

    /// The code that an operation leaves, or nil if it is done.
    private func code(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> CFData?) -> OSStatus? {
        var error: Unmanaged<CFError>?
        let done = unsafe body(&error) != nil
        let left = unsafe error?.takeRetainedValue().code
        return done ? nil : left.flatMap { OSStatus(exactly: $0) }
    }

    private let message = Data("message".utf8) as CFData

    @Test(
        arguments: [
            ("73", 256, .ecdsaSignatureMessageX962SHA256), ("73", 521, .ecdsaSignatureMessageRFC4754SHA512),
            ("73", 224, .ecdsaSignatureMessageX962SHA1), ("42", 1024, .rsaSignatureMessagePSSSHA256),
            ("42", 1024, .rsaSignatureMessagePKCS1v15SHA512), ("105", 1, .edDSASignatureMessageCurve25519SHA512),
        ] as [(Value, Value, SecKeyAlgorithm)])
    func `it signs, and its public half verifies`(type: Value, bits: Value, algorithm: SecKeyAlgorithm) throws {
        let pair = try make(type, bits)
        let key = try fetched()
        #expect(key == pair.key && key.hashValue == pair.key.hashValue && SecKeyCopyPublicKey(key) === pair.publicKey)
        #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
        let signature = try #require(SecKeyCreateSignature(key, algorithm, message, nil) as CFData?)
        let isRight = SecKeyVerifySignature(pair.publicKey, algorithm, message, signature, nil)
        #expect(isRight)
        #expect(unsafe code { unsafe SecKeyCreateSignature(key, .rsaEncryptionPKCS1, message, $0) } == errSecParam)
        #expect(unsafe code { unsafe SecKeyCopyExternalRepresentation(key, $0) } == errSecDataNotAvailable)
        #expect(SecKeyGetBlockSize(key) == SecKeyGetBlockSize(pair.publicKey))
    }

    @Test func `a private key verifies nothing and encrypts nothing, wherever it is`() throws {
        let pair = try make("73", 256)
        let here = try keychain.newKey([kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256]).key
        let (signs, encrypts) = (
            SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256,
            SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        )
        let signature = try #require(SecKeyCreateSignature(pair.key, signs, message, nil) as CFData?)
        for key in [try fetched(), here] {
            #expect(!SecKeyIsAlgorithmSupported(key, .verify, signs))
            var error: Unmanaged<CFError>?
            let isRight = unsafe SecKeyVerifySignature(key, signs, message, signature, &error)
            #expect(!isRight)
            #expect(unsafe error?.takeRetainedValue().code == Int(errSecVerifyFailed))
            #expect(unsafe code { unsafe SecKeyCreateEncryptedData(key, encrypts, message, $0) } == errSecParam)
            #expect(unsafe SecKeyRawVerify(key, .PKCS1SHA256, [7], 1, [7], 1) == -9809)
        }
        #expect(keychain.delete(key()) == errSecSuccess)
        _ = try make("42", 1024)
        let own = try fetched()
        let pkcs1 = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        let other = try #require(SecKeyCreateSignature(own, pkcs1, message, nil) as CFData?)
        #expect(SecKeyIsAlgorithmSupported(own, .verify, pkcs1))
        let isOwn = SecKeyVerifySignature(own, pkcs1, message, other, nil)
        #expect(!isOwn)
        #expect(unsafe code { unsafe SecKeyCreateEncryptedData(own, .rsaEncryptionPKCS1, message, $0) } == errSecParam)
        let (sealed, size) = ([UInt8](repeating: 0, count: 128), 128)
        var (room, count) = (sealed, size)
        #expect(unsafe SecKeyEncrypt(own, .PKCS1, sealed, 8, &room, &count) == errSecParam)
    }

    @Test func `long keys are made one after the other, whoever waits`() throws {
        let threads = (0..<3).map { _ in
            startThread { [client = keychain.client] in
                let parameters: Entries = [
                    kSecAttrKeyType: "42", kSecAttrKeySizeInBits: 3200, kSecAttrIsPermanent: true,
                    kSecPrivateKeyAttrs: .map([kSecAttrIsExtractable as String: false]),
                ]
                _ = try ItemCalls(client: client).newKey(parameters.dictionary)
            }
        }
        for thread in threads { try thread.wait() }
        #expect(keychain.list(kSecAttrKeyClass, key()).count == 6)
    }

    @Test func `it decrypts, also by the older calls`() throws {
        let pair = try make("42", 1024)
        let key = try fetched()
        for algorithm in [.rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA1AESGCM, .rsaEncryptionPKCS1]
            as [SecKeyAlgorithm]
        {
            let sealed = try #require(SecKeyCreateEncryptedData(pair.publicKey, algorithm, message, nil) as CFData?)
            #expect(SecKeyCreateDecryptedData(key, algorithm, sealed, nil) as Data? == message as Data)
            #expect(unsafe code { unsafe SecKeyCreateDecryptedData(key, algorithm, message, $0) } == errSecParam)
        }
        var signature = [UInt8](repeating: 0, count: 128)
        var count = signature.count
        let digest = [UInt8](repeating: 7, count: 32)
        #expect(unsafe SecKeyRawSign(key, .PKCS1SHA256, digest, 32, &signature, &count) == errSecSuccess)
        #expect(unsafe SecKeyRawVerify(pair.publicKey, .PKCS1SHA256, digest, 32, signature, count) == errSecSuccess)
        #expect(unsafe SecKeyRawVerify(key, .PKCS1SHA256, digest, 32, signature, count) == -9809)
        var sealed = [UInt8](repeating: 0, count: 128)
        var size = 128
        #expect(unsafe SecKeyEncrypt(pair.publicKey, .OAEP, digest, 32, &sealed, &size) == errSecSuccess)
        var opened = [UInt8](repeating: 0, count: 128)
        count = opened.count
        #expect(unsafe SecKeyDecrypt(key, .OAEP, sealed, size, &opened, &count) == errSecSuccess)
        #expect(Array(opened.prefix(count)) == digest)
    }

    @Test(arguments: [("73", 256), ("106", 1)] as [(Value, Value)])
    func `it agrees with another`(type: Value, bits: Value) throws {
        let own = try make(type, bits)
        let key = try fetched()
        let peer = try keychain.newKey([kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits])
        let parameters: [String: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 40,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue as String: Data("shared".utf8),
        ]
        for algorithm in [.ecdhKeyExchangeStandard, .ecdhKeyExchangeStandardX963SHA256] as [SecKeyAlgorithm] {
            let here = SecKeyCopyKeyExchangeResult(
                key, algorithm, peer.publicKey, parameters as CFDictionary, nil)
            let there = SecKeyCopyKeyExchangeResult(
                peer.key, algorithm, own.publicKey, parameters as CFDictionary, nil)
            #expect(here != nil && here as Data? == there as Data?)
        }
    }

    @Test(arguments: ["768", "1024"] as [Value])
    func `it gets the secrets that others make for it`(size: Value) throws {
        let pair = try make("110", size)
        let key = try fetched()
        #expect(SecKeyIsAlgorithmSupported(key, .decapsulate, .kemmlkem))
        #expect(SecKeyIsAlgorithmSupported(pair.publicKey, .encapsulate, .kemmlkem))
        var secret: CFData?
        let made = unsafe SecKeyCreateEncapsulatedKey(pair.publicKey, .kemmlkem, &secret, nil)
        let bytes = try #require(made)
        #expect(secret.map { ($0 as Data).count } == 32)
        #expect(SecKeyCreateDecapsulatedKey(key, .kemmlkem, bytes, nil) as Data? == secret as Data?)
        let refused = [
            unsafe code { unsafe SecKeyCreateDecapsulatedKey(key, .kemmlkem, message, $0) },
            unsafe code { unsafe SecKeyCreateDecapsulatedKey(pair.publicKey, .kemmlkem, bytes, $0) },
            unsafe code { unsafe SecKeyCreateEncapsulatedKey(key, .kemmlkem, &secret, $0) },
            unsafe code { unsafe SecKeyCreateEncapsulatedKey(pair.publicKey, .kemKyber, &secret, $0) },
        ]
        #expect(refused == [errSecParam, errSecParam, errSecParam, errSecParam])
    }

    @Test(arguments: [true, false])
    func `both halves are stored, the public one first`(isExtractable: Bool) throws {
        let own: Value = .map([kSecAttrIsExtractable as String: .boolean(isExtractable)])
        let pair = try make("73", 256, [kSecPrivateKeyAttrs: own])
        #expect(pair.key.isExtractable == isExtractable)
        #expect(keychain.list(kSecAttrKeyClass, key()) == [.number(0), .number(1)])
    }

    @Test func `both halves are stored, and the private one is gone when it is deleted`() throws {
        let pair = try make("73", 256)
        #expect(keychain.list(kSecAttrKeyClass, key()).count == 2)
        #expect(keychain.find(key([kSecAttrKeyClass: "0", kSecReturnRef: true])).object === pair.publicKey)
        #expect(keychain.delete(key([kSecValueRef: .key(pair.key)])) == errSecSuccess)
        let lost = unsafe code { unsafe SecKeyCreateSignature(pair.key, .ecdsaSignatureMessageX962SHA256, message, $0) }
        #expect(lost == errSecItemNotFound)
    }

    @Test func `while it is locked it does nothing`() throws {
        try keychain.client.create(password: "password")
        let pair = try make("73", 256)
        try keychain.client.lock()
        let locked = unsafe code {
            unsafe SecKeyCreateSignature(pair.key, .ecdsaSignatureMessageX962SHA256, message, $0)
        }
        #expect(locked == errSecInteractionNotAllowed)
        try keychain.client.unlock("password")
        #expect(SecKeyCreateSignature(pair.key, .ecdsaSignatureMessageX962SHA256, message, nil) != nil)
    }

    @Test func `a key for private-key usage stays, and one that asks for the user does nothing alone`() throws {
        let ways: [(SecAccessControlCreateFlags, OSStatus?)] = [
            (.privateKeyUsage, nil),  // The keychain has no password to ask for.
            ([.privateKeyUsage, .userPresence], errSecAuthFailed),
        ]
        for (flags, expected) in ways {
            let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, flags)
            _ = try keychain.newKey([
                kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: .map([
                    kSecAttrIsPermanent as String: true, kSecAttrAccessControl as String: control,
                ]),
            ])
            let key = try fetched()
            let silent = unsafe code {
                unsafe SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, $0)
            }
            #expect(silent == expected)
            #expect(unsafe code { unsafe SecKeyCopyExternalRepresentation(key, $0) } == errSecDataNotAvailable)
            let query = LatchkeySecurityTestSupport.key([kSecReturnData: true])
            #expect(keychain.find(query).status == errSecDataNotAvailable)
            #expect(keychain.delete(LatchkeySecurityTestSupport.key()) == errSecSuccess)
        }
    }

    @Test func `the certificate of such a key makes an identity that signs`() throws {
        let vector = try KeyVector.named("p256")
        let item: Entries = [kSecValueRef: .key(try vector.privateKey()), kSecAttrIsExtractable: false]
        #expect(keychain.add(item) == errSecSuccess)
        let key = try fetched()
        #expect(keychain.add([kSecValueRef: .key(key)]) == errSecDuplicateItem)
        // It is in another keychain than the one that is named.
        let path = keychain.home.path + "/other.keychain-db"
        _ = try keychain.client.perform(.create(password: nil), in: .file(path))
        let elsewhere: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecValueRef: key, kSecUseKeychain: SecKeychain(path: path),
        ]
        #expect(unsafe keychain.calls.add(elsewhere as CFDictionary, nil) == errSecDataNotAvailable)
        #expect(keychain.add([kSecValueRef: .key(key), kSecAttrApplicationTag: "other"]) == errSecDataNotAvailable)
        let identity = try #require(SecIdentityCreate(nil, CertificateVector.of("p256"), key))
        let added = keychain.adding([kSecValueRef: .identity(identity), kSecReturnRef: true])
        #expect(added.status == errSecSuccess)
        let query = LatchkeySecurityTestSupport.identity([kSecReturnRef: true])
        guard case .identity(let found)? = keychain.find(query).value else {
            Issue.record("no identity was found")
            return
        }
        var half: SecKey?
        #expect(unsafe SecIdentityCopyPrivateKey(found, &half) == errSecSuccess)
        let signs = try #require(half)
        let signature = try #require(
            SecKeyCreateSignature(signs, .ecdsaSignatureMessageX962SHA256, message, nil) as CFData?)
        let isRight = SecKeyVerifySignature(
            try vector.publicKey(), .ecdsaSignatureMessageX962SHA256, message, signature, nil)
        #expect(isRight)
        #expect(keychain.delete(LatchkeySecurityTestSupport.key()) == errSecSuccess)
        #expect(keychain.add([kSecValueRef: .identity(identity)]) == errSecItemNotFound)
    }
}
