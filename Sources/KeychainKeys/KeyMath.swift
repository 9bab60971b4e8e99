// What a key has to be, and what belongs to it, for the kinds that swift-crypto does not have.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import KeychainModel

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
        let refusal = KeychainError(.decode, during: "computing the point of a key")
        guard let curve = kind.curve, let size = kind.representationSize(.public), scalar.count == kind.fieldSize else {
            throw refusal
        }
        var point = [UInt8](repeating: 0, count: size)
        let start = unsafe scalar.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe latchkey_ec_point(curve.number, start, scalar.count, &point, size) == 1 else {
            ERR_clear_error()
            throw refusal
        }
        return point
    }

    /// Checks that the numbers of a private RSA key fit together. Looks for divisors of the primes: slow for long keys.
    /// - Throws: `.decode` where they do not.
    package static func check(rsa key: ItemSecret) throws(KeychainError) {
        try unsafe key.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            let parsed = try unsafe OpenSSLKey(.rsa, .private, bytes)
            guard unsafe latchkey_rsa_fits(parsed.key) == 1 else {
                ERR_clear_error()
                throw KeychainError(.decode, during: "checking the numbers of an RSA key")
            }
        }
    }
}

extension OpenSSLKey {
    /// The public half of a key whose halves are bare bytes.
    func rawPublicOctets() throws(KeychainError) -> [UInt8] {
        var size = 0
        guard unsafe EVP_PKEY_get_raw_public_key(key, nil, &size) == 1 else {
            throw KeychainError(.decode, during: "looking for the public half of a key")
        }
        var octets = [UInt8](repeating: 0, count: size)
        guard unsafe EVP_PKEY_get_raw_public_key(key, &octets, &size) == 1, size == octets.count else {
            throw KeychainError(.decode, during: "looking for the public half of a key")
        }
        return octets
    }
}
