// Keys whose bytes stay in the keychain (reference 6.3.12).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite struct ExtractabilityTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// A private key that is not extractable, and is stored nowhere.
    private func newKey(_ type: Value = "73") throws -> SecKey {
        try keychain.newKey([kSecAttrKeyType: type, kSecAttrKeySizeInBits: 256, kSecAttrIsExtractable: false]).key
    }

    private let inShapesWithData: [Entries] = [
        [kSecReturnData: true], [kSecReturnData: true, kSecReturnRef: true],
        [kSecReturnData: true, kSecReturnAttributes: true], [kSecReturnData: true, kSecReturnPersistentRef: true],
    ]

    @Test func `an add of one does not give its bytes, and adds nothing`() throws {
        let vector = try KeyVector.named("p256")
        let described = key([
            kSecAttrKeyType: "73", kSecAttrKeyClass: "1", kSecAttrIsExtractable: false,
            kSecValueData: .data(Data(vector.private.bytes)),
        ])
        for options in inShapesWithData {
            for item in [[kSecValueRef: .key(try newKey())], described] {
                #expect(keychain.adding(item.with(options)).status == errSecDataNotAvailable)
            }
        }
        #expect(keychain.status(of: key()) == errSecItemNotFound)
        let stored = try newKey()
        #expect(keychain.adding([kSecValueRef: .key(stored), kSecReturnRef: true]).object as? SecKey == stored)
    }

    @Test func `an add of an identity with one does not give its bytes`() throws {
        let item: Entries = [kSecValueRef: .key(try KeyVector.named("p256").privateKey())]
        #expect(keychain.add(item.with([kSecAttrIsExtractable: false])) == errSecSuccess)
        let stays = try #require(keychain.find(key([kSecReturnRef: true])).object as? SecKey)
        let object = try #require(SecIdentityCreate(nil, CertificateVector.of("p256"), stays))
        for options in inShapesWithData {
            let answer = keychain.adding([kSecValueRef: .identity(object)].with(options))
            #expect(answer.status == errSecDataNotAvailable && answer.object == nil)
        }
        #expect(keychain.status(of: identity()) == errSecItemNotFound)
        let added = keychain.adding([kSecValueRef: .identity(object), kSecReturnRef: true])
        #expect(added.object as? SecIdentity == object)
        for options in inShapesWithData {
            #expect(keychain.find(identity(options)).status == errSecDataNotAvailable)
        }
    }

    @Test(arguments: ["73", "105"], [[kSecAttrIsExtractable: true], [kSecAttrKeyClass: "0"]] as [Entries])
    func `a copy of one is as little extractable, whatever is said of it`(type: Value, claim: Entries) throws {
        let stays = try newKey(type)
        #expect(keychain.add([kSecValueRef: .key(stays)].with(claim)) == errSecSuccess)
        let attributes = keychain.attributes(key())
        #expect(attributes["extr"] == 0 && attributes["next"] == 1 && attributes["kcls"] == 1)
        for options in inShapesWithData {
            #expect(keychain.find(key(options)).status == errSecDataNotAvailable)
        }
        let found = try #require(keychain.find(key([kSecReturnRef: true])).object as? SecKey)
        // The one has its bytes, the other one has not.
        #expect(found == stays && found.hashValue == stays.hashValue && found !== stays)
    }

    @Test func `the bytes of one are not those of a public key for being called so`() throws {
        let pair = try keychain.newKey([kSecAttrKeyType: "105", kSecAttrKeySizeInBits: 256])
        let data = try #require(SecKeyCopyExternalRepresentation(pair.key, nil) as Data?)
        let attributes = try #require(SecKeyCopyAttributes(pair.key) as? [String: Any])
        let label = try #require(attributes["klbl"] as? Data)
        let item = key([
            kSecAttrKeyType: "105", kSecAttrKeyClass: "0", kSecAttrIsExtractable: false, kSecValueData: .data(data),
            kSecAttrApplicationLabel: .data(label),
        ])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.find(key([kSecReturnData: true])).status == errSecDataNotAvailable)
        #expect(keychain.find(key([kSecReturnRef: true])).object == nil)
        #expect(keychain.update(key(), [kSecAttrIsExtractable: true]) == errSecDataNotAvailable)
    }

    @Test func `a public key is extractable, whatever is said of it`() throws {
        let publicKey = try keychain.newKey([kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256]).publicKey
        let item: Entries = [kSecValueRef: .key(publicKey), kSecAttrIsExtractable: false]
        let data = try #require(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
        #expect(keychain.adding(item.with([kSecReturnData: true])).value == .data(data))
        #expect(keychain.secret(key()) == .data(data))
        #expect(keychain.find(key([kSecReturnRef: true])).object === publicKey)
        #expect(keychain.update(key(), [kSecAttrIsExtractable: true]) == errSecSuccess)
        #expect(keychain.attributes(key())["extr"] == 1)
    }
}
