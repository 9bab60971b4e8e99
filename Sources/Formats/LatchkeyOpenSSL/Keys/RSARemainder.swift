// A number of RSA keys that some forms leave out.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyPlatform

package enum RSARemainder {
    /// `number` modulo `prime - 1`. Nil if the prime is no more than one.
    package static func of(_ number: ItemSecret, modulo prime: ItemSecret) -> ItemSecret? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard number.count <= 2048, prime.count <= 2048 else { return nil }
        let context = unsafe BN_CTX_secure_new()
        let (value, divisor, remainder) = unsafe (read(number), read(prime), BN_secure_new())
        // Each is freed if there was no memory for another one. Of what is not there nothing is freed.
        defer {
            unsafe BN_clear_free(value)
            unsafe BN_clear_free(divisor)
            unsafe BN_clear_free(remainder)
            unsafe BN_CTX_free(context)
        }
        guard unsafe context != nil, unsafe value != nil, unsafe remainder != nil, let divisor = unsafe divisor else {
            return nil
        }
        unsafe BN_set_flags(divisor, BN_FLG_CONSTTIME)
        guard unsafe BN_sub_word(divisor, 1) == 1, unsafe BN_is_zero(divisor) == 0,
            unsafe BN_div(nil, remainder, value, divisor, context) == 1
        else { return nil }
        let count = Int(unsafe BN_num_bits(remainder) + 7) / 8
        guard count > 0 else { return nil }
        return ItemSecret(
            unsafe SecretBytes(count: count) { target in
                _ = unsafe BN_bn2bin(remainder, target.baseAddress?.assumingMemoryBound(to: UInt8.self))
            })
    }

    private static func read(_ number: ItemSecret) -> OpaquePointer? {
        unsafe number.bytes.withUnsafeBytes { bytes in
            unsafe BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CInt(bytes.count), nil)
        }
    }
}
