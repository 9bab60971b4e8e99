// Identities: certificates joined with their private keys (reference 3.11, 3.7.9, 3.10.4).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct IdentityRules {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        #expect(keychain.addCertificate("alone", forKey: "none") == errSecSuccess)
        #expect(keychain.addCertificate("first", forKey: "one", [kSecAttrSubject: .bytes("subject")]) == errSecSuccess)
        #expect(keychain.addPrivateKey("one", [kSecAttrApplicationTag: "tag"]) == errSecSuccess)
        #expect(keychain.addPrivateKey("no certificate") == errSecSuccess)
    }

    @Test func `3.7.9 the attributes are the key's, overlaid by the certificate's`() {
        let found = keychain.find(
            identity([kSecReturnAttributes: true, kSecReturnData: true, kSecReturnPersistentRef: true])
        ).attributes
        let ofCertificate = keychain.attributes(certificate([kSecAttrLabel: "first"]))
        let ofKey = keychain.attributes(key([kSecAttrApplicationTag: "tag"]))
        for (name, value) in found where !["certdata", "v_Data", "v_PersistentRef"].contains(name) {
            #expect(value == ofCertificate[name] ?? ofKey[name], "\(name)")
        }
        #expect(Set(ofKey.keys).union(ofCertificate.keys).isSubset(of: found.keys))
        #expect(found["labl"] == "first" && found["pdmn"] == "dk" && found["atag"] == "tag")
        #expect(found["certdata"] == .secret("certificate first") && found["v_Data"] == .secret("key one"))
        #expect(found["class"] == nil)
        #expect(keychain.find(identity([kSecReturnAttributes: true])).attributes["v_Data"] == nil)
        #expect(keychain.secret(identity()) == .secret("key one"))
        let withReference = keychain.find(identity([kSecReturnAttributes: true, kSecReturnRef: true])).attributes
        #expect(withReference["class"] == .constant(kSecClassIdentity))
    }

    @Test func `3.10.4 the persistent reference is the certificate's under the name of identities`() throws {
        guard case .data(let reference)? = keychain.reference(identity()),
            case .data(let ofCertificate)? = keychain.reference(certificate([kSecAttrLabel: "first"]))
        else { throw CocoaError(.coderInvalidValue) }
        #expect(reference == Data("idnt".utf8) + ofCertificate.dropFirst(4))
        let query: Entries = [kSecValuePersistentRef: .data(reference)]
        #expect(keychain.attributes(query) == keychain.attributes(identity()))
        #expect(keychain.attributes(query.with(identity())) == keychain.attributes(identity()))
        #expect(keychain.status(of: query.with([kSecAttrLabel: "first"])) == errSecParam)
        #expect(keychain.status(of: query.with(certificate())) == errSecNoSuchClass)
        #expect(keychain.status(of: identity([kSecValuePersistentRef: .data(ofCertificate)])) == errSecNoSuchClass)
        #expect(keychain.status(of: identity([kSecValuePersistentRef: .bytes("idnt")])) == errSecParam)
        let unknown = Data("idnt".utf8) + Data(repeating: 1, count: 16)
        #expect(keychain.status(of: [kSecValuePersistentRef: .data(unknown)]) == errSecItemNotFound)
        let legacy = Data("idnt".utf8) + Data(repeating: 1, count: 8)
        #expect(keychain.status(of: [kSecValuePersistentRef: .data(legacy)]) == errSecItemNotFound)
    }

    @Test(arguments: [true, false, "1"] as [Value])
    func `3.4.3 beside the reference of an identity the flag for synchronizable items is one attribute too many`(
        flag: Value
    ) {
        let query: Entries = [kSecValuePersistentRef: keychain.reference(identity()) ?? .null]
        #expect(keychain.status(of: query.with([kSecAttrSynchronizable: flag])) == errSecParam)
        let either: Entries = [kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny)]
        #expect(keychain.status(of: query.with(either)) == errSecSuccess)
    }

    @Test func `3.11.1 a certificate and its private key are an identity, neither is one alone`() {
        #expect(keychain.identities() == ["first"])
        #expect(keychain.status(of: identity()) == errSecSuccess)
        #expect(keychain.delete(key([kSecAttrApplicationLabel: .bytes("one")])) == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecItemNotFound)
    }

    @Test func `3.11.1 a key that is not private makes no identity`() {
        #expect(keychain.addCertificate("second", forKey: "two") == errSecSuccess)
        #expect(keychain.addPrivateKey("two", [kSecAttrIsPrivate: false]) == errSecSuccess)
        #expect(keychain.identities() == ["first"])
        let second = key([kSecAttrApplicationLabel: .bytes("two")])
        #expect(keychain.update(second, [kSecAttrIsPrivate: true]) == errSecSuccess)
        #expect(keychain.identities() == ["first", "second"])
    }

    @Test func `3.11.1 both halves must be in groups of the program`() {
        #expect(
            keychain.addCertificate("other", forKey: "two", [kSecAttrAccessGroup: "TEAM123456.other"]) == errSecSuccess)
        #expect(keychain.addPrivateKey("two") == errSecSuccess)
        #expect(keychain.identities() == ["first", "other"])
        #expect(keychain.asProgram(of: "TEAM123456.test").identities() == ["first"])
        #expect(keychain.asProgram(of: "TEAM123456.other").identities() == [])
        #expect(keychain.identities([kSecAttrAccessGroup: "TEAM123456.other"]) == [])
        #expect(keychain.status(of: identity([kSecAttrAccessGroup: "TEAM123456.foreign"])) == errSecMissingEntitlement)
    }

    @Test func `3.11.2 the public key beside a private one makes no identity of its own`() throws {
        let fresh = try Keychain()
        #expect(fresh.addPrivateKey("one", [kSecAttrKeyClass: "0", kSecAttrLabel: "public"]) == errSecSuccess)
        #expect(fresh.addPrivateKey("one", [kSecAttrLabel: "private"]) == errSecSuccess)
        #expect(fresh.addCertificate("first", forKey: "one") == errSecSuccess)
        #expect(fresh.identities() == ["first"])
        #expect(fresh.find(identity([kSecReturnAttributes: true])).attributes["kcls"] == 1)
        #expect(fresh.delete(identity([kSecValuePersistentRef: fresh.reference(identity()) ?? .null])) == errSecSuccess)
        #expect(fresh.list(kSecAttrLabel, key()) == ["public"])
    }

    @Test(
        arguments: [
            (kSecAttrLabel, "first"), (kSecAttrIssuer, .bytes("issuer")), (kSecAttrSerialNumber, .bytes("first")),
            (kSecAttrSubject, .bytes("subject")), (kSecAttrPublicKeyHash, .bytes("one")),
            (kSecAttrCertificateType, 0), (kSecAttrApplicationLabel, .bytes("one")), (kSecAttrApplicationTag, "tag"),
            (kSecAttrKeyClass, "1"), (kSecAttrIsPrivate, true), (kSecAttrAccessible, "ak"),
            (kSecAttrAccessGroup, "TEAM123456.test"),
        ] as [(CFString, Value)])
    func `3.11.3 each attribute is searched on its half`(attribute: CFString, value: Value) {
        #expect(keychain.addCertificate("second", forKey: "two") == errSecSuccess)
        let other: Entries = [kSecAttrKeyClass: "2", kSecAttrAccessible: "ck", kSecAttrIsPrivate: true]
        #expect(keychain.addPrivateKey("two", other) == errSecSuccess)
        #expect(keychain.identities([attribute: value]).first == "first")
        let query = identity([attribute: value])
        #expect(keychain.identities(query.with([kSecAttrLabel: "first"])) == ["first"])
        #expect(keychain.status(of: query.with([kSecAttrLabel: "alone"])) == errSecItemNotFound)
    }

    @Test func `3.11.4 the label is that of the certificate`() {
        #expect(keychain.identities([kSecAttrLabel: "key one"]) == [])
        #expect(keychain.identities([kSecAttrLabel: "FIRST", kSecMatchCaseInsensitive: true]) == ["first"])
    }

    @Test func `3.11.9 two certificates for one key are two identities, in the order of the certificates`() {
        #expect(keychain.addCertificate("second", forKey: "one") == errSecSuccess)
        #expect(keychain.identities() == ["first", "second"])
        #expect(keychain.find(identity([kSecMatchLimit: 1, kSecReturnAttributes: true])).attributes["labl"] == "first")
        #expect(keychain.identities([kSecMatchLimit: 2]).count == 2)
    }
}
