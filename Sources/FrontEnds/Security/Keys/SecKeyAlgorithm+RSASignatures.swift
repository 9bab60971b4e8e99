// Signatures with RSA.
// SPDX-License-Identifier: Apache-2.0

extension SecKeyAlgorithm {
    /// The bare operation of RSA on as many bytes as the modulus has.
    public static let rsaSignatureRaw = SecKeyAlgorithm(rawValue: "algid:sign:RSA:raw")
    /// The same on a number in words of 8 bytes, the least significant first. Private on Apple's systems.
    public static let rsaSignatureRawCCUnit = SecKeyAlgorithm(rawValue: "algid:sign:RSA:raw-cc")
    /// RSASSA-PKCS1-v1_5 over bytes that are padded as they are, without the name of a digest.
    public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm(rawValue: "algid:sign:RSA:digest-PKCS1v15")
    /// RSASSA-PKCS1-v1_5 over a MD5 digest. Private on Apple's systems.
    public static let rsaSignatureDigestPKCS1v15MD5 = SecKeyAlgorithm(rawValue: "algid:sign:RSA:digest-PKCS1v15:MD5")
    /// RSASSA-PKCS1-v1_5 over a SHA-1 digest.
    public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm(rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// RSASSA-PKCS1-v1_5 over a SHA-224 digest.
    public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// RSASSA-PKCS1-v1_5 over a SHA-256 digest.
    public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// RSASSA-PKCS1-v1_5 over a SHA-384 digest.
    public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// RSASSA-PKCS1-v1_5 over a SHA-512 digest.
    public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// RSASSA-PSS over a SHA-1 digest, with a salt of its size.
    public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm(rawValue: "algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// RSASSA-PSS over a SHA-224 digest, with a salt of its size.
    public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    /// RSASSA-PSS over a SHA-256 digest, with a salt of its size.
    public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// RSASSA-PSS over a SHA-384 digest, with a salt of its size.
    public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// RSASSA-PSS over a SHA-512 digest, with a salt of its size.
    public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// RSASSA-PKCS1-v1_5 over a message, by its MD5 digest. Private on Apple's systems.
    public static let rsaSignatureMessagePKCS1v15MD5 = SecKeyAlgorithm(rawValue: "algid:sign:RSA:message-PKCS1v15:MD5")
    /// RSASSA-PKCS1-v1_5 over a message, by its SHA-1 digest.
    public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA1")
    /// RSASSA-PKCS1-v1_5 over a message, by its SHA-224 digest.
    public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA224")
    /// RSASSA-PKCS1-v1_5 over a message, by its SHA-256 digest.
    public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA256")
    /// RSASSA-PKCS1-v1_5 over a message, by its SHA-384 digest.
    public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA384")
    /// RSASSA-PKCS1-v1_5 over a message, by its SHA-512 digest.
    public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PKCS1v15:SHA512")
    /// RSASSA-PSS over a message, by its SHA-1 digest, with a salt of its size.
    public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm(rawValue: "algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// RSASSA-PSS over a message, by its SHA-224 digest, with a salt of its size.
    public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PSS:SHA224:SHA224:24")
    /// RSASSA-PSS over a message, by its SHA-256 digest, with a salt of its size.
    public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// RSASSA-PSS over a message, by its SHA-384 digest, with a salt of its size.
    public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// RSASSA-PSS over a message, by its SHA-512 digest, with a salt of its size.
    public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm(
        rawValue: "algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
