// A private key in OpenSSL's memory, which wipes it.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainCertificates
import KeychainKeys
import KeychainModel

/// A key that signs.
package final class PrivateKey: Sendable {
    let key: OpenSSLKey

    /// - Throws: `.keyFailed` for keys that OpenSSL has not.
    init(_ key: KeyData) throws(PKCS12Failure) {
        do throws(KeychainError) {
            self.key = try unsafe key.externalRepresentation.bytes.withUnsafeBytes { bytes throws(KeychainError) in
                try unsafe OpenSSLKey(key.kind, .private, bytes)
            }
        } catch {
            throw .keyFailed
        }
    }

    /// A new key for RSA.
    /// - Throws: `.keyFailed` where OpenSSL makes none.
    package init(newRSAKeyOfBits bits: Int) throws(PKCS12Failure) {
        guard let key = unsafe latchkey_make_rsa_key(bits) else {
            ERR_clear_error()
            throw .keyFailed
        }
        self.key = unsafe OpenSSLKey(owning: key)
    }

    /// The SubjectPublicKeyInfo of the public half, DER.
    package func publicKeyInfo() throws(PKCS12Failure) -> [UInt8] {
        let bytes = unsafe derBytes { target in unsafe i2d_PUBKEY(key.key, target) }
        guard let bytes else { throw .keyFailed }
        return bytes
    }

    /// A signature over `bytes`: RSASSA-PKCS1-v1_5 with SHA-256 for RSA, the one way of Ed25519 for that.
    /// - Throws: `.keyFailed` for keys of other kinds.
    package func signature(over bytes: [UInt8]) throws(PKCS12Failure) -> [UInt8] {
        var isMade = false
        defer { _ = isMade.clearingErrors }
        let kind = unsafe EVP_PKEY_get_base_id(key.key)
        let digest: OpaquePointer?
        switch kind {
        case EVP_PKEY_RSA: unsafe digest = unsafe EVP_sha256()
        case EVP_PKEY_ED25519: unsafe digest = nil
        default: throw .keyFailed
        }
        guard let context = unsafe EVP_MD_CTX_new() else { throw .keyFailed }
        defer { unsafe EVP_MD_CTX_free(context) }
        var size = 0
        guard unsafe EVP_DigestSignInit(context, nil, digest, nil, key.key) == 1,
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
