// Agreement on a secret.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

extension OpenSSLKey {
    /// The shared coordinate X, or of the curves 25519 and 448 the shared bytes.
    /// - Parameter peer: its point was checked when its key was made, and no curve here has a cofactor that matters.
    /// - Throws: `.parameter` for a key of another curve, and for a secret of all zeros.
    package func sharedSecret(with peer: OpenSSLKey) throws(KeychainError) -> SecretBytes {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
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
