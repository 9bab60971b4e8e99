// The paddings of the older functions on RSA keys.
// SPDX-License-Identifier: Apache-2.0

/// How an input is padded to the size of the key. The empty set pads nothing.
public struct SecPadding: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// PKCS #1 version 1.5.
    public static let PKCS1 = SecPadding(rawValue: 1)
    /// OAEP.
    public static let OAEP = SecPadding(rawValue: 2)
    /// The raw form of an elliptic curve signature.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 version 1.5 over an MD2 digest.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 version 1.5 over an MD5 digest.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 version 1.5 over a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 version 1.5 over a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 version 1.5 over a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 version 1.5 over a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 version 1.5 over a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}
