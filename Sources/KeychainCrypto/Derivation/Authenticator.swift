// HMAC-SHA-256 under a secret key, compared in constant time.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
package import KeychainModel

/// RFC 2104 with SHA-256.
///
/// The two hashes are swift-crypto's. Its own HMAC goes through generic collections and copies the key four times, which took
/// longer than the hashing; every search computes several of these.
package enum Authenticator {
    package static let size = 32
    private static let blockSize = 64

    package static func code(for message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        unsafe key.withUnsafeBytes { key in
            unsafe message.withRawBytes { message in
                let code = unsafe code(key: key) { hash in unsafe hash.update(bufferPointer: message) }
                return unsafe code.withUnsafeBytes { unsafe Array($0) }
            }
        }
    }

    /// The code over what `message` feeds to the hash.
    static func code(
        key: UnsafeRawBufferPointer, message: (inout SHA256) -> Void
    ) -> SHA256.Digest {
        var pad = InlineArray<64, UInt8>(repeating: 0)
        return unsafe withUnsafeMutableBytes(of: &pad) { pad in
            defer { if let start = pad.baseAddress { unsafe explicit_bzero(start, pad.count) } }
            if key.count > blockSize {
                var hash = SHA256()
                unsafe hash.update(bufferPointer: key)
                unsafe hash.finalize().withUnsafeBytes { unsafe pad.copyMemory(from: $0) }
            } else {
                unsafe pad.copyMemory(from: key)
            }
            for offset in 0..<blockSize { unsafe pad[offset] ^= 0x36 }
            var inner = SHA256()
            unsafe inner.update(bufferPointer: UnsafeRawBufferPointer(pad))
            message(&inner)
            // From the inner pad to the outer one.
            for offset in 0..<blockSize { unsafe pad[offset] ^= 0x36 ^ 0x5c }
            var outer = SHA256()
            unsafe outer.update(bufferPointer: UnsafeRawBufferPointer(pad))
            unsafe inner.finalize().withUnsafeBytes { unsafe outer.update(bufferPointer: $0) }
            return outer.finalize()
        }
    }

    package static func isValid(
        _ code: some Collection<UInt8>, for message: [UInt8], key: borrowing SecretBytes
    ) -> Bool {
        let expected = Self.code(for: message, key: key)
        guard code.count == expected.count else { return false }
        return zip(code, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
