// How a signature of a message is.
// SPDX-License-Identifier: Apache-2.0

/// What is known of a signature of a message. As on macOS.
public enum CMSSignerStatus: UInt32, Sendable {
    /// The message is not signed.
    case unsigned = 0
    /// The signature is the signer's over the content, and the certificate is trusted if that was asked.
    case valid
    /// The content stands elsewhere, and was not given.
    case needsDetachedContent
    /// The signature is over another content, by another key, of an algorithm that is not known, or its certificate is
    /// missing.
    case invalidSignature
    /// The signature is the signer's, and the certificate is not trusted.
    case invalidCert
    /// There are fewer signatures.
    case invalidIndex
}
