// What is derived of a secret on which two have agreed.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

extension KeyHash {
    /// Longest result of a derivation, and most that both sides put into it, in bytes.
    package static let (longestDerivation, longestSharedInfo): (Int64, Int) = (1 << 20, 64 << 10)
    /// Most that the two are multiplied: what both sides share is hashed anew for each block of the result, so that
    /// this bounds the work, to less than a second.
    package static let largestDerivation: Int64 = 1 << 30

    /// - Throws: `.parameter` for a derivation without a size, and for one that takes too long.
    package static func requireDerivable(_ count: Int64, sharing sharedCount: Int) throws(KeychainError) {
        guard (1...longestDerivation).contains(count), sharedCount <= longestSharedInfo,
            count * Int64(sharedCount) <= largestDerivation
        else {
            throw KeychainError(
                .parameter, during: "measuring what is to be derived",
                hint: "a derivation gives 1 byte to 1 MiB, of at most 64 KiB of shared information; multiplied, 1 GiB")
        }
    }

    /// `count` bytes by the key derivation function of ANSI X9.63 (SEC 1, section 3.6.1).
    /// - Throws: as ``requireDerivable(_:sharing:)``, and `.notAvailable` if there is no OpenSSL.
    package func derive(
        _ count: Int, from secret: borrowing SecretBytes, sharedInfo: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        try Self.requireDerivable(Int64(count), sharing: sharedInfo.count)
        return try unsafe secret.withUnsafeBytes { secret throws(KeychainError) in
            try unsafe SecretBytes(count: count) { target throws(KeychainError) in
                let input = unsafe secret.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let output = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let isDone = unsafe latchkey_x963(
                    rawValue, input, secret.count, sharedInfo, sharedInfo.count, output, count)
                guard isDone == 1 else { throw KeychainError(.parameter, during: "deriving a key") }
            }
        }
    }
}
