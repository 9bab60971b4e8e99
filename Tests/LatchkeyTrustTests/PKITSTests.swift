// The Public Key Interoperability Test Suite of NIST.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust
import SwiftASN1
import Testing

@Suite struct PKITSTests {
    /// Certificates and lists of revoked ones by their names, and what comes of chains of them.
    struct Suite: Decodable {
        let anchor: String
        let policies: [String: String]
        let certificates: [String: Data]
        let lists: [String: Data]
        let tests: [Check]
    }

    struct Check: Decodable, Sendable, CustomTestStringConvertible {
        let number: String
        let name: String
        let chain: [String]
        let lists: [String]
        let valid: Bool
        let initialPolicySet: [String]?
        let initialExplicitPolicy: Bool?
        let initialPolicyMappingInhibit: Bool?
        let initialInhibitAnyPolicy: Bool?
        var testDescription: String { "\(number) \(name)" }

        /// Whether what NIST asks about stands in lists alone.
        var isAboutLists: Bool { ["4.4.", "4.14.", "4.15."].contains { number.hasPrefix($0) } }
    }

    private static let suite = try? Vectors.load(Suite.self, from: "PKITS.json")
    /// 2011-04-15.
    private static let date = 324_518_400.0
    /// DSA, which no key of Apple's systems has either (`SecCertificateCopyKey`).
    private static let refused = ["4.1.4", "4.1.5"]
    /// Without lists: what is wrong with these stands in lists, or with who has signed such a list.
    private static let needLists = ["4.5.2", "4.5.5", "4.5.7", "4.7.4", "4.7.5"]

    private static func isTrusted(_ check: Check) -> Bool { check.valid && !refused.contains(check.number) }

    /// Read once for all checks.
    private static let certificates = (suite?.certificates ?? [:]).compactMapValues { try? Certificate(der: Array($0)) }
    private static let lists = (suite?.lists ?? [:]).compactMapValues { try? RevocationList(der: Array($0)) }

    private let evaluator: TrustEvaluator
    private let suite: Suite

    init() throws {
        suite = try #require(Self.suite)
        let anchor = try #require(Self.certificates[suite.anchor])
        evaluator = TrustEvaluator(anchors: TrustAnchors(certificates: [anchor]))
    }

    @Test func `all 249 checks are there`() {
        #expect(suite.tests.count == 249)
        #expect(suite.tests.count(where: \.isAboutLists) == 66)
        #expect(suite.certificates.count == 405 && suite.lists.count == 173)
        // Its signature is no whole bytes.
        #expect(suite.lists.keys.filter { Self.lists[$0] == nil } == ["BadCRLSignatureCACRL"])
    }

    @Test(arguments: suite?.tests.filter { $0.name.contains("Revoked") } ?? [])
    func `what NIST calls revoked is known to be`(check: Check) throws {
        guard let chain = chain(of: check), let leaf = chain.last else { return }
        let lists = check.lists.compactMap { Self.lists[$0] }
        let result = result(of: leaf, through: Array(chain.dropLast()), check, RevocationSource(lists: lists))
        #expect(result == untrusted(.revoked))
    }

    @Test(arguments: suite?.tests.filter { !$0.isAboutLists } ?? [])
    func `without lists each chain of the other 183 is what NIST says of all else`(check: Check) throws {
        guard let chain = chain(of: check), let leaf = chain.last else { return }
        let result = result(of: leaf, through: Array(chain.dropLast()), check)
        let isTrusted = Self.isTrusted(check) || Self.needLists.contains(check.number)
        #expect(result.isTrusted == isTrusted, "\(result)")
    }

    @Test(arguments: suite?.tests.filter { !$0.isAboutLists } ?? [])
    func `so it is without lists if every certificate of the suite may be an issuer`(check: Check) throws {
        guard let leaf = chain(of: check)?.last else { return }
        let others = suite.certificates.keys.sorted().compactMap { Self.certificates[$0] }
        let isTrusted = Self.isTrusted(check) || Self.needLists.contains(check.number)
        let result = result(of: leaf, through: others, check)
        #expect(result.isTrusted == isTrusted, "\(result)")
    }

    @Test(arguments: suite?.tests ?? []) func `with its lists each chain is what NIST says`(check: Check) throws {
        guard let chain = chain(of: check), let leaf = chain.last else { return }
        let lists = check.lists.compactMap { Self.lists[$0] }
        let result = result(
            of: leaf, through: Array(chain.dropLast()), check, RevocationSource(lists: lists, demand: .all))
        #expect(result.isTrusted == Self.isTrusted(check), "\(result)")
    }

    @Test(arguments: suite?.tests ?? [])
    func `so it is if every certificate and every list of the suite is given`(check: Check) throws {
        guard let leaf = check.chain.last.flatMap({ Self.certificates[$0] }) else {
            #expect(!check.valid)
            return
        }
        let others = suite.certificates.keys.sorted().compactMap { Self.certificates[$0] }
        let lists = suite.lists.keys.sorted().compactMap { Self.lists[$0] }
        let result = result(of: leaf, through: others, check, RevocationSource(lists: lists, demand: .all))
        #expect(result.isTrusted == Self.isTrusted(check), "\(result)")
    }

    /// Nil for a chain with a certificate that is none: one with a signature that is no whole bytes.
    private func chain(of check: Check) -> [Certificate]? {
        let chain = check.chain.compactMap { Self.certificates[$0] }
        guard chain.count == check.chain.count else {
            #expect(!check.valid)
            return nil
        }
        return chain
    }

    private func result(
        of leaf: Certificate, through others: [Certificate], _ check: Check,
        _ revocation: RevocationSource = RevocationSource()
    ) -> TrustResult {
        var policies = InitialPolicies()
        policies.accepted = check.initialPolicySet.map { names in
            Set(names.compactMap { suite.policies[$0] }.compactMap { try? ASN1ObjectIdentifier(dotRepresentation: $0) })
        }
        policies.requiresPolicy = check.initialExplicitPolicy ?? false
        policies.forbidsMapping = check.initialPolicyMappingInhibit ?? false
        policies.forbidsAnyPolicy = check.initialInhibitAnyPolicy ?? false
        return evaluator.evaluation(
            of: leaf, through: others, for: [anyUse], at: Self.date, policies: policies, revocation: revocation
        ).result
    }
}
