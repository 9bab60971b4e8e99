// The Public Key Interoperability Test Suite of NIST, without its checks of revocation lists.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust
import SwiftASN1
import Testing

@Suite struct PKITSTests {
    /// Certificates by their names, and what comes of chains of them. The lists of revoked certificates, and the 66
    /// checks of them (4.4, 4.14, 4.15), are left out: nothing reads such lists here.
    struct Suite: Decodable {
        let anchor: String
        let policies: [String: String]
        let certificates: [String: Data]
        let tests: [Check]
    }

    struct Check: Decodable, Sendable, CustomTestStringConvertible {
        let number: String
        let name: String
        let chain: [String]
        let valid: Bool
        let initialPolicySet: [String]?
        let initialExplicitPolicy: Bool?
        let initialPolicyMappingInhibit: Bool?
        let initialInhibitAnyPolicy: Bool?
        var testDescription: String { "\(number) \(name)" }
    }

    private static let suite = try? Vectors.load(Suite.self, from: "PKITS.json")
    /// 2011-04-15.
    private static let date = 324_518_400.0
    /// DSA, which no key of Apple's systems has either (`SecCertificateCopyKey`).
    private static let refused = ["4.1.4", "4.1.5"]
    /// What is wrong with these stands in lists of revoked certificates, or with who has signed such a list.
    private static let needLists = ["4.5.2", "4.5.5", "4.5.7", "4.7.4", "4.7.5"]

    private static func isTrusted(_ check: Check) -> Bool {
        needLists.contains(check.number) || check.valid && !refused.contains(check.number)
    }

    private let certificates: [String: Certificate]
    private let evaluator: TrustEvaluator
    private let suite: Suite

    init() throws {
        suite = try #require(Self.suite)
        certificates = suite.certificates.compactMapValues { try? Certificate(der: Array($0)) }
        let anchor = try #require(certificates[suite.anchor])
        evaluator = TrustEvaluator(anchors: TrustAnchors(certificates: [anchor]))
    }

    @Test func `all 183 checks are there`() {
        #expect(suite.tests.count == 183)
    }

    @Test(arguments: suite?.tests ?? []) func `each chain is what NIST says that it is`(check: Check) throws {
        let chain = check.chain.compactMap { certificates[$0] }
        // Signatures that are no whole bytes make no certificate.
        guard chain.count == check.chain.count else {
            #expect(!check.valid)
            return
        }
        let result = result(of: chain[chain.count - 1], through: Array(chain.dropLast()), check)
        #expect(result.isTrusted == Self.isTrusted(check), "\(result)")
    }

    @Test(arguments: suite?.tests ?? [])
    func `so it is if every certificate of the suite may be an issuer`(check: Check) throws {
        guard let leaf = check.chain.last.flatMap({ certificates[$0] }) else {
            #expect(!check.valid)
            return
        }
        let others = suite.certificates.keys.sorted().compactMap { certificates[$0] }
        let result = result(of: leaf, through: others, check)
        #expect(result.isTrusted == Self.isTrusted(check), "\(result)")
    }

    private func result(of leaf: Certificate, through others: [Certificate], _ check: Check) -> TrustResult {
        var policies = InitialPolicies()
        policies.accepted = check.initialPolicySet.map { names in
            Set(names.compactMap { suite.policies[$0] }.compactMap { try? ASN1ObjectIdentifier(dotRepresentation: $0) })
        }
        policies.requiresPolicy = check.initialExplicitPolicy ?? false
        policies.forbidsMapping = check.initialPolicyMappingInhibit ?? false
        policies.forbidsAnyPolicy = check.initialInhibitAnyPolicy ?? false
        return evaluator.evaluation(
            of: leaf, through: others, for: [anyUse], at: Self.date, policies: policies
        ).result
    }
}
