// Certificates and keys as items of their attributes (reference 2.2, 2.5, 2.6).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct CertificateAndKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

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
}
