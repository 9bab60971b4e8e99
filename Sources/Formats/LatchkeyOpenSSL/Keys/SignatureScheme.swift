// How signatures are made.
// SPDX-License-Identifier: Apache-2.0

package enum SignatureScheme: Hashable, Sendable {
    /// The bare operation of RSA on a number.
    case rsaRaw(RSANumberForm)
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1
    /// RSASSA-PSS with a salt of the digest's size and MGF1 with the same function.
    case rsaPSS
    /// ECDSA: `r` and `s` one after the other, each of the size of the field (RFC 4754).
    case ecdsaFixed
    /// ECDSA: a SEQUENCE of two INTEGERs (ANSI X9.62).
    case ecdsaDER
    case ed25519
    case ed448
    case mlDSA
}
