// A private key of a PKCS#12 file, or a new one for such a file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

/// A key that signs.
package final class PrivateKey: Sendable {
    let key: OpenSSLKey
    private let kind: KeyKind

    /// - Throws: `.keyFailed` for keys that OpenSSL has not, `.noLibrary` without it.
    init(_ key: KeyData) throws(PKCS12Failure) {
        kind = key.kind
        do throws(KeychainError) {
            self.key = try unsafe key.externalRepresentation.bytes.withUnsafeBytes { bytes throws(KeychainError) in
                try unsafe OpenSSLKey(key.kind, .private, bytes)
            }
        } catch {
            throw PKCS12Failure(error)
        }
    }

    /// A new key for RSA.
    /// - Throws: `.keyFailed` if OpenSSL makes none, `.noLibrary` without it.
    package init(newRSAKeyOfBits bits: Int) throws(PKCS12Failure) {
        kind = .rsa
        do throws(KeychainError) { key = try OpenSSLKey(newRSAKeyOfBits: bits) } catch { throw PKCS12Failure(error) }
    }

    /// The SubjectPublicKeyInfo of the public half, DER.
    package func publicKeyInfo() throws(PKCS12Failure) -> [UInt8] {
        guard let bytes = key.publicKeyInfo() else { throw .keyFailed }
        return bytes
    }

    /// A signature over `bytes`: RSASSA-PKCS1-v1_5 with SHA-256 for RSA, the one way of Ed25519 for that.
    /// - Throws: `.keyFailed` for keys of other kinds.
    package func signature(over bytes: [UInt8]) throws(PKCS12Failure) -> [UInt8] {
        do throws(KeychainError) {
            switch kind {
            case .rsa:
                let digest = try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    try unsafe KeyHash.sha256.digest(of: bytes)
                }
                return try unsafe digest.withRawBytes { digest throws(KeychainError) in
                    try unsafe key.signature(.rsaPKCS1, .sha256, digest)
                }
            case .ed25519:
                return try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    try unsafe key.signature(.ed25519, nil, bytes)
                }
            default: throw KeychainError(.parameter, during: "signing with a key of another kind")
            }
        } catch {
            throw PKCS12Failure(error)
        }
    }
}
