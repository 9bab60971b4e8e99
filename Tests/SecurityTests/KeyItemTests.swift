// Keys as items, by their objects (reference 3.4.8, 5.5).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct KeyItemTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: try KeyVector.all())
    func `both halves of a pair are added, and come back as the same objects`(vector: KeyVector) throws {
        for half in [try vector.publicKey(), try vector.privateKey()] {
            #expect(keychain.adding([kSecValueRef: .key(half), kSecReturnRef: true]).object === half)
            #expect(keychain.add([kSecValueRef: .key(half)]) == errSecDuplicateItem)
        }
        let keys = keychain.find(key([kSecReturnRef: true, kSecMatchLimit: all])).elements
        #expect(try keys == [.key(vector.publicKey()), .key(vector.privateKey())])

        let query = key([kSecAttrKeyClass: .constant(kSecAttrKeyClassPrivate)])
        #expect(try keychain.find(query.with([kSecReturnRef: true])).object === vector.privateKey())
        let attributes = keychain.attributes(query)
        #expect(attributes["klbl"] == .data(Data(vector.label.bytes)))
        #expect(attributes["bsiz"] == .number(Int64(vector.bits)))
        #expect(attributes["kcls"] == 1 && attributes["perm"] == 1 && attributes["priv"] == 1)
        #expect(attributes["pdmn"] == "ak" && attributes["labl"] == nil)
        #expect(keychain.find(query.with([kSecReturnData: true])).value == .data(Data(vector.private.bytes)))
    }

    @Test func `a key that was added by attributes and bytes comes back as an object`() throws {
        let vector = try KeyVector.named("rsa2048")
        let item = key([
            kSecAttrKeyType: .constant(kSecAttrKeyTypeRSA), kSecAttrKeyClass: .constant(kSecAttrKeyClassPrivate),
            kSecAttrApplicationTag: "tag", kSecValueData: .data(Data(vector.private.bytes)),
        ])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(try keychain.find(key([kSecReturnRef: true])).object === vector.privateKey())
    }

    @Test(arguments: ["0", "2", "12"])
    func `bytes that do not fit their type have no object`(type: String) {
        let item = key([
            kSecAttrKeyType: .text(type), kSecAttrKeyClass: "1",
            kSecValueData: .secret("these are the bytes of no key"),
        ])
        #expect(keychain.add(item) == errSecSuccess)
        let answer = keychain.find(key([kSecReturnRef: true]))
        #expect(answer.status == errSecSuccess && answer.object == nil)
        #expect(keychain.find(key([kSecReturnRef: true, kSecMatchLimit: all])).elements == [])
    }

    @Test func `attributes of a found key make a query that finds it`() throws {
        let object = try KeyVector.named("p384").privateKey()
        #expect(keychain.add([kSecValueRef: .key(object), kSecAttrLabel: "label"]) == errSecSuccess)
        let attributes = keychain.attributes(key()).entries.without("sha1" as CFString)
        #expect(keychain.find(key(attributes).with([kSecReturnRef: true])).object === object)
    }
}
