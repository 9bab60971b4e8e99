// Symmetric keys: made, stored, found, compared, exported.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct SymmetricKeyTests {
    private let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private let aes: Entries = [kSecAttrKeyType: .constant(kSecAttrKeyTypeAES), kSecAttrKeySizeInBits: 256]

    private func bytes(of key: SecKey) -> Data? {
        let data = SecKeyCopyExternalRepresentation(key, nil) as Data?
        if let data { SecretLedger.record(data) }
        return data
    }

    @Test(
        arguments: [
            (kSecAttrKeyTypeAES, 128, 16), (kSecAttrKeyTypeAES, "192", 16), (kSecAttrKeyTypeAES, 256, 16),
            (kSecAttrKeyType3DES, 192, 8), (kSecAttrKeyTypeDES, 64, 8), (kSecAttrKeyTypeRC2, 40, 8),
            (kSecAttrKeyTypeRC4, "2048", 1), (kSecAttrKeyTypeCAST, 128, 8),
        ] as [(CFString, Value, Int)])
    func `a key is of the type and size that were asked for, and is not stored`(
        type: CFString, size: Value, block: Int
    ) throws {
        let entries: Entries = [kSecAttrKeyType: .constant(type), kSecAttrKeySizeInBits: size]
        let key = try keychain.newSymmetricKey(entries)
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        let bits = try #require(attributes["bsiz"] as? Int)
        #expect(size == .number(Int64(bits)) || size == .text(String(bits)))
        #expect(attributes["kcls"] as? String == "2" && attributes["type"] as? String == type as String)
        #expect(SecKeyGetBlockSize(key) == block)
        let data = try #require(bytes(of: key))
        #expect(data.count == bits / 8 && attributes["v_Data"] as? Data == data)
        let another = try keychain.newSymmetricKey(entries)
        #expect(bytes(of: another) != data)
        #expect(keychain.find(LatchkeySecurityTestSupport.key()).status == errSecItemNotFound)
    }

    @Test(
        arguments: [
            [:], [kSecAttrKeyType: "2147483649"], [kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: 255],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: 0],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: -128],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: .number(.max)],
            [kSecAttrKeyType: 2_147_483_649, kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "42", kSecAttrKeySizeInBits: 1024], [kSecAttrKeyType: "AES", kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "25", kSecAttrKeySizeInBits: 2056], [kSecAttrKeyType: "17", kSecAttrKeySizeInBits: 128],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: "yes"],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: 256, kSecAttrIsExtractable: 1],
            [kSecAttrKeyType: "2147483649", kSecAttrKeySizeInBits: 256, kSecAttrApplicationLabel: true],
        ] as [Entries])
    func `what makes no key is refused`(parameters: Entries) {
        #expect(keychain.refusal(ofSymmetricKey: parameters) == errSecParam)
    }

    @Test func `a permanent key is found by its attributes, and is the same object`() throws {
        let made = try keychain.newSymmetricKey(
            aes.with([kSecAttrIsPermanent: true, kSecAttrLabel: "backups", kSecAttrApplicationLabel: "label of a key"]))
        let query = key([kSecAttrKeyClass: "2", kSecAttrApplicationLabel: .bytes("label of a key")])
        let found = keychain.find(query.with([kSecReturnRef: true]))
        #expect(found.object as? SecKey === made)
        #expect(keychain.find(query.with([kSecReturnData: true])).object as? Data == bytes(of: made))
        let attributes = keychain.find(query.with([kSecReturnAttributes: true])).attributes
        #expect(attributes["labl"] == "backups" && attributes["bsiz"] == 256)
        #expect(keychain.find([kSecValueRef: .key(made), kSecReturnAttributes: true]).attributes["labl"] == "backups")
        #expect(keychain.add([kSecValueRef: .key(made)]) == errSecDuplicateItem)
        // Another key without a label of its own is another item.
        let other = try keychain.newSymmetricKey(aes.with([kSecAttrIsPermanent: true]))
        #expect(other != made && other.hashValue == other.hashValue)
        #expect(
            keychain.status(of: key([kSecMatchItemList: .list([.key(other)]), kSecReturnRef: true])) == errSecSuccess)
        #expect(keychain.delete([kSecValueRef: .key(made)]) == errSecSuccess)
        #expect(keychain.find(query).status == errSecItemNotFound)
        #expect(keychain.find(key([kSecReturnRef: true])).object as? SecKey === other)
    }

    @Test func `a key that is not stored is added by its object`() throws {
        let made = try keychain.newSymmetricKey(aes)
        #expect(keychain.add([kSecValueRef: .key(made), kSecAttrLabel: "later"]) == errSecSuccess)
        #expect(keychain.find(key([kSecAttrLabel: "later", kSecReturnRef: true])).object as? SecKey === made)
    }

    @Test func `a key that is not extractable keeps its bytes`() throws {
        let made = try keychain.newSymmetricKey(aes.with([kSecAttrIsExtractable: false, kSecAttrIsPermanent: true]))
        var error: Unmanaged<CFError>?
        let data = unsafe SecKeyCopyExternalRepresentation(made, &error)
        #expect(data == nil)
        let code = try #require(unsafe error?.takeRetainedValue())
        #expect(CFErrorGetCode(code) == Int(errSecDataNotAvailable))
        #expect((SecKeyCopyAttributes(made) as? [String: Any])?["v_Data"] == nil)
        #expect(keychain.find(key([kSecReturnData: true])).status == errSecDataNotAvailable)
        #expect(keychain.find(key([kSecReturnRef: true])).object as? SecKey === made)
        #expect(throws: KeychainError.self) { try FileExport(format: .formatRawKey, isPEM: false).file(of: made) }
        #expect(keychain.delete([kSecValueRef: .key(made)]) == errSecSuccess)
    }

    @Test func `its file is its bytes, and it has no other`() throws {
        let made = try keychain.newSymmetricKey(aes)
        for format in [SecExternalFormat.formatRawKey, .formatUnknown] {
            let file = try FileExport(format: format, isPEM: false).file(of: made) as Data
            #expect(file == bytes(of: made))
        }
        for (format, isPEM) in [
            (SecExternalFormat.formatPKCS12, false), (.formatOpenSSL, false), (.formatUnknown, true),
        ] {
            let failure = #expect(throws: KeychainError.self) {
                try FileExport(format: format, isPEM: isPEM).file(of: made)
            }
            #expect(failure?.code.rawValue == errSecUnsupportedFormat)
        }
        let failure = #expect(throws: KeychainError.self) {
            try FileExport(format: .formatUnknown, isPEM: false).file(of: [made, made] as NSArray)
        }
        #expect(failure?.code.rawValue == errSecUnsupportedFormat)
    }

    @Test func `it is no half of a pair`() throws {
        let made = try keychain.newSymmetricKey(aes)
        let pair = try keychain.newKey([kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256])
        #expect(SecKeyCopyPublicKey(made) == nil)
        #expect(!SecKeyIsAlgorithmSupported(made, .sign, .ecdsaSignatureMessageX962SHA256))
        #expect(SecKeyCreateSignature(made, .ecdsaSignatureMessageX962SHA256, Data([1]) as CFData, nil) == nil)
        let bytes = Data([1]) as CFData
        let isVerified = SecKeyVerifySignature(made, .ecdsaSignatureMessageX962SHA256, bytes, bytes, nil)
        #expect(!isVerified)
        let shared = SecKeyCopyKeyExchangeResult(pair.key, .ecdhKeyExchangeStandard, made, NSDictionary(), nil)
        #expect(shared == nil)
        let certificate = try CertificateVector.of("p256")
        #expect(SecIdentityCreate(nil, certificate, made) == nil)
        var size = 512
        var signature = [UInt8](repeating: 0, count: 512)
        let status = unsafe SecKeyRawSign(made, .PKCS1, [1], 1, &signature, &size)
        #expect(status == errSecParam)
        #expect(made != pair.key && pair.key != made)
    }

    @Test func `printing one shows nothing of its bytes`() throws {
        let made = try keychain.newSymmetricKey(aes)
        #expect(made.description.wholeMatch(of: /<SecKeyRef: 0x[0-9a-f]+>/) != nil)
        #expect(String(reflecting: made) == made.description)
    }
}
