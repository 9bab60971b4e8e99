// Policies as objects.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite struct PolicyTests {
    private func properties(_ policy: SecPolicy) throws -> [String: Value] {
        .init(entriesOf: try #require(SecPolicyCopyProperties(policy)))
    }

    @Test func `a policy tells its properties`() throws {
        #expect(try properties(SecPolicyCreateBasicX509()) == ["SecPolicyOid": "1.2.840.113635.100.1.2"])
        let server: [String: Value] = ["SecPolicyOid": "1.2.840.113635.100.1.3"]
        #expect(try properties(SecPolicyCreateSSL(true, nil)) == server)
        let host: [String: Value] = ["SecPolicyName": "example.org"]
        #expect(try properties(SecPolicyCreateSSL(true, "example.org")) == server.merging(host) { $1 })
        let client: [String: Value] = ["SecPolicyClient": true]
        #expect(try properties(SecPolicyCreateSSL(false, nil)) == server.merging(client) { $1 })
        #expect(
            try properties(SecPolicyCreateSSL(false, "example.org"))
                == server.merging(client) { $1 }.merging(host) { $1 })
    }

    @Test func `a policy is made of its properties, and of no others`() throws {
        let policies = [
            SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, "example.org"), SecPolicyCreateSSL(false, nil),
            try #require(
                SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, [kSecPolicyName: "a@b.example"] as CFDictionary)),
            try #require(SecPolicyCreateWithProperties(kSecPolicyAppleCodeSigning, nil)),
            try #require(SecPolicyCreateWithProperties(kSecPolicyAppleEAP, [kSecPolicyClient: true] as CFDictionary)),
            try #require(
                SecPolicyCreateWithProperties(
                    kSecPolicyAppleEAP, [kSecPolicyName: ["a.example", "*.b.example"]] as CFDictionary)),
            try #require(SecPolicyCreateWithProperties(kSecPolicyAppleEAP, [kSecPolicyName: "a"] as CFDictionary)),
            try #require(SecPolicyCreateRevocation(kSecRevocationCRLMethod)),
        ]
        for policy in policies {
            let properties = try #require(SecPolicyCopyProperties(policy))
            let identifier = try #require(properties.object(forKey: kSecPolicyOid) as? NSString)
            #expect(SecPolicyCreateWithProperties(identifier, properties) == policy)
        }
        #expect(Set(policies).count == policies.count)
        #expect(SecPolicyCreateWithProperties("1.2.3" as NSString, nil) == nil)
        #expect(SecPolicyCreateWithProperties(1 as NSNumber, nil) == nil)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, [kSecPolicyName: 1] as CFDictionary) == nil)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, [kSecPolicyName: ["a"]] as CFDictionary) == nil)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleEAP, [kSecPolicyName: ["a", 1]] as CFDictionary) == nil)
    }

    @Test func `policies are equal when all they say is`() {
        let policies = [
            SecPolicyCreateBasicX509(), SecPolicyCreateSSL(true, nil), SecPolicyCreateSSL(false, nil),
            SecPolicyCreateSSL(true, "a.example"), SecPolicyCreateSSL(true, "b.example"),
            SecPolicyCreateSSL(false, "a.example"),
        ]
        for (place, policy) in policies.enumerated() {
            for (other, otherPolicy) in policies.enumerated() {
                #expect(CFEqual(policy, otherPolicy) == (place == other))
                #expect((policy == otherPolicy) == (place == other))
            }
        }
        #expect(CFEqual(SecPolicyCreateSSL(true, "a.example"), SecPolicyCreateSSL(true, "a.example")))
        #expect(CFHash(SecPolicyCreateBasicX509()) == CFHash(SecPolicyCreateBasicX509()))
    }

    @Test func `a policy has a type of its own`() {
        #expect(CFGetTypeID(SecPolicyCreateBasicX509()) == SecPolicyGetTypeID())
        #expect(SecPolicyGetTypeID() != SecAccessControlGetTypeID())
        #expect(SecPolicyGetTypeID() != 0)
    }

    @Test func `a policy does not print its host`() {
        let policy = SecPolicyCreateSSL(true, "secret.example")
        var dumped = ""
        dump(policy, to: &dumped)
        #expect(!"\(policy) \(dumped) \(CFCopyDescription(policy) as String? ?? "")".contains("secret"))
    }
}
