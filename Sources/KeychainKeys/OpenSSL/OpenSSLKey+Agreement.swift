// Agreement on a secret, and what is derived of it.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainModel

extension OpenSSLKey {
    /// The shared coordinate X, or of the curves 25519 and 448 the shared bytes.
    /// - Parameter peer: its point was checked when its key was made, and no curve here has a cofactor that matters.
    /// - Throws: `.parameter` for a key of another curve, and for a secret of all zeros.
    func sharedSecret(with peer: OpenSSLKey) throws(KeychainError) -> SecretBytes {
        let context = try unsafe KeyContext(self) { context in
            unsafe EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer_ex(context, peer.key, 0) == 1
        }
        var size = 0
        guard unsafe EVP_PKEY_derive(context.context, nil, &size) == 1 else {
            throw KeychainError(.parameter, during: "agreeing on a secret")
        }
        return try unsafe context.secret(
            { context, target, count, _, _ in unsafe EVP_PKEY_derive(context, target, count) },
            of: UnsafeRawBufferPointer(start: nil, count: 0), atMost: size)
    }
}

extension KeyHash {
    /// Longest result of a derivation, and most that both sides put into it, in bytes.
    package static let (longestDerivation, longestSharedInfo): (Int64, Int) = (1 << 20, 64 << 10)
    /// Most that the two are multiplied: what both sides share is hashed anew for each block of the result, so that this
    /// bounds the work, to less than a second.
    package static let largestDerivation: Int64 = 1 << 30

    /// - Throws: `.parameter` for a derivation without a size, and for one that takes too long.
    static func requireDerivable(_ count: Int64, sharing sharedCount: Int) throws(KeychainError) {
        guard (1...longestDerivation).contains(count), sharedCount <= longestSharedInfo,
            count * Int64(sharedCount) <= largestDerivation
        else {
            throw KeychainError(
                .parameter, during: "measuring what is to be derived",
                hint: "a derivation gives 1 byte to 1 MiB, of at most 64 KiB of shared information; multiplied, 1 GiB")
        }
    }

    /// `count` bytes by the key derivation function of ANSI X9.63 (SEC 1, section 3.6.1).
    /// - Throws: as ``requireDerivable(_:sharing:)``.
    func derive(
        _ count: Int, from secret: borrowing SecretBytes, sharedInfo: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        try Self.requireDerivable(Int64(count), sharing: sharedInfo.count)
        return try unsafe secret.withUnsafeBytes { secret throws(KeychainError) in
            try unsafe SecretBytes(count: count) { target throws(KeychainError) in
                let input = unsafe secret.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let output = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let isDone = unsafe latchkey_x963(
                    rawValue, input, secret.count, sharedInfo, sharedInfo.count, output, count)
                guard isDone == 1 else {
                    ERR_clear_error()
                    throw KeychainError(.parameter, during: "deriving a key")
                }
            }
        }
    }
}
