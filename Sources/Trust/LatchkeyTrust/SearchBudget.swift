// How much a search for a chain may cost.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whoever may store certificates can make them issue one another in very many ways. Each step of the search spends
/// from here.
final class SearchBudget: Sendable {
    /// Names that are looked up. Two for each certificate that is tried.
    static let lookups = 256
    static let time: Duration = .seconds(2)

    private let left = Mutex(lookups)
    private let end = ContinuousClock.now + time

    /// True once a step was refused.
    var isSpent: Bool { left.withLock { $0 < 0 } }

    /// Whether another step may be made.
    func spend() -> Bool {
        left.withLock { left in
            guard left > 0, ContinuousClock.now < end else {
                left = -1
                return false
            }
            left -= 1
            return true
        }
    }
}
