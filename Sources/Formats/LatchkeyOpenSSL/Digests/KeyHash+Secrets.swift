// Digests and codes of secrets, in wiped memory.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyModel
package import LatchkeyPlatform

extension KeyHash {
    /// The digest of some bytes.
    /// - Throws: `.internalError` if OpenSSL fails, `.notAvailable` if there is none.
    package func value(of message: ItemSecret) throws(KeychainError) -> ItemSecret {
        try LibCrypto.require()
        var isMade = false
        let value = unsafe SecretBytes(count: size) { target in
            guard let context = try? DigestContext(self) else { return }
            isMade = unsafe message.bytes.withUnsafeBytes { unsafe context.hash($0, into: target) }
        }
        guard isMade else { throw KeychainError(.internalError, during: "hashing for a password") }
        return ItemSecret(value)
    }

    /// HMAC with the function. Nil if OpenSSL fails.
    package func code(of message: ItemSecret, key: ItemSecret) -> ItemSecret? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
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
        return isMade && Int(size) == self.size ? ItemSecret(code) : nil
    }
}
