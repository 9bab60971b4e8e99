// Signatures of elliptic curves and lattices.
// SPDX-License-Identifier: Apache-2.0

extension SecKeyAlgorithm {
    /// ECDSA over a digest of any length, as `r` and `s` one after the other. Deprecated name.
    public static let ecdsaSignatureRFC4754 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:RFC4754")
    /// ECDSA over a digest of any length, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-RFC4754")
    /// ECDSA over a SHA-1 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA1 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// ECDSA over a SHA-224 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// ECDSA over a SHA-256 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// ECDSA over a SHA-384 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// ECDSA over a SHA-512 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureDigestRFC4754SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// ECDSA over a message, by its SHA-1 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA1 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-RFC4754:SHA1")
    /// ECDSA over a message, by its SHA-224 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-RFC4754:SHA224")
    /// ECDSA over a message, by its SHA-256 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-RFC4754:SHA256")
    /// ECDSA over a message, by its SHA-384 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-RFC4754:SHA384")
    /// ECDSA over a message, by its SHA-512 digest, as `r` and `s` one after the other.
    public static let ecdsaSignatureMessageRFC4754SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-RFC4754:SHA512")
    /// ECDSA over a digest of any length, as DER.
    public static let ecdsaSignatureDigestX962 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962")
    /// ECDSA over a SHA-1 digest, as DER.
    public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA1")
    /// ECDSA over a SHA-224 digest, as DER.
    public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA224")
    /// ECDSA over a SHA-256 digest, as DER.
    public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA256")
    /// ECDSA over a SHA-384 digest, as DER.
    public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA384")
    /// ECDSA over a SHA-512 digest, as DER.
    public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:digest-X962:SHA512")
    /// ECDSA over a message, by its SHA-1 digest, as DER.
    public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:message-X962:SHA1")
    /// ECDSA over a message, by its SHA-224 digest, as DER.
    public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-X962:SHA224")
    /// ECDSA over a message, by its SHA-256 digest, as DER.
    public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-X962:SHA256")
    /// ECDSA over a message, by its SHA-384 digest, as DER.
    public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-X962:SHA384")
    /// ECDSA over a message, by its SHA-512 digest, as DER.
    public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:ECDSA:message-X962:SHA512")
    /// Ed25519 over a message. Private on Apple's systems.
    public static let edDSASignatureMessageCurve25519SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:EdDSA:message-Curve25519:SHA512")
    /// Ed448 over a message. Private on Apple's systems.
    public static let edDSASignatureMessageCurve448SHAKE256 = SecKeyAlgorithm(
        rawValue: "algid:sign:EdDSA:message-Curve448:SHAKE256")
    /// ML-DSA over a message.
    public static let mldsaSignatureMessage = SecKeyAlgorithm(rawValue: "algid:sign:ML-DSA:message")
}
