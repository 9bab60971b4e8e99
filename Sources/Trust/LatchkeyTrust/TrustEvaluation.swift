// What an evaluation of trust found: the answer, and the chain it is about.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

package struct TrustEvaluation: Hashable, Sendable {
    package let result: TrustResult
    /// The certificate first, then each issuer as far as it was found.
    package let chain: [Certificate]
    /// True if a user's decision on a certificate of the chain made it trusted.
    package let isByDecision: Bool
    /// True if it is trusted because the caller excuses what is wrong.
    package var isByException = false

    /// Whether the chain ends with a certificate that names itself as its issuer.
    package var reachesRoot: Bool {
        chain.last.map { $0.issuer.normalizedContents == $0.subject.normalizedContents } ?? false
    }
}
