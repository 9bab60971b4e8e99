// How much a search for a path may cost.
// SPDX-License-Identifier: Apache-2.0

/// Whoever may store certificates can make them issue one another in very many ways. Each step of the search spends
/// from here, also those that ask who has signed a list of revoked certificates.
final class SearchBudget {
    /// Certificates that are tried as issuers.
    static let steps = 256
    static let time: Duration = .seconds(2)

    private var left = steps
    private let end = ContinuousClock.now + time
    /// True once a step was refused.
    private(set) var isSpent = false

    /// Whether another step may be made.
    func spend() -> Bool {
        guard left > 0, hasTime() else {
            isSpent = true
            return false
        }
        left -= 1
        return true
    }

    /// Whether there is time for more.
    func hasTime() -> Bool {
        if ContinuousClock.now >= end { isSpent = true }
        return !isSpent
    }
}
