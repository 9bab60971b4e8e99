// What a key has to be, and what belongs to it, for the kinds that swift-crypto does not have.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

/// Checks of keys.
package enum KeyMath {
    /// Checks the external representation of a key of any kind, and gives that of its public half.
    /// - Throws: `.decode` for bytes that are no key of this kind and class. Of RSA keys only the form is looked at.
    package static func publicOctets(
        checking key: ItemSecret, _ kind: KeyKind, _ keyClass: KeyClass
    ) throws(KeychainError) -> [UInt8] {
        if let lattice = kind.lattice {
            _ = try LatticeKey(kind, keyClass, key)
            return unsafe key.bytes.withUnsafeBytes { unsafe Array($0.suffix(lattice.publicSize)) }
        }
        return try unsafe key.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            let parsed = try unsafe OpenSSLKey(kind, keyClass, bytes)
            guard kind.type == .ellipticCurve else { return try parsed.rawPublicOctets() }
            guard keyClass == .private, let fieldSize = kind.fieldSize else { return unsafe Array(bytes) }
            let split = bytes.count - fieldSize
            let point = try unsafe Self.point(ofScalar: UnsafeRawBufferPointer(rebasing: bytes[split...]), kind)
            guard unsafe bytes[..<split].elementsEqual(point) else {
                throw KeychainError(.decode, during: "comparing the halves of a key")
            }
            return point
        }
    }

    /// The point `04 X Y` of the scalar of a prime curve.
    /// - Throws: `.decode` for a scalar that is out of range.
    package static func point(ofScalar scalar: UnsafeRawBufferPointer, _ kind: KeyKind) throws(KeychainError) -> [UInt8]
    {
        try unsafe OpenSSLKey.point(ofScalar: scalar, kind)
    }

    /// Checks that the numbers of a private RSA key fit together. Looks for divisors of the primes: slow for long keys.
    /// - Throws: `.decode` if they do not.
    package static func check(rsa key: ItemSecret) throws(KeychainError) {
        try unsafe key.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            let parsed = try unsafe OpenSSLKey(.rsa, .private, bytes)
            try parsed.checkRSANumbers()
        }
    }
}
