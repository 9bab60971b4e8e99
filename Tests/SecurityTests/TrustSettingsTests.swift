// The decisions of a user about certificates, by the calls.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@testable import Security

@Suite struct TrustSettingsTests {
    private let keychain: Keychain
    private let calls: TrustSettingsCalls

    init() throws {
        keychain = try Keychain()
        let machine = TrustSettingsFile(path: keychain.client.configuration.home + "/machine.plist")
        calls = TrustSettingsCalls(client: keychain.client, machine: machine)
    }

    private func certificate(_ name: String) throws -> SecCertificate {
        SecCertificate.object(for: try TrustFixture.certificate(name))
    }

    private func status<Value>(_ result: Result<Value, TrustSettingsCalls.Refusal>) -> OSStatus {
        switch result {
        case .success: errSecSuccess
        case .failure(let refusal): refusal.status
        }
    }

    @Test func `without a decision there is none`() throws {
        let root = try certificate("root")
        for domain in [SecTrustSettingsDomain.user, .admin] {
            #expect(status(calls.settings(of: root, domain)) == errSecItemNotFound)
            #expect(status(calls.certificates(domain)) == errSecNoTrustSettings)
            #expect(status(calls.representation(of: domain)) == errSecNoTrustSettings)
            #expect(status(calls.modificationDate(of: root, domain)) == errSecItemNotFound)
            #expect(calls.remove(root, domain) == errSecItemNotFound)
        }
    }

    @Test func `a decision is what an evaluation goes by, and is taken back`() throws {
        let root = try certificate("foreign-root")
        let server = try certificate("of-foreign-root")
        func isTrusted() -> Bool {
            SecTrust(
                [server], [SecPolicyCreateSSL(true, nil)],
                source: TrustSource(client: keychain.client, anchors: TrustAnchors(certificates: []))
            ).evaluate().isTrusted
        }
        #expect(!isTrusted())
        #expect(calls.set(nil, for: root, .user) == errSecSuccess)
        #expect(isTrusted())
        let mail = [kSecTrustSettingsPolicy: SecPolicy(.email(address: nil))] as NSDictionary
        #expect(calls.set(mail, for: root, .user) == errSecSuccess)
        #expect(!isTrusted(), "the decision took the place of the one before")
        #expect(calls.remove(root, .user) == errSecSuccess)
        #expect(status(calls.settings(of: root, .user)) == errSecItemNotFound)
    }

    @Test func `decisions are read as they were written, from their bytes as well`() throws {
        let root = try certificate("root")
        let ssl: NSDictionary = [
            kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil), kSecTrustSettingsPolicyString: "www.example.test",
            kSecTrustSettingsResult: SecTrustSettingsResult.deny.rawValue as NSNumber,
        ]
        let any: NSDictionary = [kSecTrustSettingsResult: 1 as NSNumber]
        #expect(calls.set([ssl, any] as NSArray, for: root, .user) == errSecSuccess)
        let found = try calls.settings(of: root, .user).get()
        #expect(found == [ssl, any] as NSArray)
        #expect(try calls.certificates(.user).get() == [root] as NSArray)
        let date = try calls.modificationDate(of: root, .user).get().timeIntervalSinceReferenceDate
        #expect(abs(date - Date.timeIntervalSinceReferenceDate) < 60)
        let bytes = try calls.representation(of: .user).get()
        #expect(calls.remove(root, .user) == errSecSuccess)
        #expect(calls.replace(by: Array(bytes as Data), .admin) == errSecSuccess)
        #expect(try calls.settings(of: root, .admin).get() == found)
        #expect(status(calls.settings(of: root, .user)) == errSecItemNotFound)
    }

    @Test func `a name in the policy limits the decision`() throws {
        let root = try certificate("root")
        let policy = SecPolicyCreateSSL(true, "www.example.test")
        #expect(calls.set([kSecTrustSettingsPolicy: policy] as NSDictionary, for: root, .user) == errSecSuccess)
        let found = try #require(try calls.settings(of: root, .user).get().firstObject as? NSDictionary)
        #expect(found[kSecTrustSettingsPolicyString] as? NSString == "www.example.test")
    }

    @Test func `what cannot be decided is refused, and changes nothing`() throws {
        let root = try certificate("root")
        #expect(calls.set(nil, for: root, .user) == errSecSuccess)
        for value in [
            "text" as NSString, [1] as NSArray, [kSecTrustSettingsResult: 9] as NSDictionary,
            [kSecTrustSettingsAllowedError: -1] as NSDictionary, [kSecTrustSettingsApplication: "x"] as NSDictionary,
            [kSecTrustSettingsKeyUsage: 1] as NSDictionary, [kSecTrustSettingsPolicy: "x"] as NSDictionary,
            [kSecTrustSettingsResult: SecTrustSettingsResult.trustAsRoot.rawValue] as NSDictionary,
            [kSecTrustSettingsPolicyString: 1] as NSDictionary,
            [kSecTrustSettingsPolicy: SecPolicyCreateSSL(false, nil)] as NSDictionary,
            [
                kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, "a.test"), kSecTrustSettingsPolicyString: "b.test",
            ] as NSDictionary,
        ] as [CFTypeRef] { #expect(calls.set(value, for: root, .user) == errSecParam, "\(value)") }
        #expect(calls.set(nil, for: try certificate("intermediate"), .user) == errSecParam, "it is no root")
        #expect(calls.replace(by: Array("none".utf8), .user) == errSecInvalidTrustSettings)
        #expect(calls.set(nil, for: root, .system) == errSecDataNotModifiable)
        #expect(try calls.settings(of: root, .user).get().count == 1)
        #expect(SecTrustSettingsDomain.system.rawValue == 2 && SecTrustSettingsResult.unspecified.rawValue == 4)
    }
}
