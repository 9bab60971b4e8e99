// Reads signed and encrypted messages.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyComposition
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// A message that is being read, in the Cryptographic Message Syntax (RFC 5652), in BER. What it says is known once it
/// is whole. Safe to use from any thread. As on macOS.
public final class CMSDecoder: Sendable {
    private let state = Mutex(State())

    private struct State {
        var pieces = MessagePieces(limit: CMSMessage.largestSize)
        /// Nil until the message is whole.
        var reading: MessageReading?
        var isReading = false
        var detached: ItemSecret?
    }

    let client: KeychainClient

    /// - Parameter client: whose keychains have the keys and certificates that the message does not hold.
    package init(client: KeychainClient = .shared) { self.client = client }

    var detached: ItemSecret? {
        get { state.withLock { $0.detached } }
        set { state.withLock { $0.detached = newValue } }
    }

    /// What the message says.
    /// - Throws: `.parameter` before it is whole.
    func reading() throws(KeychainError) -> MessageReading {
        guard let reading = state.withLock({ $0.reading }) else { throw Self.outOfTurn }
        return reading
    }

    /// - Throws: `.parameter` once the message is whole; `errSecUnknownFormat` for a beginning that no message has, and
    ///   for more than is read.
    func append(_ start: UnsafeRawPointer, _ count: Int) throws(KeychainError) {
        try state.withLock { state throws(KeychainError) in
            guard state.reading == nil, !state.isReading else { throw Self.outOfTurn }
            let first = state.pieces.size == 0 && count > 0 ? unsafe start.loadUnaligned(as: UInt8.self) : 0x30
            guard first == 0x30 else {
                throw KeychainError(.init(rawValue: errSecUnknownFormat), during: "reading the beginning of a message")
            }
            try unsafe state.pieces.append(start, count)
        }
    }

    /// - Throws: `.parameter` without bytes and the second time; as ``MessageReading/read(_:with:)``.
    func finish() throws(KeychainError) {
        let pieces = try state.withLock { state throws(KeychainError) -> MessagePieces in
            guard state.reading == nil, !state.isReading, state.pieces.size > 0 else { throw Self.outOfTurn }
            state.isReading = true
            defer { state.pieces = MessagePieces(limit: 0) }
            return state.pieces
        }
        // Not under the lock: the keychain is asked, and may ask the user.
        var reading = MessageReading()
        defer { state.withLock { $0.reading = reading } }
        try reading.read(pieces.whole, with: client)
    }

    static let outOfTurn = KeychainError(.parameter, during: "reading a message out of turn")
}

extension CMSDecoder: Hashable {
    public static func == (lhs: CMSDecoder, rhs: CMSDecoder) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSDecoder: CustomReflectable {
    /// Without its parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CMSDecoder: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// A reader of one message.
///
/// - Parameter cmsDecoderOut: Gets the reader.
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderCreate(_ cmsDecoderOut: UnsafeMutablePointer<CMSDecoder?>) -> OSStatus {
    unsafe cmsDecoderOut.pointee = CMSDecoder()
    return errSecSuccess
}

/// Adds bytes of the message.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - msgBytes: The bytes.
///   - msgBytesLen: How many. A message has at most 256 MiB.
/// - Returns: `errSecSuccess`; `errSecUnknownFormat` for a beginning that no message has; `errSecParam` after
///   ``CMSDecoderFinalizeMessage(_:)``, and for a negative number.
@discardableResult
public func CMSDecoderUpdateMessage(
    _ cmsDecoder: CMSDecoder, _ msgBytes: UnsafeRawPointer, _ msgBytesLen: Int
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        try unsafe cmsDecoder.append(msgBytes, msgBytesLen)
    }
}

/// Reads the message, and opens it with a key of the keychains if it is encrypted. Signatures are not verified by it.
///
/// - Parameter cmsDecoder: The reader, which has all bytes of the message.
/// - Returns: `errSecSuccess`; `errSecUnknownFormat` for what is no message, and for one that no key of the keychains
///   opens; `errSecUnimplemented` for a cipher that is not known; `errSecParam` without bytes and the second time; the
///   codes of ``SecItemCopyMatching(_:_:)`` and ``SecKeyCreateDecryptedData(_:_:_:_:)``.
@discardableResult
public func CMSDecoderFinalizeMessage(_ cmsDecoder: CMSDecoder) -> OSStatus {
    statusOfCall { () throws(KeychainError) in try cmsDecoder.finish() }
}

/// Gives the content of a message that does not hold it. If the message holds another one, no signature of it is valid.
///
/// - Parameters:
///   - cmsDecoder: The reader, before or after it has the message.
///   - detachedContent: The content.
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderSetDetachedContent(_ cmsDecoder: CMSDecoder, _ detachedContent: CFData) -> OSStatus {
    cmsDecoder.detached = unsafe ItemSecret(SecretBytes(copying: detachedContent.buffer))
    return errSecSuccess
}

/// The content that was given.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - detachedContentOut: Gets the content, or nil.
/// - Returns: `errSecSuccess`.
@discardableResult
public func CMSDecoderCopyDetachedContent(
    _ cmsDecoder: CMSDecoder, _ detachedContentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    unsafe detachedContentOut.pointee = cmsDecoder.detached?.data
    return errSecSuccess
}
