// The hash functions of signatures and derivations.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import KeychainModel

/// A hash function, by the name that Apple's algorithms and OpenSSL have for it.
package enum KeyHash: String, Hashable, Sendable, CaseIterable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha224 = "SHA224"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

    /// Bytes of a digest.
    package var size: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// - Throws: `.allocate` where OpenSSL has no memory.
    package func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: size)
        guard unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, function, nil) == 1 else {
            throw KeychainError(.allocate, during: "computing a digest")
        }
        return digest
    }

    var function: OpaquePointer? {
        switch self {
        case .md5: unsafe EVP_md5()
        case .sha1: unsafe EVP_sha1()
        case .sha224: unsafe EVP_sha224()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }
}
