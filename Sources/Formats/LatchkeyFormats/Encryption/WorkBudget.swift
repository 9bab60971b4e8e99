// How often a file may have its password hashed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOpenSSL
import LatchkeyPlatform

/// Whoever writes a file says how often its password is to be hashed; all of it together is bounded.
package struct WorkBudget: Sendable {
    /// Rounds of hashing for one file. The greatest files of honest programs ask for two million.
    package static let rounds = 5_000_000
    /// Keys that are remembered; writers use one salt or two in a file.
    private static let greatestCount = 16
    private var left: Int
    private var known: [(derivation: Derivation, key: ItemSecret)] = []

    /// All that a key of PBKDF2 depends on.
    struct Derivation: Equatable, Sendable {
        let password: ItemSecret
        let salt: ItemSecret
        let rounds: Int
        let digest: KeyHash
        let count: Int
    }

    package init(rounds: Int = Self.rounds) { left = rounds }

    /// Whether so many rounds are left.
    func allows(_ rounds: Int) -> Bool { rounds <= left }

    /// The key of a derivation; what was made before costs nothing.
    mutating func key(
        of derivation: Derivation, costing rounds: Int, _ make: () throws(KeychainError) -> ItemSecret
    ) throws(KeychainError) -> ItemSecret {
        if let known = known.first(where: { $0.derivation == derivation }) { return known.key }
        try spend(rounds)
        let key = try make()
        if known.count < Self.greatestCount { known.append((derivation, key)) }
        return key
    }

    /// - Throws: `.decode` if the file asks for more.
    mutating func spend(_ rounds: Int) throws(KeychainError) {
        guard rounds > 0, rounds <= left else {
            throw KeychainError(
                .decode, during: "counting the rounds in which a file has its password hashed",
                hint: "the file asks for more than five million rounds")
        }
        left -= rounds
    }
}
