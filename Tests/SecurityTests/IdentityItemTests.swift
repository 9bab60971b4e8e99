// Identities as items, by their objects (reference 3.11.5 to 3.11.9, 3.6.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import TestSupport
import Testing

@Suite struct IdentityItemTests {
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

    @Test func `an identity is added as its certificate and its key`() {
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.find(certificate(isReference)).object === leaf)
        #expect(keychain.find(key(isReference)).object === privateKey)
        #expect(keychain.attributes(certificate())["labl"] == "Latchkey p256")
        #expect(keychain.attributes(key())["labl"] == nil)
        #expect(keychain.add(item) == errSecDuplicateItem)
    }

    @Test func `an identity comes back as the same object in every shape`() {
        #expect(keychain.adding(item.with(isReference)).object === object)
        #expect(keychain.find(identity(isReference)).object === object)
        #expect(keychain.find(identity(isReference).with([kSecMatchLimit: all])).elements == [.identity(object)])
        let found = keychain.find(identity(isReference).with([kSecReturnPersistentRef: true])).attributes
        #expect(found["class"] == "idnt" && found["v_Ref"] == .identity(object) && found["v_Data"] == nil)
        #expect(found["labl"] == "Latchkey p256" && found["kcls"] == 1)
        #expect(found["certdata"] == .data(SecCertificateCopyData(leaf) as Data))
        #expect(found["v_PersistentRef"] == keychain.reference(identity()))
    }

    @Test func `an add gives what it is asked for`() throws {
        let options: Entries = [
            kSecReturnRef: true, kSecReturnData: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true,
        ]
        let added = keychain.adding(item.with(options)).attributes
        #expect(added["class"] == "idnt" && added["v_Ref"] == .identity(object))
        #expect(added["v_Data"] == .data(Data(try KeyVector.named("p256").private.bytes)))
        #expect(added["labl"] == "Latchkey p256" && added["musr"] == nil)
        #expect(added["v_PersistentRef"] == keychain.reference(identity()))
        #expect(
            keychain.adding([kSecValueRef: .certificate(other), kSecReturnPersistentRef: true]).status == errSecSuccess)
    }

    @Test func `a half that is there already is tolerated, both are not`() {
        #expect(keychain.add([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.adding(item.with([kSecReturnPersistentRef: true])).value == keychain.reference(identity()))
        let answer = keychain.adding(item.with([kSecReturnPersistentRef: true]))
        #expect(answer.status == errSecDuplicateItem && answer.object == nil)
        #expect(keychain.delete([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.add(item) == errSecSuccess)
    }

    @Test func `the halves that were added one by one are an identity`() {
        #expect(keychain.add([kSecValueRef: .key(privateKey)]) == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecItemNotFound)
        #expect(keychain.add([kSecValueRef: .certificate(leaf)]) == errSecSuccess)
        #expect(keychain.find(identity(isReference)).object === object)
        #expect(keychain.add([kSecValueRef: .certificate(other)]) == errSecSuccess)
        let second = SecIdentityCreate(nil, other, privateKey)
        let found = keychain.find(identity(isReference).with([kSecMatchLimit: all])).elements
        #expect(found == [.identity(object)] + (second.map { [.identity($0)] } ?? []))
    }

    @Test func `an identity is found and changed by its object`() {
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.find(item.with(isReference)).object === object)
        #expect(keychain.find(item.with([kSecReturnPersistentRef: true])).value == keychain.reference(identity()))
        #expect(keychain.update(item, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.attributes(certificate())["labl"] == "new")
        #expect(keychain.attributes(key())["labl"] == "new")
        #expect(keychain.find(identity(isReference).with([kSecAttrLabel: "new"])).object === object)
    }

    @Test func `deleting an identity keeps the key while another certificate needs it`() throws {
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

    @Test func `an attribute that one half does not have is refused`() {
        #expect(keychain.add(item.with([kSecAttrApplicationTag: "tag"])) == errSecNoSuchAttr)
        #expect(keychain.status(of: certificate()) == errSecItemNotFound)
        #expect(keychain.status(of: key()) == errSecItemNotFound)
    }

    @Test func `bytes that are no certificate make an identity without an object`() throws {
        let vector = try KeyVector.named("p256")
        #expect(keychain.add([kSecValueRef: .key(privateKey)]) == errSecSuccess)
        let odd = certificate([
            kSecAttrPublicKeyHash: .data(Data(vector.label.bytes)), kSecValueData: .bytes("no certificate"),
        ])
        #expect(keychain.add(odd) == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecSuccess)
        #expect(keychain.find(identity(isReference)).object == nil)
    }
}
