// The policies of a path (RFC 5280, sections 6.1.2 to 6.1.5).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import SwiftASN1

/// The tree of RFC 5280 can have more nodes than any machine has memory. Here each policy is at a level once, with the
/// policies of the first level that it comes from: that is all that the answer depends on.
struct PolicyTree {
    /// Most policies of a certificate, and most mappings. With more of them no demand is met.
    static let greatestCount = 512
    /// Most of the user's policies that are kept at a level.
    private static let greatestSize = 1 << 14

    /// For each policy that the next certificate may name, those that the user knows it by. ``any`` is one of them.
    private var expected: [ASN1ObjectIdentifier: Set<ASN1ObjectIdentifier>] = [any: [any]]

    private static let any: ASN1ObjectIdentifier = [2, 5, 29, 32, 0]

    /// Whether the policies of certificates are those that are demanded.
    /// - Parameter certificates: the one nearest to the root first, without the one that is trusted.
    static func allows(_ certificates: [Certificate], _ initial: InitialPolicies) -> Bool {
        let count = certificates.count
        guard count > 0 else { return true }
        var tree = PolicyTree()
        var explicit = initial.requiresPolicy ? 0 : count + 1
        var mapping = initial.forbidsMapping ? 0 : count + 1
        var inhibitAny = initial.forbidsAnyPolicy ? 0 : count + 1
        for (place, certificate) in certificates.enumerated() {
            let extensions = certificate.extensions
            let isLast = place == count - 1
            let isSelfIssued = certificate.isSelfIssued
            guard extensions.policies?.count ?? 0 <= greatestCount, extensions.policyMappings.count <= greatestCount
            else {
                return false
            }
            tree.process(extensions.policies, isAnyAllowed: inhibitAny > 0 || !isLast && isSelfIssued)
            // Whoever takes any policy asks only whether there is one.
            if initial.accepted == nil { tree.expected = tree.expected.mapValues { _ in [any] } }
            guard explicit > 0 || !tree.expected.isEmpty else { return false }
            if isLast { break }
            guard !extensions.policyMappings.contains(where: { $0.issuer == any || $0.subject == any }) else {
                return false
            }
            guard tree.map(extensions.policyMappings, isAllowed: mapping > 0) else { return false }
            if !isSelfIssued {
                explicit = max(explicit - 1, 0)
                mapping = max(mapping - 1, 0)
                inhibitAny = max(inhibitAny - 1, 0)
            }
            explicit = min(explicit, extensions.policyConstraints?.requireExplicitPolicy ?? explicit)
            mapping = min(mapping, extensions.policyConstraints?.inhibitPolicyMapping ?? mapping)
            inhibitAny = min(inhibitAny, extensions.inhibitAnyPolicy ?? inhibitAny)
        }
        explicit = max(explicit - 1, 0)
        if certificates[count - 1].extensions.policyConstraints?.requireExplicitPolicy == 0 { explicit = 0 }
        return explicit > 0 || tree.meets(initial.accepted)
    }

    /// Section 6.1.3 (d) and (e).
    private mutating func process(_ policies: [ASN1ObjectIdentifier]?, isAnyAllowed: Bool) {
        var next: [ASN1ObjectIdentifier: Set<ASN1ObjectIdentifier>] = [:]
        for policy in policies ?? [] where policy != Self.any {
            if let known = expected[policy] {
                next[policy] = known
            } else if expected[Self.any] != nil {
                next[policy] = [policy]
            }
        }
        if isAnyAllowed, policies?.contains(Self.any) ?? false {
            for (policy, known) in expected where next[policy] == nil { next[policy] = known }
        }
        expected = next
    }

    /// Section 6.1.4 (b).
    /// - Returns: false if there is more than is kept.
    private mutating func map(_ mappings: [PolicyMapping], isAllowed: Bool) -> Bool {
        var next = expected
        for mapping in mappings { next[mapping.issuer] = nil }
        if isAllowed {
            for mapping in mappings {
                let known = expected[mapping.issuer] ?? (expected[Self.any] == nil ? [] : [mapping.issuer])
                guard !known.isEmpty else { continue }
                next[mapping.subject, default: []].formUnion(known)
            }
        }
        expected = next
        return next.values.reduce(0) { $0 + $1.count } <= Self.greatestSize
    }

    /// Section 6.1.5 (g).
    private func meets(_ accepted: Set<ASN1ObjectIdentifier>?) -> Bool {
        guard let accepted, !accepted.contains(Self.any) else { return !expected.isEmpty }
        return expected.values.contains { known in known.contains(Self.any) || !known.isDisjoint(with: accepted) }
    }
}
