// Agrees on a new secret with the holder of a private key, who need not be there.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// A new secret, and the bytes from which the holder of the private key gets it.
package struct Encapsulation: Sendable {
    package let secret: ItemSecret
    package let bytes: [UInt8]
}

extension WorkingKey {
    /// - Throws: `.parameter` for what the key cannot do.
    package func encapsulated(_ algorithm: KeyAlgorithm) throws(KeychainError) -> Encapsulation {
        try require(.encapsulate, algorithm)
        return try lattice().encapsulated()
    }

    /// - Throws: `.parameter` for what the key cannot do, and for bytes of another size than such a key makes.
    package func decapsulated(
        _ bytes: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> ItemSecret {
        try require(.decapsulate, algorithm)
        return try unsafe lattice().decapsulated(bytes)
    }

    private func lattice() throws(KeychainError) -> LatticeKey {
        guard case .lattice(let key) = engine else { throw Self.unsupported }
        return key
    }
}
