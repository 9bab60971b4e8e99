// Keys from passwords: PKCS#12's own way, PBKDF2 and scrypt.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainModel

enum PasswordHash {
    /// Longest salt that is read, in bytes.
    static let longestSalt = 1 << 12

    /// RFC 8018, section 5.2.
    static func pbkdf2(
        _ password: ItemSecret, salt: ItemSecret, rounds: Int, count: Int, _ digest: Digest,
        within budget: inout WorkBudget
    ) throws(KeychainError) -> ItemSecret {
        let derivation = WorkBudget.Derivation(
            password: password, salt: salt, rounds: rounds, digest: digest, count: count)
        let cost = rounds * ((count + digest.size - 1) / digest.size)
        return try budget.key(of: derivation, costing: cost) { () throws(KeychainError) in
            try unsafe made(count) { target in
                unsafe lend(password, salt) { password, passwordCount, salt, saltCount in
                    unsafe password.withMemoryRebound(to: CChar.self, capacity: Int(passwordCount)) { password in
                        unsafe PKCS5_PBKDF2_HMAC(
                            password, passwordCount, salt, saltCount, CInt(rounds), digest.function, CInt(count),
                            target)
                    }
                }
            }
        }
    }

    /// RFC 7914; at most 128 MiB, and what takes as long as that many bytes.
    static func scrypt(
        _ password: ItemSecret, salt: ItemSecret, cost: Int, blockSize: Int, parallel: Int, count: Int
    ) throws(KeychainError) -> ItemSecret {
        let memory = 128 << 20
        // A power of two below 2 to the 16 times the size of a block (RFC 7914, section 6), which is 1 << 20 at least from two on.
        guard cost > 1, cost <= 1 << 20, cost & (cost - 1) == 0, blockSize > 0, blockSize <= 64,
            blockSize > 1 || cost < 1 << 16, parallel > 0, parallel <= 16, 128 * cost * blockSize * parallel <= memory
        else { throw KeychainError(.decode, during: "measuring the work that a file asks for") }
        return try unsafe made(count) { target in
            unsafe lend(password, salt) { password, passwordCount, salt, saltCount in
                unsafe password.withMemoryRebound(to: CChar.self, capacity: Int(passwordCount)) { password in
                    unsafe EVP_PBE_scrypt(
                        password, Int(passwordCount), salt, Int(saltCount), UInt64(cost), UInt64(blockSize),
                        UInt64(parallel), UInt64(2 * memory), target, count)
                }
            }
        }
    }

    static func made(
        _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> CInt
    ) throws(KeychainError) -> ItemSecret {
        var isMade = false
        let key = unsafe SecretBytes(count: count) { target in
            guard let start = target.baseAddress else { return }
            isMade = unsafe body(start.assumingMemoryBound(to: UInt8.self)) == 1
        }
        guard isMade.clearingErrors else {
            throw KeychainError(.internalError, during: "making a key from a password")
        }
        return ItemSecret(key)
    }

    /// Both with an address, also where they are empty.
    private static func lend(
        _ password: ItemSecret, _ salt: ItemSecret,
        _ body: (UnsafePointer<UInt8>, CInt, UnsafePointer<UInt8>, CInt) -> CInt
    ) -> CInt {
        let nothing = SecretBytes(copying: [0])
        return unsafe nothing.withUnsafeBytes { nothing in
            unsafe password.bytes.withUnsafeBytes { password in
                unsafe salt.bytes.withUnsafeBytes { salt in
                    guard let spare = nothing.baseAddress else { return 0 }
                    return unsafe body(
                        (password.baseAddress ?? spare).assumingMemoryBound(to: UInt8.self), CInt(password.count),
                        (salt.baseAddress ?? spare).assumingMemoryBound(to: UInt8.self), CInt(salt.count))
                }
            }
        }
    }
}
