// What the verification of a file comes to.
// SPDX-License-Identifier: Apache-2.0

package enum SignatureVerdict: Hashable, Sendable {
    /// Signed by a team that root trusts, and unchanged.
    case trusted(SignedCode)
    /// Unchanged since somebody, it may be anybody, signed it ad hoc. It grants nothing.
    case adHoc(SignedCode)
    /// Unsigned, changed, or signed by somebody who is not trusted.
    case refused(SignatureProblem)

    /// What a file that is as it was signed says of itself.
    package var code: SignedCode? {
        switch self {
        case .trusted(let code), .adHoc(let code): code
        case .refused: nil
        }
    }
}
