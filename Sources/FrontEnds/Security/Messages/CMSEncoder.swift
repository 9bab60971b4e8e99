// Writes signed and encrypted messages.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyFormats
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import Synchronization

/// A message that is being written, in the Cryptographic Message Syntax (RFC 5652): signed if it has signers, encrypted
/// if it has recipients, signed first if it has both. Safe to use from any thread. As on macOS.
public final class CMSEncoder: Sendable {
    private let state = Mutex(State())

    struct State {
        var writing = MessageWriting()
        /// Nil until the first bytes of the content are there.
        var content: MessagePieces?
        var isFinished = false
    }

    init() {}

    /// Changes what the message will be.
    /// - Throws: `.parameter` once there is content.
    func change(_ body: (inout MessageWriting) throws(KeychainError) -> Void) throws(KeychainError) {
        try state.withLock { state throws(KeychainError) in
            guard state.content == nil, !state.isFinished else { throw Self.tooLate }
            try body(&state.writing)
        }
    }

    /// - Throws: `.parameter` for a message without signers, certificates and recipients, and for one that is finished;
    ///   as ``MessagePieces/append(_:_:)``.
    func append(_ start: UnsafeRawPointer, _ count: Int) throws(KeychainError) {
        try state.withLock { state throws(KeychainError) in
            guard !state.isFinished else { throw Self.tooLate }
            guard state.writing.hasPurpose else {
                throw KeychainError(.parameter, during: "adding content to a message without signers and recipients")
            }
            if state.content == nil { state.content = MessagePieces(limit: MessageWriting.largestSize) }
            try unsafe state.content?.append(start, count)
        }
    }

    /// The message.
    /// - Throws: `.parameter` the second time, and without content if it is not of certificates alone.
    func finish() throws(KeychainError) -> ItemSecret {
        // Not under the lock: keys that stay in the keychain are asked.
        let state = try state.withLock { state throws(KeychainError) -> State in
            guard !state.isFinished, state.content != nil || state.writing.isOfCertificatesAlone else {
                throw Self.tooLate
            }
            defer {
                state.isFinished = true
                state.content = nil
            }
            return state
        }
        return try state.writing.message(state.content?.whole)
    }

    private static let tooLate = KeychainError(.parameter, during: "changing or finishing a message out of turn")
}

extension CMSEncoder: Hashable {
    public static func == (lhs: CMSEncoder, rhs: CMSEncoder) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSEncoder: CustomReflectable {
    /// Without its parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CMSEncoder: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// A new message.
///
/// - Parameter cmsEncoderOut: Gets the message.
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSEncoderCreate(_ cmsEncoderOut: UnsafeMutablePointer<CMSEncoder?>) -> OSStatus {
    unsafe cmsEncoderOut.pointee = CMSEncoder()
    return errSecSuccess
}

/// Who signs. The chain of each certificate goes into the message, without its root if it has more than one
/// certificate.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - signerOrArray: A ``SecIdentity`` or an array of them. Keys of RSA, P-192 to P-521 and Ed25519 sign.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, and once there is content.
@discardableResult
public func CMSEncoderAddSigners(_ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let signers = try given(SecIdentity.self, signerOrArray)
        try cmsEncoder.change { $0.signers += signers }
    }
}

/// Who can read the message.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - recipientOrArray: A ``SecCertificate`` or an array of them, with keys of RSA or P-192 to P-521.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, and once there is content.
@discardableResult
public func CMSEncoderAddRecipients(_ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let recipients = try given(SecCertificate.self, recipientOrArray)
        try cmsEncoder.change { $0.recipients += recipients }
    }
}

/// Certificates that the message holds beside the signers'.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - certOrArray: A ``SecCertificate`` or an array of them.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, and once there is content.
@discardableResult
public func CMSEncoderAddSupportingCerts(_ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let certificates = try given(SecCertificate.self, certOrArray)
        try cmsEncoder.change { $0.certificates += certificates }
    }
}

/// Whether a signed message is without its content.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - detachedContent: True if the content is sent elsewhere. Without effect on a message that is encrypted.
/// - Returns: `errSecSuccess`; `errSecParam` once there is content.
@discardableResult
public func CMSEncoderSetHasDetachedContent(_ cmsEncoder: CMSEncoder, _ detachedContent: Bool) -> OSStatus {
    statusOfCall { () throws(KeychainError) in try cmsEncoder.change { $0.isDetached = detachedContent } }
}

/// The hash function of signatures. Without this call it is SHA-256; on macOS it is SHA-1. Ed25519 has SHA-512 always.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - digestAlgorithm: ``kCMSEncoderDigestAlgorithmSHA1`` or ``kCMSEncoderDigestAlgorithmSHA256``.
/// - Returns: `errSecSuccess`; `errSecParam` for others, and once there is content.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(_ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let hash: KeyHash =
            if digestAlgorithm == kCMSEncoderDigestAlgorithmSHA256 {
                .sha256
            } else if digestAlgorithm == kCMSEncoderDigestAlgorithmSHA1 {
                .sha1
            } else {
                throw KeychainError(.parameter, during: "looking for the hash function of signatures")
            }
        try cmsEncoder.change { $0.hash = hash }
    }
}

/// Adds bytes to the content. What the message is cannot be changed afterwards.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - content: The bytes.
///   - contentLen: How many. A message has at most 255 MiB.
/// - Returns: `errSecSuccess`; `errSecParam` for a message without signers, certificates and recipients, for one that
///   is finished, and for a negative number; `errSecUnknownFormat` for too many.
@discardableResult
public func CMSEncoderUpdateContent(
    _ cmsEncoder: CMSEncoder, _ content: UnsafeRawPointer, _ contentLen: Int
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        try unsafe cmsEncoder.append(content, contentLen)
    }
}

/// Finishes the message. A message of certificates alone needs no content.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - encodedContentOut: Gets it, with definite lengths.
/// - Returns: `errSecSuccess`; `errSecParam` without content, the second time, and for keys that cannot sign or encrypt
///   messages; the codes of ``SecKeyCreateSignature(_:_:_:_:)``.
@discardableResult
public func CMSEncoderCopyEncodedContent(
    _ cmsEncoder: CMSEncoder, _ encodedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        unsafe encodedContentOut.pointee = try cmsEncoder.finish().data
    }
}

/// SHA-1 as the hash function of signatures.
public let kCMSEncoderDigestAlgorithmSHA1: CFString = "sha1"

/// SHA-256 as the hash function of signatures.
public let kCMSEncoderDigestAlgorithmSHA256: CFString = "sha256"
