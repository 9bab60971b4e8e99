// What is public of a key, whether its bytes are here or not.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyKeys
package import LatchkeyModel
package import LatchkeyPlatform

/// A key without its bytes.
package struct KeyOutline: Hashable, Sendable {
    package let kind: KeyKind
    package let keyClass: KeyClass
    /// The external representation of the public half.
    package let publicOctets: [UInt8]
    /// Bits of the modulus or of the field, or the number in the name of a lattice key.
    package let sizeInBits: Int

    init(_ kind: KeyKind, _ keyClass: KeyClass, publicOctets: [UInt8], sizeInBits: Int) {
        self.kind = kind
        self.keyClass = keyClass
        self.publicOctets = publicOctets
        self.sizeInBits = sizeInBits
    }

    /// The private key of a public half, whose own bytes are elsewhere.
    /// - Throws: `.decode` for bytes that have not the form of a public key of this kind.
    package init(_ key: StayingKey) throws(KeychainError) {
        let half = try KeyData(stored: key.kind, .public, ItemSecret(copying: key.publicOctets))
        self.init(key.kind, .private, publicOctets: key.publicOctets, sizeInBits: half.sizeInBits)
    }

    /// SHA-1 of the public half: the application label `klbl`, and the public key hash of its certificates (reference
    /// 5.1).
    package var applicationLabel: [UInt8] { Array(Insecure.SHA1.hash(data: publicOctets)) }

    /// Bytes of the modulus or of the field, rounded up; of a lattice key those of its representation.
    package var blockSize: Int {
        kind.lattice == nil ? (sizeInBits + 7) / 8 : kind.representationSize(keyClass) ?? 0
    }

    package var abilities: KeyAbilities { KeyAbilities(kind, keyClass, sizeInBits: sizeInBits) }

    /// The public half as a key.
    package var publicKey: KeyData { KeyData(publicHalfOf: self) }
}
