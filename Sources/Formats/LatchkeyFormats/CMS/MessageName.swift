// The object identifiers of messages, as the contents of their elements.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOpenSSL

/// Names of RFC 5652 and of what it refers to.
package enum MessageName {
    /// 1.2.840.113549.1
    private static let rsadsi: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01]

    /// 1.2.840.113549.1.7.1
    package static let data = rsadsi + [7, 1]
    package static let signedData = rsadsi + [7, 2]
    static let envelopedData = rsadsi + [7, 3]

    /// 1.2.840.113549.1.9.3
    static let contentType = rsadsi + [9, 3]
    static let messageDigest = rsadsi + [9, 4]
    static let signingTime = rsadsi + [9, 5]
    static let capabilities = rsadsi + [9, 15]
    /// 1.2.840.113549.1.9.16.2.11
    static let encryptionCertificate = rsadsi + [9, 16, 2, 11]
    /// 1.3.6.1.4.1.311.16.4
    static let microsoftEncryptionCertificate: [UInt8] = [0x2b, 6, 1, 4, 1, 0x82, 0x37, 16, 4]

    /// 1.2.840.113549.1.1.1
    static let rsa = rsadsi + [1, 1]
    static let rsaOAEP = rsadsi + [1, 7]
    static let maskGeneration = rsadsi + [1, 8]
    static let pSpecified = rsadsi + [1, 9]
    static let rsaPSS = rsadsi + [1, 10]
    static let rsaSignatures: [(name: [UInt8], hash: KeyHash)] = [
        (rsadsi + [1, 5], .sha1), (rsadsi + [1, 14], .sha224), (rsadsi + [1, 11], .sha256),
        (rsadsi + [1, 12], .sha384),
        (rsadsi + [1, 13], .sha512),
    ]

    /// 1.2.840.10045.2.1
    static let curve: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]
    /// 1.2.840.10045.4
    private static let ecdsa: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 4]
    static let curveSignatures: [(name: [UInt8], hash: KeyHash)] = [
        (ecdsa + [1], .sha1), (ecdsa + [3, 1], .sha224), (ecdsa + [3, 2], .sha256), (ecdsa + [3, 3], .sha384),
        (ecdsa + [3, 4], .sha512),
    ]
    /// 1.3.101.112
    static let ed25519: [UInt8] = [0x2b, 0x65, 0x70]

    /// The agreements of a new key with the recipient's (RFC 5753): 1.3.133.16.840.63.0.2, 1.3.132.1.11.
    static let agreements: [(name: [UInt8], hash: KeyHash)] = [
        ([0x2b, 0x81, 0x05, 0x10, 0x86, 0x48, 0x3f, 0, 2], .sha1), ([0x2b, 0x81, 4, 1, 11, 0], .sha224),
        ([0x2b, 0x81, 4, 1, 11, 1], .sha256), ([0x2b, 0x81, 4, 1, 11, 2], .sha384),
        ([0x2b, 0x81, 4, 1, 11, 3], .sha512),
    ]
    /// 2.16.840.1.101.3.4.1
    private static let aes: [UInt8] = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1]
    /// The wraps of keys by AES, with the bytes of their keys.
    static let wraps: [(name: [UInt8], keySize: Int)] = [(aes + [5], 16), (aes + [25], 24), (aes + [45], 32)]
    static let ciphers: [(name: [UInt8], cipher: BlockCipher)] = [
        (aes + [2], .aes128), (aes + [22], .aes192), (aes + [42], .aes256),
        ([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 3, 7], .tripleDES),
    ]
}
