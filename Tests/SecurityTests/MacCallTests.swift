// Smaller calls that only macOS has, or that are older forms of others.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct MacCallTests {
    private let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test func `the identity of a certificate has the key that is stored, in the keychains that are named`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PKCS12/legacy.p12")
        var importing = FileImport(format: .formatPKCS12, type: .itemTypeUnknown)
        var parameters = unsafe SecItemImportExportKeyParameters()
        let phrase = NSString(string: TestSecret(exactly: "fixture-passphrase").text)
        unsafe parameters.passphrase = unsafe Unmanaged.passUnretained(phrase)
        try unsafe importing.take(parameters)
        let objects = try importing.run(
            try Data(contentsOf: file) as NSData, into: nil, of: keychain.client
        ).objects
        let identity = try #require(objects.first as? SecIdentity)
        var (certificate, privateKey): (SecCertificate?, SecKey?) = (nil, nil)
        #expect(unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        #expect(unsafe SecIdentityCopyPrivateKey(identity, &privateKey) == errSecSuccess)
        let (own, ownKey) = (try #require(certificate), try #require(privateKey))
        let calls = PasswordCalls(client: keychain.client)
        #expect(failure { _ = try calls.identity(of: own, in: nil) } == .itemNotFound)
        let other = try keychain.another()
        #expect(keychain.add([kSecValueRef: .key(ownKey), kSecUseKeychain: other]) == errSecSuccess)
        #expect(failure { _ = try calls.identity(of: own, in: nil) } == .itemNotFound)
        guard let target = other.object as? SecKeychain else {
            Issue.record("a keychain expected")
            return
        }
        #expect(try calls.identity(of: own, in: target) === identity)
        #expect(try calls.identity(of: own, in: NSArray(array: [target])) === identity)
        #expect(failure { _ = try calls.identity(of: own, in: NSString(string: "x")) } == .parameter)
    }

    @Test func `a policy without properties is the one of its identifier`() throws {
        let policy = try #require(SecPolicyCreateWithOID(kSecPolicyAppleX509Basic))
        #expect(policy == SecPolicyCreateBasicX509())
        #expect(SecPolicyCreateWithOID(NSString(string: "1.2.3")) == nil)
    }

    @Test func `an evaluation on a queue gives the result as a type`() async throws {
        let certificate = try #require(
            SecCertificateCreateWithData(nil, try Self.certificate() as CFData))
        var trust: SecTrust?
        #expect(
            unsafe SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &trust) == errSecSuccess)
        let object = try #require(trust)
        let result = await withCheckedContinuation { continuation in
            SecTrustEvaluateAsync(object, nil) { same, result in
                continuation.resume(returning: same === object ? result : .invalid)
            }
        }
        #expect(result == .recoverableTrustFailure)
    }

    private static func certificate() throws -> Data {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: tests.appendingPathComponent("Fixtures/PKCS12/leaf.der"))
    }

    @Test func `the roots of the system are certificates`() {
        var anchors: CFArray?
        let status = unsafe SecTrustCopyAnchorCertificates(&anchors)
        #expect(status == errSecSuccess || status == errSecTrustNotAvailable)
        #expect((anchors.map { _cfElements(of: $0) } ?? []).allSatisfy { $0 is SecCertificate })
        #expect((anchors == nil) == (status != errSecSuccess))
    }

    @Test func `a task has the entitlements that the keychain sees`() throws {
        let task = SecTask(try keychain.client.identity())
        let groups = try #require(task.value(of: "keychain-access-groups") as? NSArray)
        #expect(groups.contains("TEAM123456.test"))
        #expect(task.value(of: "com.apple.private.everything") == nil)
        let some = NSArray(array: ["keychain-access-groups", "none", 1])
        let values = SecTaskCopyValuesForEntitlements(task, some, nil)
        #expect(values?.count == 1)
        #expect(CFGetTypeID(task) == SecTaskGetTypeID())
        #expect(SecTaskGetCodeSignStatus(task) == 0)
    }

    @Test func `an audit token names no other program`() throws {
        var token = audit_token_t()
        #expect(SecTaskCreateWithAuditToken(nil, token) == nil)
        token.val.5 = 1
        #expect(SecTaskCreateWithAuditToken(nil, token) == nil)
        let origins: [(IdentityReport.Origin, UInt32)] = [
            (.signature(team: "TEAM123456", identifier: "program", digest: []), 0x2000_0001), (.path, 0),
        ]
        for (origin, status) in origins {
            let report = IdentityReport(
                processID: 1, userID: 1, executable: "/program", origin: origin, applicationIdentifier: nil,
                accessGroups: [])
            #expect(SecTaskGetCodeSignStatus(SecTask(report)) == status)
        }
    }

    @Test func `a program knows who it is without a default keychain`() throws {
        let before = try keychain.client.identity()
        try keychain.client.preferences.setDefaultKeychain(nil)
        #expect(try keychain.client.identity() == before)
    }

    @Test func `no program is associated with a domain`() async {
        let added = await withCheckedContinuation { continuation in
            SecAddSharedWebCredential("example.org", "alice", "x") { continuation.resume(returning: $0?.code) }
        }
        #expect(added == Int(errSecMissingEntitlement))
        let unnamed = await withCheckedContinuation { continuation in
            SecAddSharedWebCredential("", "alice", nil) { continuation.resume(returning: $0?.code) }
        }
        #expect(unnamed == Int(errSecParam))
        let found = await withCheckedContinuation { continuation in
            SecRequestSharedWebCredential(nil, nil) { list, error in
                continuation.resume(returning: list == nil ? error?.code : nil)
            }
        }
        #expect(found == Int(errSecMissingEntitlement))
    }

    @Test func `the older call makes the same key`() throws {
        let vector = try KeyVector.named("p256")
        let attributes =
            [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic] as [CFString: Any]
        let key = SecKeyCreateFromData(attributes as CFDictionary, Data(vector.public.bytes) as NSData, nil)
        #expect(try key === vector.publicKey())
    }
}
