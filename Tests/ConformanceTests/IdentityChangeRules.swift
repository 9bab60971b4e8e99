// Updating and deleting identities (reference 3.5.14, 3.6.7, 3.11.6, 3.11.8).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct IdentityChangeRules {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        let label: Entries = [kSecAttrLabel: "both"]
        #expect(keychain.addCertificate("first", forKey: "one", label) == errSecSuccess)
        #expect(keychain.addPrivateKey("one", label) == errSecSuccess)
    }

    private var reference: Value { keychain.reference(identity()) ?? .null }

    @Test func `3.5.10 an identity moves to another group`() {
        let moved: Entries = [kSecAttrAccessGroup: "TEAM123456.other"]
        #expect(keychain.update(identity([kSecAttrLabel: "both"]), moved) == errSecSuccess)
        #expect(keychain.asProgram(of: "TEAM123456.other").identities() == ["both"])
        #expect(keychain.asProgram(of: "TEAM123456.test").identities() == [])
        let foreign: Entries = [kSecAttrAccessGroup: "TEAM123456.foreign"]
        #expect(keychain.update(identity(), foreign) == errSecMissingEntitlement)
    }

    @Test func `3.5.14 an update changes the certificates and the keys that match`() {
        #expect(keychain.addPrivateKey("two", [kSecAttrLabel: "both"]) == errSecSuccess)
        #expect(keychain.update(identity([kSecAttrLabel: "both"]), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["new"])
        #expect(keychain.list(kSecAttrLabel, key()) == ["new", "new"])
        #expect(keychain.update(identity([kSecAttrLabel: "both"]), [:]) == errSecItemNotFound)
    }

    @Test func `3.5.14 where a key cannot change, no certificate does`() {
        let twin: Entries = [kSecAttrAccessGroup: "TEAM123456.other"]
        #expect(keychain.addPrivateKey("one", twin) == errSecSuccess)
        #expect(keychain.update(identity([kSecAttrLabel: "both"]), twin) == errSecDuplicateItem)
        #expect(keychain.list(kSecAttrAccessGroup, certificate()) == ["TEAM123456.test"])
    }

    @Test func `3.5.14 an update by the persistent reference of an identity is an internal error`() {
        #expect(keychain.update([kSecValuePersistentRef: reference], [kSecAttrLabel: "new"]) == -26276)
        #expect(keychain.update(identity([kSecValuePersistentRef: reference]), [kSecAttrLabel: "new"]) == -26276)
        #expect(keychain.identities() == ["both"])
    }

    @Test func `3.6.7 deleting by class takes the certificates and the keys that match`() {
        #expect(keychain.addPrivateKey("two", [kSecAttrLabel: "other"]) == errSecSuccess)
        #expect(keychain.addCertificate("second", forKey: "two", [kSecAttrLabel: "other"]) == errSecSuccess)
        #expect(keychain.delete(identity([kSecAttrLabel: "both"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["other"])
        #expect(keychain.list(kSecAttrLabel, key()) == ["other"])
        #expect(keychain.delete(identity([kSecAttrLabel: "both"])) == errSecItemNotFound)
        #expect(keychain.delete(identity()) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == [])
        #expect(keychain.list(kSecAttrLabel, key()) == [])
    }

    @Test func `3.6.7 deleting by reference keeps the key while another certificate needs it`() {
        #expect(keychain.addCertificate("second", forKey: "one") == errSecSuccess)
        let references = keychain.find(identity([kSecMatchLimit: all, kSecReturnPersistentRef: true])).elements ?? []
        #expect(references.count == 2)
        #expect(keychain.delete([kSecValuePersistentRef: references[0]]) == errSecSuccess)
        #expect(keychain.identities() == ["second"])
        #expect(keychain.delete([kSecValuePersistentRef: references[0]]) == errSecItemNotFound)
        #expect(keychain.delete(identity([kSecValuePersistentRef: references[1]])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, key()) == [])
        #expect(keychain.list(kSecAttrLabel, certificate()) == [])
    }

    @Test func `3.2.2 deleting by reference deletes no identity whose key differs in the flag`() {
        let named: Entries = [kSecValuePersistentRef: reference]
        #expect(keychain.delete(named.with([kSecAttrSynchronizable: true])) == errSecItemNotFound)
        #expect(keychain.identities() == ["both"])
        #expect(keychain.delete(named.with([kSecAttrSynchronizable: false])) == errSecSuccess)
        #expect(keychain.identities() == [])
    }

    @Test func `3.11.6 an attribute that only one half has is unknown to an update`() {
        #expect(keychain.update(identity(), [kSecAttrApplicationTag: "x"]) == errSecNoSuchAttr)
        #expect(keychain.update(identity([kSecAttrApplicationLabel: .bytes("one")]), [:]) == errSecNoSuchAttr)
        #expect(keychain.delete(identity([kSecAttrApplicationLabel: .bytes("one")])) == errSecNoSuchAttr)
        #expect(keychain.identities() == ["both"])
    }

    @Test func `3.11.8 an identity that was changed by its class is deleted by its class, with both halves`() {
        #expect(keychain.update(identity([kSecAttrLabel: "both"]), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.delete(identity([kSecAttrLabel: "both"])) == errSecItemNotFound)
        #expect(keychain.identities() == ["new"])
        #expect(keychain.delete(identity([kSecAttrLabel: "new"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, certificate()) == [])
        #expect(keychain.list(kSecAttrLabel, key()) == [])
    }
}
