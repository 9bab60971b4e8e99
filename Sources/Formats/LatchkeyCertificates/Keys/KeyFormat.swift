// The standard forms of keys, unencrypted, in DER.
// SPDX-License-Identifier: Apache-2.0

/// A form in which a key is written outside a keychain.
package enum KeyFormat: Hashable, Sendable, CaseIterable {
    /// A private key with the name of its kind: PrivateKeyInfo (RFC 5208, RFC 5958).
    case pkcs8
    /// A private or public RSA key: RSAPrivateKey, RSAPublicKey (RFC 8017).
    case pkcs1
    /// A private elliptic curve key: ECPrivateKey (RFC 5915).
    case sec1
    /// A public key with the name of its kind: SubjectPublicKeyInfo (RFC 5280).
    case subjectPublicKeyInfo
}
