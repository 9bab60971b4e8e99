// Certificates and keys as objects, in every call (reference 3.2.15, 3.3.11, 3.4.8, 3.6.3).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct ObjectRules {
    let keychain: Keychain
    private let vector: CertificateVector
    private let object: SecCertificate

    init() throws {
        keychain = try Keychain()
        vector = try CertificateVector.named("issuer of its own")
        object = try vector.object()
    }

    private var item: Entries { [kSecValueRef: .certificate(object)] }

    @Test(arguments: ["text", 1, .null, .list([])] as [Value])
    func `3.1.10 another object is refused`(object: Value) {
        #expect(keychain.add(certificate([kSecValueRef: object])) == errSecParam)
        #expect(keychain.status(of: certificate([kSecValueRef: object])) == errSecParam)
        #expect(keychain.update(certificate([kSecValueRef: object]), [:]) == errSecParam)
        #expect(keychain.delete(certificate([kSecValueRef: object])) == errSecParam)
    }

    @Test func `3.2.15 the issuer is found as it stands in the certificate, and normalised`() throws {
        #expect(keychain.add(item) == errSecSuccess)
        let name = "some ca"
        let raw = [0x30, 0x12, 0x31, 0x10, 0x30, 0x0e, 6, 3, 0x55, 4, 0x0a, 0x13, 7] + Array(name.utf8)
        let normalized = SecCertificateCopyNormalizedIssuerSequence(object).map { Value.data($0 as Data) }
        let contents: Value = .data(Data(try #require(vector.issuer).bytes))
        for issuer in [.data(Data(raw)), try #require(normalized), contents] {
            #expect(keychain.status(of: certificate([kSecAttrIssuer: issuer])) == errSecSuccess)
        }
        #expect(keychain.update(certificate(), [kSecAttrIssuer: .data(Data(raw))]) == errSecSuccess)
        #expect(keychain.attributes(certificate())["issr"] == contents)
        let other: Value = .data(Data(raw.dropLast() + [UInt8(ascii: "b")]))
        #expect(keychain.status(of: certificate([kSecAttrIssuer: other])) == errSecItemNotFound)
    }

    @Test func `3.3.11 a certificate without a label has its subject summary for one`() {
        #expect(keychain.add(item) == errSecSuccess)
        let summary = SecCertificateCopySubjectSummary(object) as String?
        #expect(keychain.attributes(certificate())["labl"] == summary.map(Value.text))
        #expect(summary == "Odd")
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.add(item.with([kSecAttrLabel: "mine"])) == errSecSuccess)
        #expect(keychain.attributes(certificate())["labl"] == "mine")
    }

    @Test func `3.4.8 the item of an object is found, changed and deleted`() throws {
        let other = try CertificateVector.named("version 2").object()
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.status(of: item) == errSecSuccess)
        #expect(keychain.status(of: [kSecValueRef: .certificate(other)]) == errSecItemNotFound)
        #expect(keychain.find(item.with([kSecReturnPersistentRef: true])).value == keychain.reference(certificate()))
        #expect(keychain.update(item, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.find(item.with([kSecReturnAttributes: true])).attributes["labl"] == "new")
        #expect(keychain.status(of: item.with([kSecAttrLabel: "old"])) == errSecItemNotFound)
        #expect(keychain.delete([kSecValueRef: .certificate(other)]) == errSecItemNotFound)
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: certificate()) == errSecItemNotFound)
    }

    @Test func `3.4.8 the item of a key is found by it, whatever it may be used for`() throws {
        let (publicKey, privateKey) = try (KeyVector.named("p256").publicKey(), KeyVector.named("p256").privateKey())
        let item: Entries = [kSecValueRef: .key(privateKey)]
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(keychain.add(item.with([kSecAttrApplicationTag: "tag", kSecAttrCanSign: false])) == errSecSuccess)
        #expect(keychain.attributes(key())["sign"] == 0)
        #expect(keychain.find(item.with([kSecReturnRef: true])).object === privateKey)
        #expect(keychain.status(of: [kSecValueRef: .key(publicKey)]) == errSecItemNotFound)
        #expect(keychain.update(item, [kSecAttrLabel: "label", kSecAttrIsPermanent: false]) == errSecSuccess)
        #expect(keychain.status(of: item.with([kSecAttrLabel: "label"])) == errSecSuccess)
        #expect(keychain.delete([kSecValueRef: .key(publicKey)]) == errSecItemNotFound)
        #expect(keychain.delete(item) == errSecSuccess)
        #expect(keychain.status(of: key()) == errSecItemNotFound)
    }

    @Test func `3.6.3 a delete by an object takes its item and no other`() throws {
        let kept = try CertificateVector.named("version 2").object()
        let privateKey = try KeyVector.named("p256").privateKey()
        let publicKey = try KeyVector.named("p256").publicKey()
        for object in [.certificate(object), .certificate(kept), .key(privateKey), .key(publicKey)] as [Value] {
            #expect(keychain.add([kSecValueRef: object]) == errSecSuccess)
        }
        for object in [.certificate(object), .key(publicKey)] as [Value] {
            #expect(keychain.delete([kSecValueRef: object]) == errSecSuccess)
            #expect(keychain.delete([kSecValueRef: object]) == errSecItemNotFound)
        }
        let left = [certificate(), key()].map { keychain.find($0.with([kSecReturnRef: true, kSecMatchLimit: all])) }
        #expect(left.map(\.elements) == [[.certificate(kept)], [.key(privateKey)]])
    }
}
