// One context of OpenSSL for many digests: making one takes longer than hashing a block.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyPlatform

@safe
package struct DigestContext: ~Copyable {
    private let context: OpaquePointer
    private let size: Int

    /// - Throws: `.internalError` if OpenSSL does not have the function, `.notAvailable` if there is no OpenSSL.
    package init(_ hash: KeyHash) throws(KeychainError) {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let missing = KeychainError(.internalError, during: "beginning a digest")
        guard let context = unsafe EVP_MD_CTX_new() else { throw missing }
        guard unsafe EVP_DigestInit_ex(context, hash.function, nil) == 1 else {
            unsafe EVP_MD_CTX_free(context)
            throw missing
        }
        unsafe self.context = unsafe context
        size = hash.size
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Writes the digest of some bytes, then the digest of that, and so on, in so many rounds. False if OpenSSL fails.
    /// - Precondition: `value` has the size of the digest, and there is one round at least.
    package borrowing func hash(
        _ bytes: UnsafeRawBufferPointer, into value: UnsafeMutableRawBufferPointer, rounds: Int = 1
    ) -> Bool {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let out = unsafe value.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe value.count == size
            && EVP_DigestInit_ex(context, nil, nil) == 1
            && EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
            && EVP_DigestFinal_ex(context, out, nil) == 1
            && latchkey_hash_again(context, out, value.count, rounds - 1) == 1
    }
}
