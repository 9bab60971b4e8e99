// The key that Argon2id makes from a keychain's password.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySodium
import LatchkeyModel
package import LatchkeyPlatform

/// The cost of one password guess, stored beside the salt (RFC 9106).
package struct PasswordCost: Hashable, Sendable {
    /// Memory in KiB.
    package let memory: UInt32
    /// Passes over the memory.
    package let passes: UInt32

    package init(memory: UInt32, passes: UInt32) {
        self.memory = memory
        self.passes = passes
    }

    /// 64 MiB, three passes, one lane: what new keychains use.
    package static let standard = PasswordCost(memory: 64 * 1024, passes: 3)

    /// Whether it is at most twice the memory and the work of another one.
    package func isAtMostTwice(_ other: PasswordCost) -> Bool {
        memory <= 2 * other.memory
            && UInt64(memory) * UInt64(passes) <= 2 * UInt64(other.memory) * UInt64(other.passes)
    }

    /// A file may ask for no less, so that a changed file cannot make guessing cheap, and for no more than a machine
    /// can give, so that it cannot make the process fail.
    var isAcceptable: Bool {
        (19 * 1024...4 * 1024 * 1024).contains(memory) && (2...64).contains(passes)
    }
}

/// 32 bytes from Argon2id version 1.3 with one lane.
package enum PasswordKey {
    package static let size = 32
    package static let saltSize = 16

    /// Takes about 140 ms and 64 MiB at the standard cost.
    /// - Throws: `.notAvailable` for a cost outside the bounds, `.allocate` if the memory is not there.
    package static func derive(
        from password: borrowing SecretBytes, salt: [UInt8], cost: PasswordCost
    ) throws(KeychainError) -> SecretBytes {
        guard cost.isAcceptable, salt.count == saltSize else {
            throw KeychainError(.notAvailable, during: "reading the cost of a password")
        }
        return unsafe try SecretBytes(count: size) { output throws(KeychainError) in
            guard let target = output.baseAddress else { return }
            let status = unsafe password.withUnsafeBytes { password in
                var none: UInt8 = 0  // libsodium wants an address even for an empty password
                return unsafe withUnsafePointer(to: &none) { none in
                    unsafe crypto_pwhash(
                        target, UInt64(output.count), password.baseAddress ?? UnsafeRawPointer(none),
                        UInt64(password.count), salt, UInt64(cost.passes), Int(cost.memory) * 1024,
                        CInt(crypto_pwhash_ALG_ARGON2ID13))
                }
            }
            guard status == 0 else { throw KeychainError(.allocate, during: "deriving a key from a password") }
        }
    }
}
