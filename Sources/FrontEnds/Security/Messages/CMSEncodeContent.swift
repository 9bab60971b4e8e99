// Writes a message in one call.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyPlatform

/// A message in the Cryptographic Message Syntax (RFC 5652). As on macOS.
///
/// - Parameters:
///   - signers: A ``SecIdentity``, an array of them, or nil: who signs, as ``CMSEncoderAddSigners(_:_:)``.
///   - recipients: A ``SecCertificate``, an array of them, or nil: who can read it.
///   - eContentTypeOID: The type of the content as text (`1.2.840.113549.1.7.1`) or as the bytes of its object
///     identifier; nil for data.
///   - detachedContent: Whether a signed message is without its content.
///   - signedAttributes: What is signed beside the content, its type and its digest.
///   - content: The bytes.
///   - contentLen: How many, at most 255 MiB.
///   - encodedContentOut: Gets the message, with definite lengths.
/// - Returns: `errSecSuccess`; `errSecParam` without signers and recipients and for other objects;
///   `errSecUnimplemented` for attributes that are not written here; the codes of
///   ``CMSEncoderCopyEncodedContent(_:_:)``.
@discardableResult
public func CMSEncodeContent(
    _ signers: CFTypeRef?, _ recipients: CFTypeRef?, _ eContentTypeOID: CFTypeRef?, _ detachedContent: Bool,
    _ signedAttributes: CMSSignedAttributes, _ content: UnsafeRawPointer, _ contentLen: Int,
    _ encodedContentOut: UnsafeMutablePointer<CFData?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        guard signers != nil || recipients != nil, let encodedContentOut = unsafe encodedContentOut else {
            throw KeychainError(.parameter, during: "writing a message without signers and recipients")
        }
        var writing = MessageWriting()
        if let signers { writing.signers = try given(SecIdentity.self, signers) }
        if let recipients { writing.recipients = try given(SecCertificate.self, recipients) }
        guard writing.hasPurpose else {
            throw KeychainError(.parameter, during: "writing a message without signers and recipients")
        }
        if let eContentTypeOID { writing.type = try MessageWriting.type(eContentTypeOID) }
        guard let attributes = signedAttributes.written else {
            throw KeychainError(.unimplemented, during: "looking for the attributes of a signature")
        }
        writing.attributes = attributes
        writing.isDetached = detachedContent
        var pieces = MessagePieces(limit: MessageWriting.largestSize)
        try unsafe pieces.append(content, contentLen)
        let message = try writing.message(pieces.whole)
        unsafe encodedContentOut.pointee = message.data
    }
}
