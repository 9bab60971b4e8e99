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
    /// - Throws: `.parameter` once there is content, and for more of anything than is read: then nothing is changed.
    func change(_ body: (inout MessageWriting) throws(KeychainError) -> Void) throws(KeychainError) {
        try state.withLock { state throws(KeychainError) in
            guard state.content == nil, !state.isFinished else { throw Self.tooLate }
            var writing = state.writing
            try body(&writing)
            guard writing.isWithinBounds else { throw MessageWriting.tooMany }
            state.writing = writing
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
