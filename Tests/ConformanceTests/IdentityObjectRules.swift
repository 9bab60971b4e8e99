// Identities as objects, in every call (reference 3.3.12, 3.11.5 to 3.11.7, 3.6.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct IdentityObjectRules {
    let keychain: Keychain
    private let object: SecIdentity
    private let leaf: SecCertificate
    private let other: SecCertificate
    private let privateKey: SecKey

    init() throws {
        keychain = try Keychain()
        leaf = try CertificateVector.of("p256")
        other = try CertificateVector.named("version 1").object()
        privateKey = try KeyVector.named("p256").privateKey()
        object = try #require(SecIdentityCreate(nil, leaf, privateKey))
    }

    private var item: Entries { [kSecValueRef: .identity(object)] }
    private let isReference: Entries = [kSecReturnRef: true]

    @Test func `3.3.12 an identity is added as its certificate and its key`() {
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.find(certificate(isReference)).object === leaf)
        #expect(keychain.find(key(isReference)).object === privateKey)
        #expect(keychain.attributes(certificate())["labl"] == "Latchkey p256")
        #expect(keychain.attributes(key())["labl"] == nil)
        #expect(keychain.add(item) == errSecDuplicateItem)
    }

    @Test func `3.4.8 an identity is found and changed by its object`() {
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.find(item.with(isReference)).object === object)
        #expect(keychain.find(item.with([kSecReturnPersistentRef: true])).value == keychain.reference(identity()))
        #expect(keychain.update(item, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.attributes(certificate())["labl"] == "new")
        #expect(keychain.attributes(key())["labl"] == "new")
        #expect(keychain.find(identity(isReference).with([kSecAttrLabel: "new"])).object === object)
    }

    @Test func `3.6.7 deleting an identity keeps the key while another certificate needs it`() throws {
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.add([kSecValueRef: .certificate(other)]) == errSecSuccess)
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.find(certificate(isReference)).object === other)
        #expect(keychain.find(key(isReference)).object === privateKey)
        let second = try #require(SecIdentityCreate(nil, other, privateKey))
        #expect(keychain.delete([kSecValueRef: .identity(second)]) == errSecSuccess)
        #expect(keychain.status(of: key()) == errSecItemNotFound)
        #expect(keychain.delete(item) == errSecItemNotFound)
    }

    @Test func `3.11.5 a half that is there already is tolerated, both are not`() {
        #expect(keychain.add([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.adding(item.with([kSecReturnPersistentRef: true])).value == keychain.reference(identity()))
        let answer = keychain.adding(item.with([kSecReturnPersistentRef: true]))
        #expect(answer.status == errSecDuplicateItem && answer.object == nil)
        #expect(keychain.delete([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.add(item) == errSecSuccess)
    }

    @Test func `3.11.6 an attribute that one half does not have is refused`() {
        #expect(keychain.add(item.with([kSecAttrApplicationTag: "tag"])) == errSecNoSuchAttr)
        #expect(keychain.status(of: certificate()) == errSecItemNotFound)
        #expect(keychain.status(of: key()) == errSecItemNotFound)
    }

    @Test func `3.11.9 the halves that were added one by one are an identity, two certificates two`() {
        #expect(keychain.add([kSecValueRef: .key(privateKey)]) == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecItemNotFound)
        #expect(keychain.add([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.find(identity(isReference)).object === object)
        #expect(keychain.add([kSecValueRef: .certificate(other)]) == errSecSuccess)
        let second = SecIdentityCreate(nil, other, privateKey)
        let found = keychain.find(identity(isReference).with([kSecMatchLimit: all])).elements
        #expect(found == [.identity(object)] + (second.map { [.identity($0)] } ?? []))
    }

    @Test func `3.4.9 an object that is not stored is not found, by no call`() throws {
        #expect(keychain.add([kSecValueRef: .certificate(other)]) == errSecSuccess)
        for object in [.identity(object), .certificate(leaf), .key(privateKey)] as [Value] {
            #expect(keychain.status(of: [kSecValueRef: object]) == errSecItemNotFound)
            #expect(keychain.update([kSecValueRef: object], [kSecAttrLabel: "x"]) == errSecItemNotFound)
            #expect(keychain.delete([kSecValueRef: object]) == errSecItemNotFound)
        }
        #expect(keychain.find(certificate(isReference).with([kSecMatchLimit: all])).elements == [.certificate(other)])
    }

    @Test(arguments: ["rsa2048", "p256", "p384", "p521", "ed25519"])
    func `3.11.7 the hash of the certificate is the application label of its key`(id: String) throws {
        let pair = try SecIdentityCreate(nil, CertificateVector.of(id), KeyVector.named(id).privateKey())
        #expect(keychain.add([kSecValueRef: .identity(try #require(pair))]) == errSecSuccess)
        let hash = keychain.attributes(certificate())["pkhh"]
        #expect(hash == keychain.attributes(key())["klbl"])
        guard case .data(let bytes)? = hash else {
            Issue.record("the hash is no data")
            return
        }
        #expect(bytes.count == 20)
        #expect(keychain.find(identity(isReference)).object === pair)
    }
}
