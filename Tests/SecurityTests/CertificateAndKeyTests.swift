// Certificates and keys as items of their attributes (reference 2.2, 2.5, 2.6).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct CertificateAndKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test func `a certificate of nothing has its defaults and is readable while locked`() {
        #expect(keychain.add(certificate()) == errSecSuccess)
        let attributes = keychain.attributes(certificate())
        #expect(attributes["ctyp"] == 0 && attributes["issr"] == .data(Data()) && attributes["slnr"] == .data(Data()))
        #expect(attributes["pdmn"] == .constant(kSecAttrAccessibleAlways))
        for absent in ["cenc", "subj", "skid", "pkhh", "labl", "alis"] { #expect(attributes[absent] == nil) }
    }

    @Test func `a key of nothing has its defaults`() {
        #expect(keychain.add(key()) == errSecSuccess)
        let attributes = keychain.attributes(key())
        for number in ["kcls", "crtr", "type", "bsiz", "esiz"] { #expect(attributes[number] == 0) }
        #expect(attributes["klbl"] == .data(Data()) && attributes["atag"] == "")
        #expect(attributes["sdat"] == .date(0) && attributes["edat"] == .date(0))
        #expect(attributes["pdmn"] == .constant(kSecAttrAccessibleWhenUnlocked))
        for absent in ["priv", "perm", "sign", "labl", "alis"] { #expect(attributes[absent] == nil) }
    }

    @Test func `the protection of a certificate can be chosen`() {
        #expect(keychain.add(certificate([kSecAttrAccessible: "ak"])) == errSecSuccess)
        #expect(keychain.attributes(certificate())["pdmn"] == "ak")
        #expect(keychain.status(of: certificate([kSecAttrAccessible: "dk"])) == errSecItemNotFound)
    }

    @Test func `numbers given as text or as booleans come back as numbers`() {
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

    @Test func `a type above 32 bits keeps its value`() {
        #expect(
            keychain.add(key([kSecAttrKeyType: .constant(kSecAttrKeyTypeECSECPrimeRandomPKA)])) == errSecSuccess)
        #expect(keychain.attributes(key())["type"] == .number(2_147_483_678))
    }

    private static let certificateKey: Entries = [
        kSecAttrCertificateType: 3, kSecAttrIssuer: .bytes("issuer"), kSecAttrSerialNumber: .bytes("serial"),
    ]

    @Test(arguments: [kSecAttrSubject, kSecAttrPublicKeyHash, kSecAttrSubjectKeyID, kSecAttrLabel, kSecAttrAlias])
    func `a certificate is no other one for its description`(attribute: CFString) {
        #expect(keychain.add(certificate(Self.certificateKey)) == errSecSuccess)
        let other = certificate(Self.certificateKey).with([attribute: .bytes("other")])
        #expect(keychain.add(other) == errSecDuplicateItem)
    }

    @Test(
        arguments: [
            (kSecAttrCertificateType, 1), (kSecAttrIssuer, .bytes("other")), (kSecAttrSerialNumber, .bytes("other")),
            (kSecAttrSynchronizable, true),
        ] as [(CFString, Value)])
    func `a certificate is another one by type, issuer and serial number`(attribute: CFString, value: Value) {
        #expect(keychain.add(certificate(Self.certificateKey)) == errSecSuccess)
        #expect(keychain.add(certificate(Self.certificateKey).with([attribute: value])) == errSecSuccess)
        #expect(keychain.list(kSecAttrIssuer, certificate()).count == 2)
    }

    @Test(
        arguments: [
            (kSecAttrKeyClass, .constant(kSecAttrKeyClassPrivate)), (kSecAttrApplicationLabel, .bytes("other")),
            (kSecAttrApplicationTag, "other"), (kSecAttrKeyCreator, 1), (kSecAttrKeyType, "42"),
            (kSecAttrKeySizeInBits, 256), (kSecAttrEffectiveKeySize, 256), (kSecAttrStartDate, .date(1)),
            (kSecAttrEndDate, .date(1)),
        ] as [(CFString, Value)])
    func `a key is another one by each part of its primary key`(attribute: CFString, value: Value) {
        let item = key([kSecAttrApplicationTag: "tag", kSecAttrApplicationLabel: .bytes("label")])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.add(item.with([attribute: value])) == errSecSuccess)
        #expect(keychain.add(item.with([attribute: value])) == errSecDuplicateItem)
        #expect(keychain.list(kSecAttrApplicationTag, key()).count == 2)
    }

    @Test func `the label of a key is not part of its primary key`() {
        #expect(keychain.add(key([kSecAttrLabel: "one"])) == errSecSuccess)
        #expect(keychain.add(key([kSecAttrLabel: "two"])) == errSecDuplicateItem)
    }

    @Test(arguments: [
        (kSecClassCertificate, kSecAttrApplicationTag), (kSecClassCertificate, kSecAttrAccount),
        (kSecClassKey, kSecAttrIssuer), (kSecClassKey, kSecAttrService), (kSecClassKey, kSecAttrComment),
    ])
    func `an attribute of another class is unknown to every call`(itemClass: CFString, attribute: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass), attribute: "x"]
        #expect(keychain.add(item) == errSecNoSuchAttr)
        #expect(keychain.status(of: item) == errSecNoSuchAttr)
        #expect(keychain.update(item, [:]) == errSecNoSuchAttr)
        #expect(keychain.update([kSecClass: .constant(itemClass)], [attribute: "x"]) == errSecNoSuchAttr)
        #expect(keychain.delete(item) == errSecNoSuchAttr)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `data comes back, changes, and goes`(itemClass: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass)]
        #expect(keychain.add(item.with([kSecValueData: .secret("first")])) == errSecSuccess)
        #expect(keychain.secret(item) == .secret("first"))
        #expect(keychain.update(item, [kSecValueData: .secret("second"), kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.secret(item.with([kSecAttrLabel: "new"])) == .secret("second"))
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `the persistent reference names the class and outlives an update`(itemClass: CFString) throws {
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
    func `a deleted synchronizable one leaves a tombstone, over which it is added anew`(itemClass: CFString) {
        let item: Entries = [kSecClass: .constant(itemClass), kSecAttrSynchronizable: true, kSecAttrLabel: "label"]
        let reference = keychain.adding(item.with([kSecReturnPersistentRef: true])).value
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        let tombstone = keychain.attributes(item.without(kSecAttrLabel).with([kSecAttrTombstone: true]))
        #expect(tombstone["tomb"] == 1 && tombstone["labl"] == nil)
        #expect(keychain.adding(item.with([kSecReturnPersistentRef: true])).value == reference)
    }

    @Test(arguments: [kSecClassCertificate, kSecClassKey])
    func `the attributes of a result find exactly that item again`(itemClass: CFString) {
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
}
