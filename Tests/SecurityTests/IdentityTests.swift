// Identities: certificates joined with their private keys (reference 3.11, 3.7.9).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct IdentityTests {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        #expect(keychain.addCertificate("alone", forKey: "none") == errSecSuccess)
        #expect(keychain.addCertificate("first", forKey: "one", [kSecAttrSubject: .bytes("subject")]) == errSecSuccess)
        #expect(keychain.addPrivateKey("one", [kSecAttrApplicationTag: "tag"]) == errSecSuccess)
        #expect(keychain.addPrivateKey("no certificate") == errSecSuccess)
    }

    @Test func `a certificate without a hash and a key without a label are no identity`() throws {
        let fresh = try Keychain()
        #expect(fresh.add(certificate([kSecAttrPublicKeyHash: .data(Data())])) == errSecSuccess)
        #expect(fresh.add(key([kSecAttrIsPrivate: true, kSecAttrKeyClass: "1"])) == errSecSuccess)
        #expect(fresh.status(of: identity()) == errSecItemNotFound)
    }

    @Test(arguments: [kSecAttrAccount, kSecAttrService, kSecAttrServer, kSecAttrGeneric])
    func `an attribute of neither half is unknown`(attribute: CFString) {
        let query = identity([attribute: "x"])
        #expect(keychain.status(of: query) == errSecNoSuchAttr)
        #expect(keychain.update(query, [:]) == errSecNoSuchAttr)
        #expect(keychain.delete(query) == errSecNoSuchAttr)
    }

    @Test func `the synchronizable flag is that of the key`() {
        #expect(keychain.addCertificate("second", forKey: "two", [kSecAttrSynchronizable: true]) == errSecSuccess)
        #expect(keychain.addPrivateKey("two") == errSecSuccess)
        #expect(keychain.addCertificate("third", forKey: "three") == errSecSuccess)
        #expect(keychain.addPrivateKey("three", [kSecAttrSynchronizable: true]) == errSecSuccess)
        #expect(keychain.identities([kSecAttrSynchronizable: false]) == ["first", "second"])
        #expect(keychain.identities([kSecAttrSynchronizable: true]) == ["third"])
        #expect(keychain.identities() == ["first", "second", "third"])
    }

    @Test func `an identity is not added by attributes`() {
        #expect(keychain.add(identity([kSecAttrLabel: "x", kSecValueData: .secret("x")])) == errSecParam)
    }
}
