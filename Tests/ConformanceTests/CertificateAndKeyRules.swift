// The rules of all classes, for certificates and keys as items of their attributes (reference 3.3 to 3.10).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct CertificateAndKeyRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `3.2.16 the attributes of a result find exactly that item again`(itemClass: CFString) {
        for label in ["one", "two"] {
            let item: Entries = [
                kSecClass: .constant(itemClass), kSecAttrLabel: .text(label),
                itemClass === kSecClassKey ? kSecAttrApplicationTag : kSecAttrSubject: .bytes(label),
                itemClass === kSecClassKey ? kSecAttrApplicationLabel : kSecAttrSerialNumber: .bytes(label),
            ]
            #expect(keychain.add(item) == errSecSuccess)
        }
        let found = keychain.attributes([kSecClass: .constant(itemClass), kSecAttrLabel: "two"])
        let query = found.entries.without("sha1").with([kSecClass: .constant(itemClass)])
        #expect(keychain.list(kSecAttrLabel, query) == ["two"])
    }

    @Test func `3.3.3 the protection of a certificate can be chosen`() {
        #expect(keychain.add(certificate([kSecAttrAccessible: "ak"])) == errSecSuccess)
        #expect(keychain.attributes(certificate())["pdmn"] == "ak")
        #expect(keychain.status(of: certificate([kSecAttrAccessible: "dk"])) == errSecItemNotFound)
    }

    @Test func `3.3.6 a certificate of nothing has its defaults`() {
        #expect(keychain.add(certificate()) == errSecSuccess)
        let attributes = keychain.attributes(certificate())
        #expect(attributes["ctyp"] == 0 && attributes["issr"] == .data(Data()) && attributes["slnr"] == .data(Data()))
        #expect(attributes["pdmn"] == .constant(kSecAttrAccessibleAlways))
        for absent in ["cenc", "subj", "skid", "pkhh", "labl", "alis"] { #expect(attributes[absent] == nil) }
    }

    @Test func `3.3.6 a key of nothing has its defaults`() {
        #expect(keychain.add(key()) == errSecSuccess)
        let attributes = keychain.attributes(key())
        for number in ["kcls", "crtr", "type", "bsiz", "esiz"] { #expect(attributes[number] == 0) }
        #expect(attributes["klbl"] == .data(Data()) && attributes["atag"] == "")
        #expect(attributes["sdat"] == .date(0) && attributes["edat"] == .date(0))
        #expect(attributes["pdmn"] == .constant(kSecAttrAccessibleWhenUnlocked))
        for absent in ["priv", "perm", "sign", "labl", "alis"] { #expect(attributes[absent] == nil) }
    }

    @Test(arguments: [
        (kSecClassCertificate, kSecAttrApplicationTag), (kSecClassCertificate, kSecAttrAccount),
        (kSecClassKey, kSecAttrIssuer), (kSecClassKey, kSecAttrService), (kSecClassKey, kSecAttrComment),
    ])
    func `3.3.17 an attribute of another class is unknown to every call`(itemClass: CFString, attribute: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass), attribute: "x"]
        #expect(keychain.add(item) == errSecNoSuchAttr)
        #expect(keychain.status(of: item) == errSecNoSuchAttr)
        #expect(keychain.update(item, [:]) == errSecNoSuchAttr)
        #expect(keychain.update([kSecClass: .constant(itemClass)], [attribute: "x"]) == errSecNoSuchAttr)
        #expect(keychain.delete(item) == errSecNoSuchAttr)
    }

    @Test func `3.7.5 numbers given as text or as booleans come back as numbers`() {
        let item = key([
            kSecAttrKeyClass: .constant(kSecAttrKeyClassPrivate), kSecAttrKeyType: .constant(kSecAttrKeyTypeRSA),
            kSecAttrKeySizeInBits: "2048", kSecAttrIsPermanent: true, kSecAttrCanSign: false,
        ])
        let added = keychain.adding(item.with([kSecReturnAttributes: true])).attributes
        let found = keychain.attributes(item)
        for attributes in [added, found] {
            #expect(attributes["kcls"] == 1 && attributes["type"] == 42 && attributes["bsiz"] == 2048)
            #expect(attributes["perm"] == 1 && attributes["sign"] == 0)
        }
        #expect(keychain.status(of: key([kSecAttrKeyClass: 1, kSecAttrKeyType: 42])) == errSecSuccess)
        #expect(keychain.status(of: key([kSecAttrKeyClass: "2"])) == errSecItemNotFound)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `3.9.4 a deleted synchronizable one leaves a tombstone, over which it is added anew`(itemClass: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass), kSecAttrSynchronizable: true, kSecAttrLabel: "label"]
        let reference = keychain.adding(item.with([kSecReturnPersistentRef: true])).value
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        let tombstone = keychain.attributes(item.without(kSecAttrLabel).with([kSecAttrTombstone: true]))
        #expect(tombstone["tomb"] == 1 && tombstone["labl"] == nil)
        #expect(keychain.adding(item.with([kSecReturnPersistentRef: true])).value == reference)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `3.10.1 the persistent reference names the class and outlives an update`(itemClass: CFString) throws {
        let item: Entries = [kSecClass: .constant(itemClass)]
        let added = keychain.adding(item.with([kSecReturnPersistentRef: true])).value
        guard case .data(let reference)? = added else { throw CocoaError(.coderInvalidValue) }
        #expect(reference.count == 20 && reference.prefix(4) == Data((itemClass as String).utf8))
        #expect(keychain.update(item, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.reference(item) == added)
        #expect(keychain.attributes([kSecValuePersistentRef: .data(reference)]) == keychain.attributes(item))
        #expect(keychain.delete([kSecValuePersistentRef: .data(reference)]) == errSecSuccess)
        #expect(keychain.status(of: [kSecValuePersistentRef: .data(reference)]) == errSecItemNotFound)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `3.8.5 a certificate or key may carry the flag, beside a local one of the same name`(itemClass: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass)]
        let synchronizable = item.with([kSecAttrSynchronizable: true])
        #expect(keychain.add(synchronizable.with([kSecAttrLabel: "synchronizable"])) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(keychain.add(item.with([kSecAttrLabel: "local"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, item) == ["synchronizable", "local"])
        #expect(keychain.attributes(synchronizable)["labl"] == "synchronizable")
        #expect(keychain.attributes(item)["labl"] == "local")
        #expect(keychain.add(synchronizable) == errSecDuplicateItem)
    }

    @Test(arguments: [(kSecClassCertificate, "dk"), (kSecClassKey, "ak")] as [(CFString, Value)])
    func `3.3.3 a certificate is always readable by default, a key while unlocked`(itemClass: CFString, name: Value) {
        let item: Entries = [kSecClass: .constant(itemClass)]
        #expect(keychain.adding(item.with([kSecReturnAttributes: true])).attributes["pdmn"] == name)
        #expect(keychain.attributes(item)["pdmn"] == name)
    }
}
