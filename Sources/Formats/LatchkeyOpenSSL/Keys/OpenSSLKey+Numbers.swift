// New RSA keys, and what the numbers of keys have to do with each other.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyModel
package import LatchkeyPlatform

extension OpenSSLKey {
    /// A new RSA key with the exponent 65537.
    /// - Throws: `.internalError` if OpenSSL makes none of this size, `.notAvailable` if there is no OpenSSL.
    package convenience init(newRSAKeyOfBits bits: Int) throws(KeychainError) {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        // OpenSSL makes long ones of two primes of one length only.
        let isOdd = bits >= 2048 && !bits.isMultiple(of: 2)
        guard let made = unsafe isOdd ? latchkey_make_odd_rsa_key(CInt(bits)) : latchkey_make_rsa_key(bits) else {
            throw KeychainError(.internalError, during: "making an RSA key")
        }
        unsafe self.init(owning: made)
        guard unsafe EVP_PKEY_get_bits(key) == bits else {
            throw KeychainError(.internalError, during: "measuring a new RSA key")
        }
    }

    /// The PKCS#1 form of a private RSA key.
    /// - Throws: `.internalError` for a key that has none.
    package func rsaBytes() throws(KeychainError) -> SecretBytes {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let size = unsafe latchkey_rsa_bytes(key, nil)
        return try unsafe SecretBytes(count: max(0, Int(size))) { target throws(KeychainError) in
            var place = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard size > 0, unsafe latchkey_rsa_bytes(key, &place) == size else {
                throw KeychainError(.internalError, during: "writing a new RSA key")
            }
        }
    }

    /// Checks that the numbers of a private RSA key fit together. Looks for divisors of the primes: slow for long keys.
    /// - Throws: `.decode` if they do not.
    package func checkRSANumbers() throws(KeychainError) {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard unsafe latchkey_rsa_fits(key) == 1 else {
            throw KeychainError(.decode, during: "checking the numbers of an RSA key")
        }
    }

    /// The point `04 X Y` of the scalar of a prime curve.
    /// - Throws: `.decode` for a scalar that is out of range, `.notAvailable` if there is no OpenSSL.
    package static func point(
        ofScalar scalar: UnsafeRawBufferPointer, _ kind: KeyKind
    ) throws(KeychainError) -> [UInt8] {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let refusal = KeychainError(.decode, during: "computing the point of a key")
        guard let curve = kind.curve, let size = kind.representationSize(.public), scalar.count == kind.fieldSize else {
            throw refusal
        }
        var point = [UInt8](repeating: 0, count: size)
        let start = unsafe scalar.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard unsafe latchkey_ec_point(curve.number, start, scalar.count, &point, size) == 1 else { throw refusal }
        return point
    }
}
