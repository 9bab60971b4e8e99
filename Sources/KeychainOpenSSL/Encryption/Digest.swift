// The digests by which passwords are hashed.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import KeychainCertificates
import KeychainModel

/// A digest of the SHA families.
enum Digest: CaseIterable {
    case sha1, sha224, sha256, sha384, sha512

    /// Bytes of a value.
    var size: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Bytes that are hashed at once.
    var blockSize: Int {
        switch self {
        case .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }

    /// - Parameter name: the contents of an object identifier.
    init?(named name: [UInt8]) {
        guard let digest = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = digest
    }

    /// - Parameter name: of HMAC with the digest.
    init?(ofHMACNamed name: [UInt8]) {
        // 1.2.840.113549.2.7 to .11
        guard name.count == 8, name.starts(with: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02]),
            (7...11).contains(name[7])
        else { return nil }
        self = Self.allCases[Int(name[7]) - 7]
    }

    /// 1.3.14.3.2.26, and 2.16.840.1.101.3.4.2.4, .1, .2 and .3.
    var name: [UInt8] {
        switch self {
        case .sha1: [0x2b, 0x0e, 0x03, 0x02, 0x1a]
        case .sha224: Self.nist + [4]
        case .sha256: Self.nist + [1]
        case .sha384: Self.nist + [2]
        case .sha512: Self.nist + [3]
        }
    }

    private static let nist: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]

    /// OpenSSL's own.
    var function: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha224: unsafe EVP_sha224()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The digest of some bytes.
    func value(of message: ItemSecret) throws(KeychainError) -> ItemSecret {
        var isMade = false
        let value = unsafe SecretBytes(count: size) { target in
            guard let context = DigestContext(self) else { return }
            isMade = unsafe message.bytes.withUnsafeBytes { unsafe context.hash($0, into: target) }
        }
        guard isMade.clearingErrors else { throw KeychainError(.internalError, during: "hashing for a password") }
        return ItemSecret(value)
    }

    /// HMAC with the digest.
    func code(of message: ItemSecret, key: ItemSecret) -> ItemSecret? {
        var size: CUnsignedInt = 0
        var isMade = false
        let code = unsafe SecretBytes(count: self.size) { target in
            unsafe key.bytes.withUnsafeBytes { key in
                unsafe message.bytes.withUnsafeBytes { message in
                    let out = unsafe target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    let octets = unsafe message.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    isMade =
                        unsafe HMAC(function, key.baseAddress, CInt(key.count), octets, message.count, out, &size)
                        != nil
                }
            }
        }
        return isMade.clearingErrors && Int(size) == self.size ? ItemSecret(code) : nil
    }
}
