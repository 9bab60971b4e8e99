// Agrees on a secret with the public key of another.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension WorkingKey {
    /// - Parameters:
    ///   - peer: A public key of the same kind.
    ///   - size: Bytes to derive, where the algorithm derives.
    ///   - sharedInfo: What both sides put into the derivation.
    /// - Throws: `.parameter` for what the key cannot do, a key of another kind, or a derivation without a size.
    package func sharedSecret(
        with peer: WorkingKey, _ algorithm: KeyAlgorithm, size: Int?, sharedInfo: [UInt8]
    ) throws(KeychainError) -> SecretBytes {
        try require(.keyExchange, algorithm)
        guard case .keyExchange(let hash) = algorithm, peer.kind == kind else { throw Self.unsupported }
        let secret = try openSSL().sharedSecret(with: peer.openSSL())
        guard let hash else { return secret }
        guard let size else { throw KeychainError(.parameter, during: "looking for the size of what is derived") }
        return try hash.derive(size, from: secret, sharedInfo: sharedInfo)
    }
}
