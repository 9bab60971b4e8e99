// The hash functions of signatures, derivations and passwords.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

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

    /// Bytes that are hashed at once.
    package var blockSize: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }

    /// - Throws: `.allocate` if OpenSSL has no memory, `.notAvailable` if there is no OpenSSL.
    package func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var digest = [UInt8](repeating: 0, count: size)
        guard unsafe EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, function, nil) == 1 else {
            throw KeychainError(.allocate, during: "computing a digest")
        }
        return digest
    }

    /// OpenSSL's function. It is looked up once: by its name takes longer than a short digest.
    var function: OpaquePointer? {
        switch self {
        case .md5: unsafe Self.functions.md5
        case .sha1: unsafe Self.functions.sha1
        case .sha224: unsafe Self.functions.sha224
        case .sha256: unsafe Self.functions.sha256
        case .sha384: unsafe Self.functions.sha384
        case .sha512: unsafe Self.functions.sha512
        }
    }

    // They never change and are never freed.
    private nonisolated(unsafe) static let functions = unsafe (
        md5: EVP_MD_fetch(nil, "MD5", nil), sha1: EVP_MD_fetch(nil, "SHA1", nil),
        sha224: EVP_MD_fetch(nil, "SHA224", nil), sha256: EVP_MD_fetch(nil, "SHA256", nil),
        sha384: EVP_MD_fetch(nil, "SHA384", nil), sha512: EVP_MD_fetch(nil, "SHA512", nil)
    )
}
