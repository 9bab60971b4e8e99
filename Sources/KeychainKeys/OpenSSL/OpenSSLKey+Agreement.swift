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
    /// Longest result of a derivation, in bytes.
    static let longestDerivation = 1 << 24

    /// `count` bytes by the key derivation function of ANSI X9.63 (SEC 1, section 3.6.1).
    /// - Throws: `.parameter` for a count that is not positive or very large.
    func derive(
        _ count: Int, from secret: borrowing SecretBytes, sharedInfo: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        guard (1...Self.longestDerivation).contains(count) else {
            throw KeychainError(.parameter, during: "measuring what is to be derived")
        }
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
