// A private key with its certificates, as a PKCS#12 file (RFC 7292) has them.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import KeychainCertificates
import KeychainKeys
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
        guard !password.hasZero else { throw .unusablePassword }
        guard bytes.count <= Self.largestSize else { throw .unreadable }
        let contents: PKCS12Contents
        do throws(KeychainError) {
            contents = try PKCS12Reader.contents(of: ItemSecret(copying: bytes), password: password)
        } catch {
            switch error.code {
            case .authFailed: throw .wrongPassword
            case .unimplemented: throw .unknownCipher
            default: throw .unreadable
            }
        }
        let index = PKCS12Index(contents)
        for entry in contents.keys {
            guard let own = index.certificate(of: entry)?.certificate else { continue }
            let others = contents.certificates.map(\.certificate).filter { $0 != own }
            try self.init(key: PrivateKey(entry.key), certificates: [own] + others)
            return
        }
        throw .noIdentity
    }

    /// The file of the identity: the key under AES-256 in CBC mode, with PBKDF2; certificates, which are public, as they are;
    /// HMAC-SHA-256 over the whole.
    package func encoded(password: ItemSecret, name: String) throws(PKCS12Failure) -> [UInt8] {
        try Self.check(newPassword: password)
        guard let stack = unsafe latchkey_new_certificates() else { throw .keyFailed }
        defer { unsafe latchkey_free_certificates(stack) }
        for certificate in certificates.dropFirst() {
            guard let other = unsafe certificate.x509() else { throw .keyFailed }
            guard unsafe latchkey_push_certificate(stack, other) > 0 else {
                unsafe X509_free(other)
                throw .keyFailed
            }
        }
        guard let first = certificates.first, let own = unsafe first.x509() else { throw .noIdentity }
        defer { unsafe X509_free(own) }
        let file = unsafe password.withCString { password in
            unsafe PKCS12_create(
                password, name, key.key.key, own, stack, NID_aes_256_cbc, -1, Self.iterations, Self.iterations, 0)
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
