// What SecItemAdd fills in and gives back (reference 3.3.1 to 3.3.10).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct AddRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    @Test func `3.3.2 an item goes to the first group of the program, or to the one that is named`() throws {
        let keychain = try Keychain(groups: ["group.b", "group.a", "group.c"])
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccessGroup: "group.c"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.b", "group.c"])
    }

    @Test func `3.3.3 the default class is while unlocked`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == "ak")
    }

    @Test(arguments: [kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey])
    func `3.3.3 the default class of push notifications is always, on this device`(itemClass: CFString) throws {
        let keychain = try Keychain(groups: ["group.one", "com.apple.apsd"])
        let item: Entries = [kSecClass: .constant(itemClass)]
        let theirs = item.with([kSecAttrAccessGroup: "com.apple.apsd"])
        #expect(keychain.adding(theirs.with([kSecReturnAttributes: true])).attributes["pdmn"] == "dku")
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.attributes(item.with([kSecAttrAccessGroup: "group.one"]))["pdmn"] != "dku")
        #expect(keychain.delete(theirs) == errSecSuccess)
        #expect(keychain.add(theirs.with([kSecAttrAccessible: "ck"])) == errSecSuccess)
        #expect(keychain.attributes(theirs)["pdmn"] == "ck")
        // As the first group of a program, which need not be named.
        let daemon = try Keychain(groups: ["com.apple.apsd"])
        #expect(daemon.add(item) == errSecSuccess)
        #expect(daemon.attributes(item)["pdmn"] == "dku")
    }

    /// A change of the group keeps the class that the item has.
    @Test func `3.3.3 the class of an item that moves to the group of push notifications stays`() throws {
        let keychain = try Keychain(groups: ["group.one", "com.apple.apsd"])
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessGroup: "com.apple.apsd"]) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == "ak")
    }

    @Test(arguments: ["ak", "ck", "dk", "aku", "cku", "dku"])
    func `3.3.3 an access control gives the class`(name: String) {
        let control = Value.accessControl(protection: name, flags: 0)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == .text(name))
        #expect(keychain.attributes()["accc"] == control)
    }

    @Test func `3.3.4 dates of the caller are replaced by the time of the call`() {
        let old = Value.date(-1000)
        #expect(keychain.add(generic([kSecAttrCreationDate: old, kSecAttrModificationDate: old])) == errSecSuccess)
        let found = keychain.attributes()
        #expect(found["cdat"] != old)
        #expect(found["cdat"] == found["mdat"])
    }

    @Test func `3.3.5 each item gets a reference of its own`() {
        let references = (0..<50).map { number in
            keychain.adding(generic([kSecAttrAccount: .number(number), kSecReturnPersistentRef: true])).value
        }
        #expect(Set(references).count == 50)
        #expect(!references.contains(nil))
    }

    @Test(arguments: ["tkpr0123", "genp00000001", "inet\0\0\0\0\0\0\0\u{1}"])
    func `3.3.5 a reference of an older kind is refused`(bytes: String) {
        #expect(keychain.add(generic([kSecValuePersistentRef: .bytes(bytes)])) == errSecParam)
        #expect(keychain.count == 0)
    }

    @Test func `3.3.6 a generic password of nothing but its class has defaults`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        var found = keychain.attributes()
        for key in ["cdat", "mdat", "sha1"] { #expect(found.removeValue(forKey: key) != nil) }
        #expect(
            found == [
                "acct": "", "svce": "", "agrp": "group.one", "pdmn": "ak", "sync": 0, "tomb": 0, "musr": .data(Data()),
                "accc": .accessControl(kSecAttrAccessibleWhenUnlocked),
            ])
    }

    @Test func `3.3.6 an internet password of nothing but its class has defaults`() {
        #expect(keychain.add(internet()) == errSecSuccess)
        var found = keychain.attributes(internet())
        for key in ["cdat", "mdat", "sha1"] { #expect(found.removeValue(forKey: key) != nil) }
        #expect(
            found == [
                "acct": "", "sdmn": "", "srvr": "", "ptcl": 0, "atyp": "", "port": 0, "path": "", "agrp": "group.one",
                "pdmn": "ak", "sync": 0, "tomb": 0, "musr": .data(Data()),
                "accc": .accessControl(kSecAttrAccessibleWhenUnlocked),
            ])
    }

    @Test func `3.3.8 a duplicate changes nothing`() {
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

    @Test func `3.3.9 an item needs no data`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let answer = keychain.find(generic([kSecReturnData: true]))
        #expect(answer.status == errSecSuccess)
        #expect(answer.object == nil)
    }

    @Test func `3.3.9 empty data is data`() {
        #expect(keychain.add(generic([kSecValueData: .data(Data())])) == errSecSuccess)
        #expect(keychain.secret() == .data(Data()))
    }

    @Test func `3.3.10 without return keys the out-pointer stays as it is`() {
        #expect(keychain.adding(generic()).object == nil)
        let answer = keychain.adding(generic([kSecAttrAccount: "me", kSecReturnData: false]))
        #expect(answer.status == errSecSuccess)
        #expect(answer.object == nil)
    }

    @Test(arguments: [[], ["com.apple.token"]] as [[String]])
    func `3.3.1 without a group that can be written nothing is added`(groups: [String]) {
        let program = keychain.asProgram(groups: groups)
        #expect(program.add(generic()) == errSecMissingEntitlement)
        #expect(program.add(generic([kSecAttrAccessGroup: "group.one"])) == errSecMissingEntitlement)
        #expect(keychain.count == 0)
    }
}
