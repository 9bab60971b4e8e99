// Encryption with RSA.
// SPDX-License-Identifier: Apache-2.0

extension SecKeyAlgorithm {
    /// The bare operation of RSA on as many bytes as the modulus has.
    public static let rsaEncryptionRaw = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:raw")
    /// The same on a number in words of 8 bytes, the least significant first. Private on Apple's systems.
    public static let rsaEncryptionRawCCUnit = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:raw-cc")
    /// RSAES-PKCS1-v1_5, up to 11 bytes less than the modulus. A wrong padding is `errSecParam`; who learns of it can
    /// decrypt.
    public static let rsaEncryptionPKCS1 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:PKCS1")
    /// RSAES-OAEP with SHA-1, up to 42 bytes less than the modulus.
    public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA1")
    /// RSAES-OAEP with SHA-224, up to 58 bytes less than the modulus.
    public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA224")
    /// RSAES-OAEP with SHA-256, up to 66 bytes less than the modulus.
    public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA256")
    /// RSAES-OAEP with SHA-384, up to 98 bytes less than the modulus.
    public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA384")
    /// RSAES-OAEP with SHA-512, up to 130 bytes less than the modulus.
    public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA512")
    /// RSAES-OAEP with SHA-1 of a new key, and AES-GCM under that.
    public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// RSAES-OAEP with SHA-224 of a new key, and AES-GCM under that.
    public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// RSAES-OAEP with SHA-256 of a new key, and AES-GCM under that.
    public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// RSAES-OAEP with SHA-384 of a new key, and AES-GCM under that.
    public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// RSAES-OAEP with SHA-512 of a new key, and AES-GCM under that.
    public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm(rawValue: "algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}
