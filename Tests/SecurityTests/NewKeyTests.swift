// Keys that are made (reference 5.2).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite struct NewKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: [("110", "768", 1184), ("111", "65", 1952)] as [(String, String, Int)])
    func `the size of a lattice key is a name, found as text and as a number`(
        type: String, size: String, blockSize: Int
    ) throws {
        let pair = try keychain.newKey([
            kSecAttrKeyType: .text(type), kSecAttrKeySizeInBits: .text(size), kSecAttrIsPermanent: true,
        ])
        #expect(SecKeyGetBlockSize(pair.publicKey) == blockSize)
        for wanted in [.text(size), .number(Int64(size) ?? 0)] as [Value] {
            let query = key([kSecAttrKeySizeInBits: wanted, kSecAttrKeyClass: "0", kSecReturnAttributes: true])
            #expect(keychain.find(query).attributes["bsiz"] == .text(size))
        }
    }

    @Test(
        arguments: [
            ("42", 1024, 1024), ("42", "1023", 1023), ("73", 192, 192), ("73", "224", 224), ("73", 256, 256),
            ("73", 384, 384),
            ("73", 521, 521), ("105", 1, 256), ("107", 1, 456), ("106", 256, 256), ("108", 448, 448),
            ("110", "768", 768),
            ("110", "1024", 1024), ("111", "65", 65), ("111", 87, 87),
        ] as [(String, Value, Int)])
    func `a key is of the type and size that were asked for, and is not stored`(type: String, size: Value, bits: Int)
        throws
    {
        let pair = try keychain.newKey([kSecAttrKeyType: .text(type), kSecAttrKeySizeInBits: size])
        for (key, keyClass) in [(pair.key, "1"), (pair.publicKey, "0")] {
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            if ["110", "111"].contains(type) {
                #expect(attributes["bsiz"] as? String == String(bits))
                #expect(SecKeyGetBlockSize(key) > 1000)
            } else {
                #expect(attributes["bsiz"] as? Int == bits)
                #expect(SecKeyGetBlockSize(key) == (bits + 7) / 8)
            }
            #expect(attributes["type"] as? String == type)
            #expect(attributes["kcls"] as? String == keyClass)
            let data = try #require(SecKeyCopyExternalRepresentation(key, nil) as Data?)
            if keyClass == "1" { SecretLedger.record(data) }
            let again = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as CFDictionary
            #expect(SecKeyCreateWithData(data as CFData, again, nil) === key)
        }
        #expect(SecKeyCopyPublicKey(pair.key) === pair.publicKey)
        #expect(keychain.find(key()).status == errSecItemNotFound)
    }

    @Test(
        arguments: [
            [:], [kSecAttrKeyType: "73"], [kSecAttrKeyType: "42"], [kSecAttrKeyType: 73, kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 1_000_000],
            [kSecAttrKeyType: "73", kSecAttrKeySizeInBits: "P-256"],
            [kSecAttrKeyType: "42", kSecAttrKeySizeInBits: 511], [kSecAttrKeyType: "42", kSecAttrKeySizeInBits: 8193],
            [kSecAttrKeyType: "111", kSecAttrKeySizeInBits: "44"], [kSecAttrKeyType: "EC", kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "73", kSecPrivateKeyAttrs: "none", kSecAttrKeySizeInBits: 256],
            [kSecAttrKeyType: "43", kSecAttrKeySizeInBits: 256],
        ] as [[CFString: Value]])
    func `what makes no key is refused`(parameters: [CFString: Value]) {
        #expect(keychain.refusal(ofKey: parameters) == errSecParam)
    }

    @Test func `there are no tokens, and no Kyber`() {
        let token: Value = .map([kSecAttrTokenID as String: "com.apple.setoken"])
        for (name, value) in [
            (kSecAttrTokenID, "com.apple.setoken"), (kSecPrivateKeyAttrs, token), (kSecPublicKeyAttrs, token),
            (kSecAttrKeyType, "109"),
        ] as [(CFString, Value)] {
            let parameters: [CFString: Value] = [kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256]
            #expect(keychain.refusal(ofKey: parameters.with([name: value])) == errSecUnimplemented)
        }
    }

    private let permanent: [CFString: Value] = [
        kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true, kSecAttrApplicationTag: "tag",
        kSecAttrLabel: "label", kSecAttrAccessible: .constant(kSecAttrAccessibleAfterFirstUnlock),
    ]

    @Test func `both halves of a permanent key are stored with what is said of it, and come back`() throws {
        let pair = try keychain.newKey(permanent)
        for (half, keyClass) in [(pair.key, "1"), (pair.publicKey, "0")] {
            let query = key([kSecAttrKeyClass: .text(keyClass), kSecAttrApplicationTag: "tag"])
            #expect(keychain.find(query.with([kSecReturnRef: true])).object === half)
            let attributes = keychain.attributes(query)
            #expect(attributes["labl"] == "label" && attributes["pdmn"] == "ck" && attributes["perm"] == 1)
        }
    }

    @Test func `a key that was fetched signs what the original verifies`() throws {
        var pair: (key: SecKey, publicKey: SecKey)? = try keychain.newKey(permanent)
        let publicData = try #require(SecKeyCopyExternalRepresentation(pair!.publicKey, nil) as Data?)
        pair = nil
        let query = key([kSecAttrKeyClass: "1", kSecReturnRef: true])
        let fetched = try #require(keychain.find(query).object as? SecKey)
        let message = Data("message".utf8) as CFData
        let signature =
            try #require(SecKeyCreateSignature(fetched, .ecdsaSignatureMessageX962SHA256, message, nil) as Data?)
            as CFData
        let attributes = [kSecAttrKeyType: "73", kSecAttrKeyClass: "0"] as CFDictionary
        let publicKey = try #require(SecKeyCreateWithData(publicData as CFData, attributes, nil) as SecKey?)
        let isRight = SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message, signature, nil)
        #expect(isRight)
    }

    @Test func `what is said of a half wins over what is said of both`() throws {
        let halves: [CFString: Value] = [
            kSecPrivateKeyAttrs: .map([kSecAttrApplicationTag as String: "private"]),
            kSecPublicKeyAttrs: .map([kSecAttrIsPermanent as String: false]),
        ]
        let pair = try keychain.newKey(permanent.with(halves))
        #expect(keychain.find(key([kSecAttrKeyClass: "0"])).status == errSecItemNotFound)
        #expect(keychain.find(key([kSecAttrApplicationTag: "private", kSecReturnRef: true])).object === pair.key)
    }

    @Test(arguments: [kSecPrivateKeyAttrs, kSecPublicKeyAttrs])
    func `where one half cannot be stored the call fails, and nothing is stored`(half: CFString) {
        let foreign: [CFString: Value] = [half: .map([kSecAttrAccessGroup as String: "foreign.group"])]
        #expect(keychain.refusal(ofKey: permanent.with(foreign)) == errSecMissingEntitlement)
        #expect(keychain.find(key()).status == errSecItemNotFound)
    }

    @Test func `parameters that are not about the key change neither what is stored nor that nothing is`() throws {
        let others: [CFString: Value] = [
            kSecReturnData: true, kSecReturnAttributes: true, kSecClass: .constant(kSecClassCertificate),
            kSecAttrKeyClass: "1", kSecValueData: .secret("no key"),
        ]
        let foreign: [CFString: Value] = [kSecPrivateKeyAttrs: .map([kSecAttrAccessGroup as String: "foreign.group"])]
        #expect(keychain.refusal(ofKey: permanent.with(others).with(foreign)) == errSecMissingEntitlement)
        #expect(keychain.find(key()).status == errSecItemNotFound)
        let pair = try keychain.newKey(permanent.with(others))
        #expect(keychain.find(key([kSecAttrKeyClass: "0", kSecReturnRef: true])).object === pair.publicKey)
        #expect(keychain.find(key([kSecAttrKeyClass: "1", kSecReturnRef: true])).object === pair.key)
    }

    @Test func `in a keychain that is named nothing is stored either where one half cannot be`() throws {
        let path = keychain.home.path + "/other.keychain-db"
        _ = try keychain.client.perform(.create(password: nil), in: .file(path))
        let named = try NewKeyTests.keychain(at: path)
        let item = try #require(permanent.dictionary as? NSMutableDictionary)
        item[kSecUseKeychain] = named
        _ = try keychain.calls.newKey(item)
        var query = ItemQuery(itemClass: .key)
        query.limit = .all
        #expect(try Self.count(keychain.client.perform(.copy(query), in: .file(path))) == 2)
        item[kSecAttrApplicationTag] = Data("second".utf8) as NSData
        item[kSecPrivateKeyAttrs] = [kSecAttrAccessGroup: "foreign.group"] as NSDictionary
        let code = failure { _ = try keychain.calls.newKey(item) }
        #expect(code == .missingEntitlement)
        #expect(try Self.count(keychain.client.perform(.copy(query), in: .file(path))) == 2)
    }

    private static func keychain(at path: String) throws -> SecKeychain {
        var opened: SecKeychain?
        #expect(unsafe SecKeychainOpen(path, &opened) == errSecSuccess)
        return try #require(opened)
    }

    private static func count(_ reply: Reply) -> Int { if case .items(let items) = reply { items.count } else { -1 } }

    @Test func `the bytes of a key that is not extractable are not given, and it works`() throws {
        let parameters = permanent.with([kSecPrivateKeyAttrs: .map([kSecAttrIsExtractable as String: false])])
        let pair = try keychain.newKey(parameters)
        let query = key([kSecAttrKeyClass: "1"])
        let fetched = try #require(keychain.find(query.with([kSecReturnRef: true])).object as? SecKey)
        #expect(fetched === pair.key)
        var error: Unmanaged<CFError>?
        #expect(unsafe SecKeyCopyExternalRepresentation(fetched, &error) == nil)
        let failure = unsafe error?.takeRetainedValue()
        #expect(failure?.code == Int(errSecDataNotAvailable))
        let attributes = try #require(SecKeyCopyAttributes(fetched) as? [String: Any])
        #expect(
            attributes["v_Data"] == nil && attributes["extr"] as? Bool == false && attributes["next"] as? Bool == true)
        for options in [[kSecReturnData: true], [kSecReturnData: true, kSecReturnRef: true]] as [[CFString: Value]] {
            #expect(keychain.find(query.with(options)).status == errSecDataNotAvailable)
        }
        #expect(keychain.attributes(query)["extr"] == 0)
        for change in [[kSecAttrIsExtractable: true], [kSecAttrKeyClass: "0"]] as [[CFString: Value]] {
            #expect(keychain.update(query, change) == errSecDataNotAvailable)
        }
        #expect(keychain.update(query, [kSecAttrLabel: "other"]) == errSecSuccess)
        #expect(SecKeyCopyExternalRepresentation(pair.publicKey, nil) != nil)
        #expect(SecKeyCreateSignature(fetched, .ecdsaSignatureMessageX962SHA256, Data() as CFData, nil) != nil)
    }
}
