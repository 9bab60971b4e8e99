// A private key with its certificates, as a PKCS#12 file (RFC 7292) has them.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct PKCS12Identity: Sendable {
    package let key: PrivateKey
    /// The certificate of the key, then the others in the order in which they stand.
    package let certificates: [Certificate]

    /// Largest file that is read, in bytes.
    package static let largestSize = 1 << 20
    /// Times that a password is hashed for a new file.
    private static let iterations = 600_000

    /// - Parameter certificates: that of the key first.
    package init(key: PrivateKey, certificates: [Certificate]) {
        self.key = key
        self.certificates = certificates
    }

    /// Reads a file of the user's own. A password that is empty may also be none.
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
            case .notAvailable: throw .noLibrary
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

    /// The file of the identity: the key under AES-256 in CBC mode, with PBKDF2; certificates, which are public, as
    /// they are; HMAC-SHA-256 over the whole.
    package func encoded(password: ItemSecret, name: String) throws(PKCS12Failure) -> [UInt8] {
        try Self.check(newPassword: password)
        guard !certificates.isEmpty else { throw .noIdentity }
        let file = key.key.pkcs12(certificates.map(\.der), password: password, name: name, rounds: Self.iterations)
        guard let file else { throw .keyFailed }
        return file
    }

    /// - Throws: `.unusablePassword` for one that protects nothing, or of which a part would.
    package static func check(newPassword password: ItemSecret) throws(PKCS12Failure) {
        guard password.count > 0, !password.hasZero else { throw .unusablePassword }
    }
}

extension ItemSecret {
    fileprivate var hasZero: Bool { unsafe bytes.withUnsafeBytes { unsafe $0.contains(0) } }
}
