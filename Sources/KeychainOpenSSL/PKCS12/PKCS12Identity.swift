// A private key with its certificates, as a PKCS#12 file (RFC 7292) has them.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc
package import KeychainCertificates
package import KeychainModel

package struct PKCS12Identity: Sendable {
    package let key: PrivateKey
    /// The certificate of the key, then the others in the order in which they stand.
    package let certificates: [Certificate]

    /// Largest file that is read, in bytes.
    package static let largestSize = 1 << 20
    /// Times that a password is hashed for a new file.
    private static let iterations: CInt = 600_000

    /// - Parameter certificates: that of the key first.
    package init(key: PrivateKey, certificates: [Certificate]) {
        self.key = key
        self.certificates = certificates
    }

    /// Reads a file of the person's own. A password that is empty may also be none.
    package init(reading bytes: [UInt8], password: ItemSecret) throws(PKCS12Failure) {
        // OpenSSL would take what is before the zero.
        guard !password.hasZero else { throw .unusablePassword }
        guard bytes.count <= Self.largestSize else { throw .unreadable }
        let file = unsafe bytes.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_PKCS12(nil, &start, buffer.count)
        }
        guard let file = unsafe file else {
            ERR_clear_error()
            throw .unreadable
        }
        defer { unsafe PKCS12_free(file) }
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        var others: OpaquePointer?
        ERR_clear_error()
        let isOpen = unsafe password.withCString { unsafe PKCS12_parse(file, $0, &key, &certificate, &others) == 1 }
        defer {
            unsafe X509_free(certificate)
            unsafe latchkey_free_certificates(others)
        }
        guard isOpen else { throw unsafe Self.failure(of: file, password) }
        guard let key = unsafe key else { throw .noIdentity }
        self.key = unsafe PrivateKey(owning: key)
        guard let first = unsafe certificate else { throw .noIdentity }
        let count = unsafe others == nil ? 0 : latchkey_count_certificates(others)
        var certificates = [try unsafe Self.certificate(first)]
        for place in 0..<max(0, count) {
            guard let other = unsafe latchkey_certificate_at(others, place) else { throw .unreadable }
            certificates.append(try unsafe Self.certificate(other))
        }
        self.certificates = certificates
    }

    /// The file of the identity: the key under AES-256 in CBC mode, with PBKDF2; certificates, which are public, as they are;
    /// HMAC-SHA-256 over the whole.
    package func encoded(password: ItemSecret, name: String) throws(PKCS12Failure) -> [UInt8] {
        try Self.check(newPassword: password)
        guard let stack = unsafe latchkey_new_certificates() else { throw .keyFailed }
        defer { unsafe latchkey_free_certificates(stack) }
        for certificate in certificates.dropFirst() {
            guard let other = unsafe certificate.x509(), unsafe latchkey_push_certificate(stack, other) > 0 else {
                throw .keyFailed
            }
        }
        guard let first = certificates.first, let own = unsafe first.x509() else { throw .noIdentity }
        defer { unsafe X509_free(own) }
        let file = unsafe password.withCString { password in
            unsafe PKCS12_create(
                password, name, key.key, own, stack, NID_aes_256_cbc, -1, Self.iterations, Self.iterations, 0)
        }
        guard let file = unsafe file else {
            ERR_clear_error()
            throw .keyFailed
        }
        defer { unsafe PKCS12_free(file) }
        guard let bytes = unsafe derBytes({ target in unsafe i2d_PKCS12(file, target) }) else { throw .keyFailed }
        return bytes
    }

    /// - Throws: `.unusablePassword` for one that protects nothing, or of which a part would.
    package static func check(newPassword password: ItemSecret) throws(PKCS12Failure) {
        guard password.count > 0, !password.hasZero else { throw .unusablePassword }
    }

    private static func certificate(_ certificate: OpaquePointer) throws(PKCS12Failure) -> Certificate {
        guard let der = unsafe derBytes({ target in unsafe i2d_X509(certificate, target) }) else { throw .unreadable }
        do {
            return try Certificate(der: der)
        } catch {
            throw .unreadable
        }
    }

    /// Why a file did not open.
    private static func failure(of file: OpaquePointer, _ password: ItemSecret) -> PKCS12Failure {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        let verified = unsafe password.withCString { unsafe PKCS12_verify_mac(file, $0, -1) == 1 }
        ERR_clear_error()
        guard verified else { return .wrongPassword }
        return code == 0 ? .unreadable : .oldCipher
    }
}

extension ItemSecret {
    fileprivate var hasZero: Bool { unsafe bytes.withUnsafeBytes { unsafe $0.contains(0) } }

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
