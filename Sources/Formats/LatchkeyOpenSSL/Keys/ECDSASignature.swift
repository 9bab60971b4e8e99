// The two forms of ECDSA signatures.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyPlatform

/// Turns signatures of one form into the other.
package enum ECDSASignature {
    /// `r` and `s` as two INTEGERs, of two numbers of the size of the field; nil for other sizes.
    package static func der(ofFixed fixed: [UInt8], fieldSize: Int) -> [UInt8]? {
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard fixed.count == 2 * fieldSize, let pair = unsafe ECDSA_SIG_new() else { return nil }
        defer { unsafe ECDSA_SIG_free(pair) }
        let r = unsafe BN_bin2bn(fixed, CInt(fieldSize), nil)
        let s = unsafe Array(fixed[fieldSize...]).withUnsafeBufferPointer {
            unsafe BN_bin2bn($0.baseAddress, CInt(fieldSize), nil)
        }
        guard unsafe ECDSA_SIG_set0(pair, r, s) == 1 else {
            unsafe BN_free(r)
            unsafe BN_free(s)
            return nil
        }
        let size = unsafe i2d_ECDSA_SIG(pair, nil)
        guard size > 0 else { return nil }
        var der = [UInt8](repeating: 0, count: Int(size))
        let written = unsafe der.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe i2d_ECDSA_SIG(pair, &place)
        }
        return written == size ? der : nil
    }

    /// The two numbers of a signature that OpenSSL made.
    /// - Throws: `.internalError` for what is none, `.notAvailable` if there is no OpenSSL.
    package static func fixed(ofDER der: [UInt8], fieldSize: Int) throws(KeychainError) -> [UInt8] {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        let pair = unsafe der.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &place, buffer.count)
        }
        defer { unsafe ECDSA_SIG_free(pair) }
        let size = CInt(fieldSize)
        var (r, s) = ([UInt8](repeating: 0, count: fieldSize), [UInt8](repeating: 0, count: fieldSize))
        guard let pair = unsafe pair, unsafe BN_bn2binpad(ECDSA_SIG_get0_r(pair), &r, size) == size,
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(pair), &s, size) == size
        else { throw KeychainError(.internalError, during: "taking a signature apart") }
        return r + s
    }
}
