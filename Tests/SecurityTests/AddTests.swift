// What SecItemAdd does with an item (reference 3.3).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AddTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: [
        kSecMatchLimit, kSecMatchCaseInsensitive, kSecMatchItemList, kSecMatchSearchList, kSecMatchIssuers,
        kSecMatchPolicy, kSecMatchHostOrSubdomainOfHost, kSecMatchTrustedOnly, kSecMatchValidOnDate,
        kSecMatchSubjectContains, kSecMatchEmailAddressIfPresent,
    ])
    func `a match key is refused and nothing is stored`(key: CFString) {
        for value in [all, 1, true, "text"] as [Value] {
            #expect(keychain.add(internet([key: value])) == errSecParam)
        }
        #expect(keychain.count == 0)
    }

    @Test func `a list of items is refused and nothing is stored`() {
        #expect(keychain.add(generic([kSecUseItemList: .list([])])) == errSecParam)
        #expect(keychain.count == 0)
    }

    @Test func `dates of the caller are replaced by the time of the call`() {
        let old = Value.date(-1000)
        #expect(keychain.add(generic([kSecAttrCreationDate: old, kSecAttrModificationDate: old])) == errSecSuccess)
        let found = keychain.attributes()
        #expect(found["cdat"] != old)
        #expect(found["cdat"] == found["mdat"])
    }

    @Test func `each item gets a reference of its own`() {
        let references = (0..<50).map { number in
            keychain.adding(generic([kSecAttrAccount: .number(number), kSecReturnPersistentRef: true])).value
        }
        #expect(Set(references).count == 50)
        #expect(!references.contains(nil))
    }

    @Test(arguments: ["tkpr0123", "genp00000001", "inet\0\0\0\0\0\0\0\u{1}"])
    func `a reference of an older kind is refused`(bytes: String) {
        #expect(keychain.add(generic([kSecValuePersistentRef: .bytes(bytes)])) == errSecParam)
        #expect(keychain.count == 0)
    }

    @Test func `a duplicate changes nothing`() {
        let item = generic([kSecAttrAccount: "me"])
        #expect(keychain.add(item.with([kSecValueData: .secret("one"), kSecAttrLabel: "one"])) == errSecSuccess)
        let before = keychain.attributes()
        let reference = keychain.reference()
        let sentinel = NSObject()
        let answer = keychain.adding(
            item.with([kSecValueData: .secret("two"), kSecAttrLabel: "two", kSecReturnData: true]), over: sentinel)
        #expect(answer.status == errSecDuplicateItem)
        #expect(answer.object === sentinel)
        #expect(keychain.attributes() == before)
        #expect(keychain.secret() == .secret("one"))
        #expect(keychain.reference() == reference)
    }

    @Test func `an item needs no data`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let answer = keychain.find(generic([kSecReturnData: true]))
        #expect(answer.status == errSecSuccess)
        #expect(answer.object == nil)
    }

    @Test func `empty data is data`() {
        #expect(keychain.add(generic([kSecValueData: .data(Data())])) == errSecSuccess)
        #expect(keychain.secret() == .data(Data()))
    }

    @Test func `without return keys the out-pointer stays as it is`() {
        #expect(keychain.adding(generic()).object == nil)
        let answer = keychain.adding(generic([kSecAttrAccount: "me", kSecReturnData: false]))
        #expect(answer.status == errSecSuccess)
        #expect(answer.object == nil)
    }

    @Test func `the default class is while unlocked`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == "ak")
    }

    @Test(arguments: ["ak", "ck", "dk", "aku", "cku", "dku"])
    func `an access control gives the class`(name: String) {
        let control = Value.accessControl(protection: name, flags: 0)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == .text(name))
        #expect(keychain.attributes()["accc"] == control)
    }

    @Test(arguments: [SecAccessControlCreateFlags(), .userPresence, .privateKeyUsage])
    func `a synchronizable item has no access control`(flags: SecAccessControlCreateFlags) {
        let item = generic([kSecAttrAccessControl: .accessControl(kSecAttrAccessibleWhenUnlocked, flags)])
        #expect(keychain.add(item.with([kSecAttrSynchronizable: true])) == errSecParam)
        #expect(keychain.count == 0)
        #expect(keychain.add(item) == errSecSuccess)
        let answer = keychain.update(generic(), [kSecAttrSynchronizable: true])
        #expect(answer == errSecParam)
    }

    @Test func `the class that needs a password is refused in a keychain without one`() {
        #expect(keychain.add(generic([kSecAttrAccessible: "akpu"])) == errSecAuthFailed)
        let control = Value.accessControl(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecAuthFailed)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessible: "akpu"]) == errSecAuthFailed)
        #expect(keychain.attributes()["pdmn"] == "ak")
    }

    @Test func `an application password is not there yet`() {
        let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .applicationPassword)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecUnimplemented)
        #expect(keychain.count == 0)
    }

    @Test(arguments: [0, 1, 53, 54, 1024, 1025, 20_000_000])
    func `a secret of any size comes back`(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let words = (0..<(count + 7) / 8).map { _ in random.next() }
        let secret = unsafe words.withUnsafeBytes { unsafe Data($0.prefix(count)) }
        #expect(keychain.add(generic([kSecValueData: .data(secret)])) == errSecSuccess)
        let found = try #require(keychain.find(generic([kSecReturnData: true])).object as? NSData)
        #expect(found as Data == secret)
        #expect(keychain.update(generic(), [kSecAttrAccessible: "ck"]) == errSecSuccess)
        #expect(keychain.find(generic([kSecReturnData: true])).object as? NSData == found)
    }
}
