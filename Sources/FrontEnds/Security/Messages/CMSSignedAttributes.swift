// What a signature says beside the content, by Apple's names.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyFormats

/// What is signed beside the content. As on macOS.
public struct CMSSignedAttributes: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The ciphers that the signer reads.
    public static let attrSmimeCapabilities = CMSSignedAttributes(rawValue: 0x01)
    /// The signer's certificate as the one to encrypt for.
    public static let attrSmimeEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 0x02)
    /// The same under a name of Microsoft's.
    public static let attrSmimeMSEncryptionKeyPrefs = CMSSignedAttributes(rawValue: 0x04)
    /// When it was signed: now.
    public static let attrSigningTime = CMSSignedAttributes(rawValue: 0x08)
    /// Digests of code. Not written here: `errSecUnimplemented`.
    public static let attrAppleCodesigningHashAgility = CMSSignedAttributes(rawValue: 0x10)
    /// Digests of code. Not written here: `errSecUnimplemented`.
    public static let attrAppleCodesigningHashAgilityV2 = CMSSignedAttributes(rawValue: 0x20)
    /// When the signature expires. Not written here: `errSecUnimplemented`.
    public static let attrAppleExpirationTime = CMSSignedAttributes(rawValue: 0x40)

    /// Nil if there is one that is not written here.
    var written: MessageAttributes? {
        let known: CMSSignedAttributes = [
            .attrSmimeCapabilities, .attrSmimeEncryptionKeyPrefs, .attrSmimeMSEncryptionKeyPrefs, .attrSigningTime,
        ]
        return isSubset(of: known) ? MessageAttributes(rawValue: rawValue) : nil
    }
}
