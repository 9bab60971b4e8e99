// Makes keys.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension KeyMath {
    /// Bits of the modulus of an RSA key: what is below cannot be worked with, and what is above takes seconds.
    package static let rsaSizes = 512...8192

    /// The external representation of a new private key.
    /// - Parameter bits: the size of an RSA key; for other kinds it is not looked at.
    /// - Throws: `.parameter` for an RSA size that is not worked with.
    package static func newKey(_ kind: KeyKind, bits: Int) throws(KeychainError) -> ItemSecret {
        if kind == .rsa { return ItemSecret(try newRSAKey(bits: bits)) }
        if let lattice = kind.lattice {
            return try representation(kind, ofSeed: ItemSecret(randomBytes(lattice.seedSize)))
        }
        guard let size = kind.fieldSize else {
            throw KeychainError(.internalError, during: "looking for the size of a new key")
        }
        guard kind.type == .ellipticCurve else { return ItemSecret(try randomBytes(size)) }
        // A scalar out of range, which is as good as never drawn but for the bits above P-521's, is drawn again.
        for _ in 0..<64 {
            var scalar = try randomBytes(size)
            unsafe scalar.withUnsafeMutableBytes { unsafe $0[0] &= kind == .p521 ? 1 : 0xff }
            guard let point = point(of: scalar, kind) else { continue }
            return joined(scalar, point, secretFirst: false)
        }
        throw KeychainError(.internalError, during: "drawing the scalar of a new key")
    }

    /// The external representation of a private lattice key.
    /// - Throws: `.decode` for a seed of another size.
    package static func representation(_ kind: KeyKind, ofSeed seed: ItemSecret) throws(KeychainError) -> ItemSecret {
        let octets = try unsafe seed.bytes.withUnsafeBytes { seed throws(KeychainError) in
            try unsafe LatticeKey.publicOctets(kind, ofSeed: seed)
        }
        return joined(seed.bytes.copy(), octets, secretFirst: true)
    }

    private static func point(of scalar: borrowing SecretBytes, _ kind: KeyKind) -> [UInt8]? {
        unsafe scalar.withUnsafeBytes { try? unsafe point(ofScalar: $0, kind) }
    }

    /// The PKCS#1 form of a new RSA key with the exponent 65537.
    private static func newRSAKey(bits: Int) throws(KeychainError) -> SecretBytes {
        guard rsaSizes.contains(bits) else { throw KeychainError(.parameter, during: "measuring a new RSA key") }
        return try OpenSSLKey(newRSAKeyOfBits: bits).rsaBytes()
    }

    private static func joined(_ secret: consuming SecretBytes, _ octets: [UInt8], secretFirst: Bool) -> ItemSecret {
        let count = secret.count
        return ItemSecret(
            unsafe SecretBytes(count: count + octets.count) { target in
                let places = secretFirst ? (secret: 0, octets: count) : (secret: octets.count, octets: 0)
                unsafe secret.withUnsafeBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: target[places.secret...]).copyMemory(from: $0)
                }
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[places.octets...]).copyBytes(from: octets)
            })
    }

    /// Bytes from the kernel.
    package static func randomBytes(_ count: Int) throws(KeychainError) -> SecretBytes {
        try unsafe SecretBytes(count: count) { target throws(KeychainError) in
            // Up to 256 bytes come whole or not at all.
            var filled = 0
            while filled < count {
                let wanted = min(256, count - filled)
                guard unsafe getentropy(target.baseAddress.map { unsafe $0 + filled }, wanted) == 0 else {
                    throw KeychainError(.internalError, during: "drawing random bytes", cause: .errno(errno))
                }
                filled += wanted
            }
        }
    }
}
