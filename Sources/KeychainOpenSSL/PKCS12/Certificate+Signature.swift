// Certificates in OpenSSL's memory, and which of them signed which.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainCertificates

extension Certificate {
    /// The certificate as OpenSSL has it, which the caller frees, or nil where it cannot read it.
    func x509() -> OpaquePointer? {
        let x509 = unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_X509(nil, &start, buffer.count)
        }
        if unsafe x509 == nil { ERR_clear_error() }
        return unsafe x509
    }

    /// Whether the key of `issuer` made the signature. False where OpenSSL knows no such key or signature; nothing else is looked at.
    func isSigned(by issuer: Certificate) -> Bool {
        guard let own = unsafe x509() else { return false }
        defer { unsafe X509_free(own) }
        guard let other = unsafe issuer.x509() else { return false }
        defer { unsafe X509_free(other) }
        guard let key = unsafe X509_get0_pubkey(other) else { return false.clearingErrors }
        return unsafe (X509_verify(own, key) == 1).clearingErrors
    }
}
