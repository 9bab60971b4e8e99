// How often a file may have its password hashed.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

/// Whoever writes a file says how often its password is to be hashed; all of it together is bounded.
package struct WorkBudget: Sendable {
    /// Rounds of hashing for one file. The greatest files of honest programs ask for two million.
    package static let rounds = 10_000_000
    private var left: Int

    package init(rounds: Int = Self.rounds) { left = rounds }

    /// - Throws: `.decode` where the file asks for more.
    mutating func spend(_ rounds: Int) throws(KeychainError) {
        guard rounds > 0, rounds <= left else {
            throw KeychainError(
                .decode, during: "counting the rounds in which a file has its password hashed",
                hint: "the file asks for more than ten million rounds")
        }
        left -= rounds
    }
}
