// Encrypts and decrypts.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

extension WorkingKey {
    /// - Throws: `.parameter` for what the key cannot do, and for more bytes than it takes.
    package func encrypted(
        _ plaintext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        try require(.encrypt, algorithm)
        guard case .encryption(let scheme) = algorithm else { throw Self.unsupported }
        let key = try openSSL()
        switch scheme {
        case .rsaRaw(let form):
            return form.written(try key.rsaPublic(try unsafe RSANumber(plaintext, form, size: modulusSize)))
        case .rsaPKCS1: return try unsafe key.encrypted(plaintext, .pkcs1)
        case .rsaOAEP(let hash): return try unsafe key.encrypted(plaintext, .oaep(hash))
        case .rsaOAEPWithGCM(let hash):
            let session = try KeyMath.randomBytes(sessionKeySize)
            let wrapped = try unsafe session.withUnsafeBytes { session throws(KeychainError) in
                try unsafe key.encrypted(session, .oaep(hash))
            }
            return try unsafe wrapped
                + SessionCipher(session, keySize: sessionKeySize).seal(plaintext, aad: publicOctets)
        case .ecies(let hash, let derivesIV):
            let ephemeral = try newPair()
            let cipher = try cipher(
                ephemeral.openSSL().sharedSecret(with: key), hash, ephemeral.publicOctets, derivesIV: derivesIV)
            return try unsafe ephemeral.publicOctets + cipher.seal(plaintext)
        }
    }

    /// - Throws: `.parameter` for what the key cannot do, and whatever it is that is wrong with `ciphertext`.
    package func decrypted(
        _ ciphertext: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        try require(.decrypt, algorithm)
        guard case .encryption(let scheme) = algorithm else { throw Self.unsupported }
        let key = try openSSL()
        if case .rsaRaw(let form) = scheme { return try unsafe rawDecrypted(ciphertext, form, key) }
        // The paddings are those of private keys: what a public one makes of a number has none of them.
        guard keyClass == .private else { throw Self.undecryptable }
        switch scheme {
        case .rsaRaw, .rsaPKCS1: return try unsafe key.decrypted(ciphertext, .pkcs1)
        case .rsaOAEP(let hash): return try unsafe key.decrypted(ciphertext, .oaep(hash))
        case .rsaOAEPWithGCM(let hash):
            let (wrapped, sealed) = try unsafe split(ciphertext, at: modulusSize)
            let session = try unsafe key.decrypted(wrapped, .oaep(hash))
            guard session.count == sessionKeySize else { throw Self.undecryptable }
            return try unsafe SessionCipher(session, keySize: sessionKeySize).open(sealed, aad: publicOctets)
        case .ecies(let hash, let derivesIV):
            let (point, sealed) = try unsafe split(ciphertext, at: publicOctets.count)
            guard let peer = try? unsafe OpenSSLKey(kind, .public, point) else { throw Self.undecryptable }
            let octets = unsafe Array(point)
            return try unsafe cipher(key.sharedSecret(with: peer), hash, octets, derivesIV: derivesIV).open(sealed)
        }
    }

    private static let undecryptable = KeychainError(.parameter, during: "decrypting")

    private func rawDecrypted(
        _ ciphertext: UnsafeRawBufferPointer, _ form: RSANumberForm, _ key: OpenSSLKey
    ) throws(KeychainError) -> SecretBytes {
        let number = try unsafe RSANumber(ciphertext, form, size: modulusSize)
        guard keyClass == .private else { return SecretBytes(copying: form.written(try key.rsaPublic(number))) }
        let plaintext = try key.rsaPrivate(number)
        guard form == .words else { return plaintext }
        let padding = (8 - plaintext.count % 8) % 8
        return unsafe plaintext.withUnsafeBytes { plaintext in
            unsafe SecretBytes(count: plaintext.count + padding) { target in
                for place in 0..<plaintext.count {
                    unsafe target[place] = unsafe plaintext[plaintext.count - 1 - place]
                }
            }
        }
    }

    /// The cipher of ECIES: ANSI X9.63 with the ephemeral point as shared information (reference 5.6.8).
    private func cipher(
        _ secret: consuming SecretBytes, _ hash: KeyHash, _ ephemeral: [UInt8], derivesIV: Bool
    ) throws(KeychainError) -> SessionCipher {
        let size = sessionKeySize + (derivesIV ? SessionCipher.ivSize : 0)
        return SessionCipher(try hash.derive(size, from: secret, sharedInfo: ephemeral), keySize: sessionKeySize)
    }

    /// A new key of this kind.
    private func newPair() throws(KeychainError) -> WorkingKey {
        let representation = try KeyMath.newKey(kind, bits: 0)
        guard kind.type == .ellipticCurve else { return try WorkingKey(computingHalfOf: kind, representation) }
        let octets = unsafe representation.bytes.withUnsafeBytes { unsafe Array($0.prefix(publicOctets.count)) }
        return try WorkingKey(kind, .private, representation, publicOctets: octets)
    }

    private func split(
        _ bytes: UnsafeRawBufferPointer, at place: Int
    ) throws(KeychainError) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
        guard bytes.count >= place + SessionCipher.tagSize else { throw Self.undecryptable }
        return unsafe (
            UnsafeRawBufferPointer(rebasing: bytes[..<place]), UnsafeRawBufferPointer(rebasing: bytes[place...])
        )
    }
}
