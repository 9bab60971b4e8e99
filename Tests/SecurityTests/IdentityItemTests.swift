// Identities as items, by their objects (reference 3.11.5 to 3.11.9, 3.6.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
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

    @Test func `bytes that are no certificate make an identity without an object`() throws {
        let vector = try KeyVector.named("p256")
        #expect(keychain.add([kSecValueRef: .key(privateKey)]) == errSecSuccess)
        let odd = certificate([
            kSecAttrPublicKeyHash: .data(Data(vector.label.bytes)), kSecValueData: .secret("no certificate"),
        ])
        #expect(keychain.add(odd) == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecSuccess)
        #expect(keychain.find(identity(isReference)).object == nil)
    }
}
