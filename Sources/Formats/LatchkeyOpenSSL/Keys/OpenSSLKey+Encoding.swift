// The public half of a key as bytes, and a key with its certificates as a file.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyPlatform

extension OpenSSLKey {
    /// The public half of a key whose halves are bare bytes.
    /// - Throws: `.decode` for a key of another kind.
    package func rawPublicOctets() throws(KeychainError) -> [UInt8] {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
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

    /// The SubjectPublicKeyInfo of the public half, DER. Nil if OpenSSL does not write it.
    package func publicKeyInfo() -> [UInt8]? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        return unsafe Self.derBytes { target in unsafe i2d_PUBKEY(key, target) }
    }

    /// A PKCS#12 file of a private key and its certificates, of which its own is the first: the key under AES-256 in
    /// CBC mode, with PBKDF2; certificates as they are; HMAC-SHA-256 over the whole. Nil if OpenSSL does not write it.
    /// - Parameters:
    ///   - certificates: DER.
    ///   - password: Without a zero.
    ///   - rounds: Times that the password is hashed.
    package func pkcs12(
        _ certificates: [[UInt8]], password: ItemSecret, name: String, rounds: Int
    ) -> [UInt8]? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let stack = unsafe latchkey_new_certificates() else { return nil }
        defer { unsafe latchkey_free_certificates(stack) }
        for certificate in certificates.dropFirst() {
            guard let other = OpenSSLCertificate(certificate), unsafe other.move(to: stack) else { return nil }
        }
        guard let first = certificates.first, let own = OpenSSLCertificate(first) else { return nil }
        let file = unsafe withExtendedLifetime(own) {
            unsafe password.withCString { password in
                unsafe PKCS12_create(
                    password, name, key, own.x509, stack, NID_aes_256_cbc, -1, CInt(rounds), CInt(rounds), 0)
            }
        }
        guard let file = unsafe file else { return nil }
        defer { unsafe PKCS12_free(file) }
        return unsafe Self.derBytes { target in unsafe i2d_PKCS12(file, target) }
    }

    /// What an i2d function of OpenSSL writes: asked for the size first, then for the bytes.
    private static func derBytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8]? {
        let size = write(nil)
        guard size > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe write(&place)
        }
        return written == size ? bytes : nil
    }
}

extension ItemSecret {
    /// Lends the bytes with a zero behind them.
    fileprivate func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        let terminated = unsafe SecretBytes(count: count + 1) { target in
            unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        return unsafe terminated.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("there is a byte at least") }
            return unsafe body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
