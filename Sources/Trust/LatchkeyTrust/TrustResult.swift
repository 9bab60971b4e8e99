// What an evaluation of trust comes to.
// SPDX-License-Identifier: Apache-2.0

package enum TrustResult: Hashable, Sendable {
    case trusted
    case untrusted(because: TrustProblem)

    package var isTrusted: Bool { self == .trusted }
}
