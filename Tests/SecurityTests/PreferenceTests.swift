// Identities and certificates that are preferred for services, over every transport.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct PreferenceTests {
    private let keychain: Keychain
    private let calls: PreferenceCalls
    private let ann: SecIdentity
    private let bob: SecIdentity

    init() throws {
        keychain = try Keychain()
        calls = PreferenceCalls(client: keychain.client)
        ann = try Self.made("p256")
        bob = try Self.made("p384")
        for identity in [ann, bob] { #expect(keychain.add([kSecValueRef: .identity(identity)]) == errSecSuccess) }
    }

    private static func made(_ id: String) throws -> SecIdentity {
        try #require(SecIdentityCreate(nil, CertificateVector.of(id), KeyVector.named(id).privateKey()))
    }

    private func set(_ identity: SecIdentity?, _ name: String, _ usage: CFString...) -> OSStatus {
        calls.set(identity, name as NSString, usage.isEmpty ? nil : usage as NSArray)
    }

    private func preferred(_ name: String, _ usage: CFString..., issuers: [Data]? = nil) -> SecIdentity? {
        calls.identity(name as NSString, usage.isEmpty ? nil : usage as NSArray, issuers.map { $0 as NSArray })
    }

    private func subject(_ identity: SecIdentity) throws -> Data {
        try #require(SecCertificateCopyNormalizedSubjectSequence(identity.halves.certificate)) as Data
    }

    @Test func `an identity is preferred for a service until another is, or none`() {
        #expect(preferred("https://example.com/") == nil)
        #expect(set(ann, "https://example.com/") == errSecSuccess)
        #expect(preferred("https://example.com/") === ann)
        #expect(set(bob, "https://example.com/") == errSecSuccess)
        #expect(preferred("https://example.com/") === bob)
        #expect(keychain.count == 1)
        #expect(preferred("https://example.org/") == nil)
        #expect(set(nil as SecIdentity?, "https://example.com/") == errSecSuccess)
        #expect(preferred("https://example.com/") == nil)
        #expect(set(nil as SecIdentity?, "https://example.com/") == errSecSuccess)
    }

    @Test func `the closest preference counts`() {
        #expect(set(ann, "*.example.com") == errSecSuccess)
        #expect(preferred("https://www.example.com/shop/cart?x=1") === ann)
        #expect(preferred("deep.mail.example.com") === ann)
        #expect(preferred("https://example.com/") == nil)
        #expect(set(bob, "https://www.example.com/shop/") == errSecSuccess)
        #expect(preferred("https://www.example.com/shop/cart?x=1") === bob)
        #expect(preferred("https://www.example.com/shopping") === ann)
        #expect(preferred("https://www.example.com/") === ann)
    }

    @Test func `each use has its own, and any use stands behind them`() {
        #expect(set(ann, "mail") == errSecSuccess)
        #expect(set(bob, "mail", kSecAttrCanSign) == errSecSuccess)
        #expect(preferred("mail", kSecAttrCanSign) === bob)
        #expect(preferred("mail", kSecAttrCanDecrypt) === ann)
        #expect(preferred("mail") === ann)
        #expect(set(nil as SecIdentity?, "mail", kSecAttrCanSign) == errSecSuccess)
        #expect(preferred("mail", kSecAttrCanSign) === ann)
        #expect(set(bob, "other", kSecAttrCanSign, kSecAttrCanDecrypt) == errSecSuccess)
        #expect(preferred("other", kSecAttrCanSign) == nil)
        #expect(preferred("other", kSecAttrCanDecrypt, kSecAttrCanSign) === bob)
        #expect(preferred("other") === bob)
        #expect(set(nil as SecIdentity?, "other") == errSecSuccess)
        #expect(preferred("other") == nil)
    }

    @Test func `an identity of other issuers is not preferred`() throws {
        #expect(set(ann, "https://example.com/") == errSecSuccess)
        // The certificates issue themselves.
        #expect(preferred("https://example.com/a", issuers: [try subject(ann)]) === ann)
        #expect(preferred("https://example.com/a", issuers: [try subject(bob), try subject(ann)]) === ann)
        #expect(preferred("https://example.com/a", issuers: [try subject(bob)]) == nil)
        #expect(set(bob, "*.com") == errSecSuccess)
        #expect(preferred("https://example.com/a", issuers: [try subject(bob)]) === bob)
        #expect(calls.identity("https://example.com/a", nil, ["no name"] as NSArray) == nil)
    }

    @Test func `a preference is kept as macOS keeps it, and has no secret`() throws {
        #expect(set(ann, "https://example.com/", kSecAttrCanSign) == errSecSuccess)
        let kept = keychain.attributes(generic())
        #expect(kept["svce"] == "https://example.com/" && kept["labl"] == "https://example.com/")
        #expect(kept["acct"] == "Latchkey p256 [key usage 0x4] ")
        #expect(kept["type"] == 0x6970_7266 && kept["scrp"] == 4 && kept["pdmn"] == "ck")
        #expect(kept["gena"] == keychain.reference(identity([kSecAttrLabel: "Latchkey p256"])))
        #expect(keychain.find(generic([kSecReturnData: true])).value == .data(Data()))
    }

    @Test func `certificates are preferred beside identities`() throws {
        let certificate = try CertificateVector.of("p384")
        #expect(calls.set(certificate, "ann@example.com", nil) == errSecSuccess)
        #expect(calls.certificate("ann@example.com", nil) === certificate)
        #expect(preferred("ann@example.com") == nil)
        #expect(set(ann, "ann@example.com") == errSecSuccess)
        #expect(calls.certificate("ann@example.com", nil) === certificate)
        #expect(preferred("ann@example.com") === ann)
        #expect(calls.set(nil as SecCertificate?, "ann@example.com", nil) == errSecSuccess)
        #expect(calls.certificate("ann@example.com", nil) == nil)
        #expect(preferred("ann@example.com") === ann)
    }

    @Test func `what is not in the keychain is not preferred, nor what is not any more`() throws {
        let stranger = try Self.made("p521")
        #expect(set(stranger, "service") == errSecItemNotFound)
        #expect(try calls.set(CertificateVector.of("p521"), "service", nil) == errSecItemNotFound)
        #expect(set(ann, "service") == errSecSuccess)
        #expect(keychain.delete([kSecValueRef: .identity(ann)]) == errSecSuccess)
        #expect(preferred("service") == nil)
    }

    @Test func `where the key of the closest one is locked, no other identity takes its place`() throws {
        #expect(keychain.delete([kSecValueRef: .identity(bob)]) == errSecSuccess)
        let whileLocked: Value = .constant(kSecAttrAccessibleAfterFirstUnlock)
        #expect(keychain.add([kSecValueRef: .identity(bob), kSecAttrAccessible: whileLocked]) == errSecSuccess)
        #expect(set(ann, "https://example.com/shop/") == errSecSuccess)
        #expect(set(bob, "https://example.com/") == errSecSuccess)
        try keychain.client.changePassword(from: nil, to: "password")
        #expect(preferred("https://example.com/shop/cart") === ann)
        try keychain.client.lock()
        #expect(preferred("https://example.com/shop/cart") == nil)
        #expect(preferred("https://example.com/") === bob)
        try keychain.client.unlock("password")
        #expect(preferred("https://example.com/shop/cart") === ann)
    }

    @Test func `a program finds its own preferences`() {
        let other = keychain.asProgram(of: "TEAM123456.other")
        #expect(set(ann, "service") == errSecSuccess)
        let others = PreferenceCalls(client: other.client)
        #expect(others.identity("service", nil, nil) == nil)
        #expect(others.set(nil as SecIdentity?, "service", nil) == errSecSuccess)
        #expect(preferred("service") === ann)
    }

    @Test func `names and uses that are none are refused`() {
        #expect(set(ann, "") == errSecParam)
        #expect(set(ann, String(repeating: "x", count: 4097)) == errSecParam)
        #expect(set(ann, "service", kSecAttrLabel) == errSecParam)
        #expect(calls.set(ann, "service", [4] as NSArray) == errSecParam)
        #expect(calls.identity("", nil, nil) == nil)
        #expect(calls.identity("service", ["sign", 4] as NSArray, nil) == nil)
        #expect(keychain.count == 0)
    }
}
