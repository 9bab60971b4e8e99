// The kinds of keys, and how long their representations are.
// SPDX-License-Identifier: Apache-2.0

/// A type of keys together with its curve or size; RSA is one kind for all sizes.
package enum KeyKind: Hashable, Sendable, CaseIterable {
    case rsa, p192, p224, p256, p384, p521, ed25519, x25519, ed448, x448
    case mlKEM768, mlKEM1024, mlDSA65, mlDSA87

    package var type: KeyType {
        switch self {
        case .rsa: .rsa
        case .p192, .p224, .p256, .p384, .p521: .ellipticCurve
        case .ed25519: .ed25519
        case .x25519: .x25519
        case .ed448: .ed448
        case .x448: .x448
        case .mlKEM768, .mlKEM1024: .mlKEM
        case .mlDSA65, .mlDSA87: .mlDSA
        }
    }

    /// Size of a coordinate or scalar in bytes; nil for what has none.
    package var fieldSize: Int? {
        switch self {
        case .p192: 24
        case .p224: 28
        case .p256, .ed25519, .x25519: 32
        case .p384: 48
        case .p521: 66
        case .x448: 56
        case .ed448: 57
        case .rsa, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87: nil
        }
    }

    /// What `kSecAttrKeySizeInBits` says: bits of the field, or the number in the name of a lattice key. Nil for RSA.
    package var sizeInBits: Int? {
        switch self {
        case .rsa: nil
        case .p521: 521
        case .mlKEM768: 768
        case .mlKEM1024: 1024
        case .mlDSA65: 65
        case .mlDSA87: 87
        default: fieldSize.map { $0 * 8 }
        }
    }

    /// The kind of `type` whose size is `bits`; types of one size have it whatever `bits` says. Nil for RSA and unknown
    /// sizes.
    package init?(_ type: KeyType, sizeInBits bits: Int64?) {
        let kinds = Self.allCases.filter { $0.type == type && $0 != .rsa }
        guard let kind = kinds.count == 1 ? kinds.first : kinds.first(where: { $0.sizeInBits.map(Int64.init) == bits })
        else { return nil }
        self = kind
    }

    /// The kind of `type` whose keys have `size` bytes in Apple's external representation.
    package init?(_ type: KeyType, _ keyClass: KeyClass, size: Int) {
        let kind = Self.allCases.first { kind in
            kind.type == type && (kind.representationSize(keyClass) ?? size) == size
        }
        guard let kind else { return nil }
        self = kind
    }

    /// Bytes of the external representation; nil for RSA. A private lattice key is its seed and the public key behind
    /// it.
    package func representationSize(_ keyClass: KeyClass) -> Int? {
        if let lattice { return lattice.publicSize + (keyClass == .private ? lattice.seedSize : 0) }
        guard let fieldSize else { return nil }
        guard type == .ellipticCurve else { return fieldSize }
        return 1 + fieldSize * (keyClass == .private ? 3 : 2)
    }

    /// Bytes of the seed and of the public key of a lattice key (FIPS 203, FIPS 204); nil for other kinds.
    package var lattice: (seedSize: Int, publicSize: Int)? {
        switch self {
        case .mlKEM768: (64, 1184)
        case .mlKEM1024: (64, 1568)
        case .mlDSA65: (32, 1952)
        case .mlDSA87: (32, 2592)
        default: nil
        }
    }
}
