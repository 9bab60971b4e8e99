// The two orders of the bytes of a number.
// SPDX-License-Identifier: Apache-2.0

/// How the number stands that RSA is done on bare.
package enum RSANumberForm: Hashable, Sendable {
    /// Most significant byte first, as long as the modulus.
    case bigEndian
    /// Words of 8 bytes, the least significant word and byte first.
    case words
}
