// A public or private key: its bytes as Apple's API hands them out, checked once.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import KeychainKeys
package import KeychainModel

/// A key whose bytes were found to be one. Its description names the kind only.
package struct KeyData: Sendable {
    package let kind: KeyKind
    package let keyClass: KeyClass
    /// Apple's external representation (reference 5.3, 5.4): PKCS#1 for RSA, `04 X Y` or `04 X Y K` for elliptic curves, the
    /// bare bytes for Curve25519 and Curve448; for a private lattice key its seed and the public key. Wiped when the last
    /// reference ends.
    package let externalRepresentation: ItemSecret
    /// The external representation of the public half.
    package let publicOctets: [UInt8]
    /// Bits of the modulus or of the field, or the number in the name of a lattice key.
    package let sizeInBits: Int

    /// Longest representation that is read, in bytes: a private RSA key of 8192 bits has 4.7 KB.
    package static let largestSize = 8192

    /// - Throws: `.decode` for bytes that are no key of this kind and class.
    package init(_ kind: KeyKind, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        guard (1...Self.largestSize).contains(representation.count) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        self.kind = kind
        self.keyClass = keyClass
        externalRepresentation = representation
        switch kind {
        case .rsa:
            let numbers = try RSANumbers(checking: representation, keyClass)
            publicOctets = numbers.publicOctets
            sizeInBits = numbers.sizeInBits
        case .p256, .p384, .p521:
            publicOctets = try kind.publicPoint(checking: representation, keyClass)
            sizeInBits = kind.sizeInBits ?? 0
        case .ed25519, .x25519:
            publicOctets = try kind.publicCurve25519(checking: representation, keyClass)
            sizeInBits = kind.sizeInBits ?? 0
        case .p192, .p224, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87:
            publicOctets = try KeyMath.publicOctets(checking: representation, kind, keyClass)
            sizeInBits = kind.sizeInBits ?? 0
        }
    }

    /// A key of a type that does not name its curve; the number of bytes does.
    /// - Throws: `.decode` for bytes that are no key of this type and class.
    package init(of type: KeyType, _ keyClass: KeyClass, _ representation: ItemSecret) throws(KeychainError) {
        guard let kind = KeyKind(type, keyClass, size: representation.count) else {
            throw KeychainError(.decode, during: "measuring the bytes of a key")
        }
        try self.init(kind, keyClass, representation)
    }

    private init(publicHalfOf key: KeyData) {
        kind = key.kind
        keyClass = .public
        externalRepresentation = ItemSecret(copying: key.publicOctets)
        publicOctets = key.publicOctets
        sizeInBits = key.sizeInBits
    }

    /// The public half; a public key is its own.
    package var publicKey: KeyData { keyClass == .public ? self : KeyData(publicHalfOf: self) }

    /// SHA-1 of the public half: the application label `klbl`, and the public key hash of its certificates (reference 5.1).
    package var applicationLabel: [UInt8] { Array(Insecure.SHA1.hash(data: publicOctets)) }

    /// Bytes of the modulus or of the field, rounded up.
    package var blockSize: Int { (sizeInBits + 7) / 8 }
}

extension KeyData: Equatable {
    package static func == (lhs: KeyData, rhs: KeyData) -> Bool {
        lhs.kind == rhs.kind && lhs.keyClass == rhs.keyClass
            && lhs.externalRepresentation == rhs.externalRepresentation
    }
}

extension KeyData: Hashable {
    /// Of the public half: equal keys have equal ones, and no hash says anything of a private key.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(keyClass)
        hasher.combine(publicOctets)
    }
}

extension KeyData: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(keyClass) \(kind) key of \(sizeInBits) bits>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
