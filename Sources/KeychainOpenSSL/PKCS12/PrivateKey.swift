// A private key in OpenSSL's memory, which wipes it; the key itself is never taken out of it.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A key that signs.
@safe
package final class PrivateKey: @unchecked Sendable {
    // Sendable: OpenSSL lets any thread use a key once it is made.
    let key: OpaquePointer

    /// - Parameter key: owned from here on.
    init(owning key: OpaquePointer) { unsafe self.key = unsafe key }

    /// A new key for RSA.
    /// - Throws: `.keyFailed` where OpenSSL makes none.
    package convenience init(newRSAKeyOfBits bits: Int) throws(PKCS12Failure) {
        guard let key = unsafe latchkey_make_rsa_key(bits) else {
            ERR_clear_error()
            throw .keyFailed
        }
        unsafe self.init(owning: key)
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// The SubjectPublicKeyInfo of the public half, DER.
    package func publicKeyInfo() throws(PKCS12Failure) -> [UInt8] {
        let bytes = unsafe derBytes { target in unsafe i2d_PUBKEY(key, target) }
        guard let bytes else { throw .keyFailed }
        return bytes
    }

    /// A signature over `bytes`: RSASSA-PKCS1-v1_5 with SHA-256 for RSA, the one way of Ed25519 for that.
    /// - Throws: `.keyFailed` for keys of other kinds.
    package func signature(over bytes: [UInt8]) throws(PKCS12Failure) -> [UInt8] {
        var isMade = false
        defer { _ = isMade.clearingErrors }
        let kind = unsafe EVP_PKEY_get_base_id(key)
        let digest: OpaquePointer?
        switch kind {
        case EVP_PKEY_RSA: unsafe digest = unsafe EVP_sha256()
        case EVP_PKEY_ED25519: unsafe digest = nil
        default: throw .keyFailed
        }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .keyFailed }
        defer { unsafe EVP_MD_CTX_free(context) }
        var size = 0
        guard unsafe EVP_DigestSignInit(context, nil, digest, nil, key) == 1,
            unsafe EVP_DigestSign(context, nil, &size, bytes, bytes.count) == 1
        else { throw .keyFailed }
        var signature = [UInt8](repeating: 0, count: size)
        guard unsafe EVP_DigestSign(context, &signature, &size, bytes, bytes.count) == 1 else { throw .keyFailed }
        isMade = true
        return Array(signature[..<size])
    }
}

/// What an i2d function of OpenSSL writes: asked for the size first, then for the bytes.
func derBytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> CInt) -> [UInt8]? {
    let size = write(nil)
    guard (size > 0).clearingErrors else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var place = buffer.baseAddress
        return unsafe write(&place)
    }
    return (written == size).clearingErrors ? bytes : nil
}
