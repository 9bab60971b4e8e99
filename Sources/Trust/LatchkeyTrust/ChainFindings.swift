// What was wrong with the chains that were tried.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The verifier tries the likeliest chain first, so the first problem says most.
final class ChainFindings: Sendable {
    private let problem = Mutex<TrustProblem?>(nil)

    var first: TrustProblem? { problem.withLock { $0 } }

    func add(_ found: TrustProblem) {
        problem.withLock { if $0 == nil { $0 = found } }
    }
}
