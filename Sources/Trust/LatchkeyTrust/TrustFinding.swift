// One thing that is wrong with a chain.
// SPDX-License-Identifier: Apache-2.0

package struct TrustFinding: Hashable, Sendable {
    package let problem: TrustProblem
    /// Which certificate of the chain it is about; 0 is the first.
    package let place: Int

    /// The one that an evaluation answers with: the kind that counts most, and of that the one nearest to the first
    /// certificate.
    static func foremost(of findings: [TrustFinding]) -> TrustFinding? {
        findings.min { ($0.problem.rank, $0.place) < ($1.problem.rank, $1.place) }
    }
}
