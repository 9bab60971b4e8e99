// Private keys over lattices as they are expanded: read beside their seeds, compared with them, and not kept.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyModel
package import LatchkeyPlatform

extension KeyKind {
    /// Bytes of the expanded private key (FIPS 203, table 3; FIPS 204, table 2); nil for kinds that have none.
    package var expandedSize: Int? {
        switch self {
        case .mlKEM768: 2400
        case .mlKEM1024: 3168
        case .mlDSA65: 4032
        case .mlDSA87: 4896
        default: nil
        }
    }
}

extension KeyMath {
    /// Checks that an expanded key is that of a seed, by what both of them have. swift-crypto does not give out what it
    /// expands.
    ///
    /// One of ML-KEM ends with the public key, its SHA3-256 and the second half of the seed. One of ML-DSA begins with
    /// the first 32 bytes of the public key, which are a hash of the seed.
    /// - Parameter representation: the seed and the public key behind it.
    /// - Throws: `.decode` for an expanded key of another pair or size.
    package static func check(
        expanded: ItemSecret, of representation: ItemSecret, _ kind: KeyKind
    ) throws(KeychainError) {
        let refusal = KeychainError(.decode, during: "comparing a seed with its expanded key")
        guard let sizes = kind.lattice, expanded.count == kind.expandedSize,
            representation.count == kind.representationSize(.private)
        else { throw refusal }
        let publicKey = representation.part(sizes.seedSize..<representation.count)
        let isRight: Bool
        if kind.type == .mlKEM {
            let octets = publicKey.bytes.declassified(because: "it is a public key")
            let hash = ItemSecret(copying: Array(SHA3_256.hash(data: octets)))
            let end = expanded.count
            isRight =
                expanded.part(end - 64 - sizes.publicSize..<end - 64) == publicKey
                && expanded.part(end - 64..<end - 32) == hash
                && expanded.part(end - 32..<end) == representation.part(32..<64)
        } else {
            isRight = expanded.part(0..<32) == publicKey.part(0..<32)
        }
        guard isRight else { throw refusal }
    }
}
