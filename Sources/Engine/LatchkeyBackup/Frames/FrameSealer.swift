// Cuts a stream into frames and seals them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

/// Keeps one frame's plaintext, since only whoever knows that more comes knows that a frame is not the last.
struct FrameSealer: ~Copyable {
    private let place: FramePlace
    private let key: SecretBytes
    private var number: UInt64 = 0
    private var buffer = unsafe SecretBytes(count: FramePlace.plaintextSize) { _ in }
    private var count = 0
    /// Gives the nonces; only vectors do.
    private let nonces: (@Sendable (UInt64) -> [UInt8])?

    init(_ preamble: BackupPreamble, under key: borrowing BackupKey, nonces: (@Sendable (UInt64) -> [UInt8])? = nil) {
        place = FramePlace(preamble)
        self.key = key.frameKey(of: preamble.header.backup)
        self.nonces = nonces
    }

    /// Takes the next bytes of the stream, and appends the frames that they fill.
    mutating func take(_ bytes: UnsafeRawBufferPointer, into frames: inout [UInt8]) throws(KeychainError) {
        var offset = 0
        while offset < bytes.count {
            if count == FramePlace.plaintextSize { try seal(isLast: false, into: &frames) }
            let (start, length) = (count, min(FramePlace.plaintextSize - count, bytes.count - offset))
            unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + length])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
            }
            count += length
            offset += length
        }
    }

    /// Appends the last frame.
    mutating func finish(into frames: inout [UInt8]) throws(KeychainError) { try seal(isLast: true, into: &frames) }

    private mutating func seal(isLast: Bool, into frames: inout [UInt8]) throws(KeychainError) {
        let (place, size, nonce) = (place.place(of: number, isLast: isLast), count, nonces?(number))
        let blob = unsafe try key.withUnsafeBytes { key throws(KeychainError) in
            unsafe try buffer.withUnsafeBytes { buffer throws(KeychainError) in
                let plaintext = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<size])
                if let nonce { return unsafe try SealedBlob.seal(plaintext, under: key, at: place, nonce: nonce) }
                return unsafe try SealedBlob.seal(plaintext, under: key, at: place)
            }
        }
        frames += blob
        number += 1
        count = 0
    }
}
