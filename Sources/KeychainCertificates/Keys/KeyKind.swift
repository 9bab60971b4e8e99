// The kinds of keys, and the numbers that Apple's API has for them.
// SPDX-License-Identifier: Apache-2.0

/// The half of a pair, by the value of `kSecAttrKeyClass`.
package enum KeyClass: Int64, Hashable, Sendable {
    case `public` = 0
    case `private` = 1
}

/// A type of keys by the value of `kSecAttrKeyType`: all elliptic curves over a prime field are one.
package enum KeyType: Int64, Hashable, Sendable, CaseIterable {
    case rsa = 42
    case ellipticCurve = 73
    case ed25519 = 105
    case x25519 = 106

    /// - Parameter number: 43 (DSA) stands for elliptic curves as well (reference 5.3.1).
    package init?(number: Int64) {
        self.init(rawValue: number == 43 ? 73 : number)
    }
}

/// A type of keys together with its curve.
package enum KeyKind: Hashable, Sendable, CaseIterable {
    case rsa, p256, p384, p521, ed25519, x25519

    package var type: KeyType {
        switch self {
        case .rsa: .rsa
        case .p256, .p384, .p521: .ellipticCurve
        case .ed25519: .ed25519
        case .x25519: .x25519
        }
    }

    /// Size of a coordinate or scalar in bytes; nil for RSA, where each key has its own.
    package var fieldSize: Int? {
        switch self {
        case .rsa: nil
        case .p256, .ed25519, .x25519: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The kind of `type` whose keys have `size` bytes in Apple's external representation.
    init?(_ type: KeyType, _ keyClass: KeyClass, size: Int) {
        let kind = Self.allCases.first { kind in
            kind.type == type && (kind.externalSize(keyClass) ?? size) == size
        }
        guard let kind else { return nil }
        self = kind
    }

    private func externalSize(_ keyClass: KeyClass) -> Int? {
        guard let fieldSize else { return nil }
        guard type == .ellipticCurve else { return fieldSize }
        return 1 + fieldSize * (keyClass == .private ? 3 : 2)
    }
}
