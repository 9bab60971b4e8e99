// Signatures of certificates, by keys of all kinds that OpenSSL knows.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL

@safe
package struct OpenSSLCertificate: ~Copyable {
    let x509: OpaquePointer

    /// Nil for what OpenSSL cannot read.
    package init?(_ der: [UInt8]) {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let x509 = unsafe der.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_X509(nil, &start, buffer.count)
        }
        guard let x509 = unsafe x509 else { return nil }
        unsafe self.x509 = unsafe x509
    }

    deinit { unsafe X509_free(x509) }

    /// Whether the key of `issuer` made the signature. False if OpenSSL knows no such key or signature; nothing else is
    /// looked at.
    package borrowing func isSigned(by issuer: borrowing OpenSSLCertificate) -> Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let key = unsafe X509_get0_pubkey(issuer.x509) else { return false }
        return unsafe X509_verify(x509, key) == 1
    }

    /// Gives the certificate to a stack, which frees it then. False if there is no memory.
    consuming func move(to stack: OpaquePointer) -> Bool {
        guard unsafe latchkey_push_certificate(stack, x509) > 0 else {
            _ = consume self
            return false
        }
        discard self
        return true
    }
}
