// Keys from passwords: PKCS#12's own way, PBKDF2 and scrypt.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

enum PasswordHash {
    /// Longest salt that is read, in bytes.
    static let longestSalt = 1 << 12

    /// RFC 8018, section 5.2.
    static func pbkdf2(
        _ password: ItemSecret, salt: ItemSecret, rounds: Int, count: Int, _ digest: KeyHash,
        within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        let derivation = WorkBudget.Derivation(
            password: password, salt: salt, rounds: rounds, digest: digest, count: count)
        let cost = rounds * ((count + digest.size - 1) / digest.size)
        return try budget.key(of: derivation, costing: cost) { () throws(KeychainError) in
            try PasswordDerivation.pbkdf2(password, salt: salt, rounds: rounds, count: count, digest)
        }
    }

    /// RFC 7914; at most 128 MiB, and what takes as long as that many bytes.
    static func scrypt(
        _ password: ItemSecret, salt: ItemSecret, cost: Int, blockSize: Int, parallel: Int, count: Int
    ) throws(KeychainError) -> ItemSecret {
        let memory = 128 << 20
        // A power of two below 2 to the 16 times the size of a block (RFC 7914, section 6), which is 1 << 20 at least
        // from two on.
        guard cost > 1, cost <= 1 << 20, cost & (cost - 1) == 0, blockSize > 0, blockSize <= 64,
            blockSize > 1 || cost < 1 << 16, parallel > 0, parallel <= 16, 128 * cost * blockSize * parallel <= memory
        else { throw KeychainError(.decode, during: "measuring the work that a file asks for") }
        return try PasswordDerivation.scrypt(
            password, salt: salt, cost: cost, blockSize: blockSize, parallel: parallel, memory: 2 * memory, count: count
        )
    }
}
