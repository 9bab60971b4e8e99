// What an evaluation of trust found: the answer, and the chain it is about.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

package struct TrustEvaluation: Hashable, Sendable {
    /// The certificate first, then each issuer as far as it was found.
    package let chain: [Certificate]
    /// All that is wrong with the chain, but what the caller excuses.
    package internal(set) var findings: [TrustFinding]
    /// True if a user's decision on a certificate of the chain made it trusted, or denied it.
    package let isByDecision: Bool
    /// What is known of whether certificates of the chain were revoked.
    package internal(set) var revocation = RevocationKnowledge()
    /// True if it is trusted because the caller excuses what is wrong.
    package internal(set) var isByException = false

    package var result: TrustResult {
        TrustFinding.foremost(of: findings).map { .untrusted(because: $0.problem) } ?? .trusted
    }

    /// Whether the chain ends with a certificate that names itself as its issuer.
    package var reachesRoot: Bool { chain.last?.isSelfIssued ?? false }

    init(_ chain: [Certificate], _ findings: [TrustFinding], isByDecision: Bool) {
        self.chain = chain
        self.findings = findings
        self.isByDecision = isByDecision
    }

    /// An evaluation that ended before there was a chain.
    init(_ certificate: Certificate, _ problem: TrustProblem) {
        self.init([certificate], [TrustFinding(problem: problem, place: 0)], isByDecision: false)
    }
}
