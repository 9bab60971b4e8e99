// Opens the frames of a backup, one behind the other.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

/// Keeps what is not a whole frame yet, and one whole frame: whether it is the last is known when more comes, or the
/// end.
struct FrameOpener: ~Copyable {
    private let place: FramePlace
    private let key: SecretBytes
    private var number: UInt64 = 0
    private var buffer: [UInt8] = []

    init(_ preamble: BackupPreamble, under key: borrowing BackupKey) {
        place = FramePlace(preamble)
        self.key = key.frameKey(of: preamble.header.backup)
        buffer.reserveCapacity(FramePlace.size)
    }

    /// Takes the next bytes of the file until a frame is known to be whole.
    /// - Parameter offset: where it begins, and then how far it has come.
    /// - Returns: the plaintext of that frame, or nil if all bytes are taken.
    /// - Throws: `.decode` for a frame that is not the next one of this file.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, from offset: inout Int
    ) throws(KeychainError) -> SecretBytes? {
        while offset < bytes.count {
            if buffer.count == FramePlace.size { return try open(isLast: false) }
            let length = min(FramePlace.size - buffer.count, bytes.count - offset)
            unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length]))
            offset += length
        }
        return nil
    }

    /// - Returns: the plaintext of the last frame.
    /// - Throws: `.decode` unless what was taken ends with it.
    mutating func finish() throws(KeychainError) -> SecretBytes {
        // A stream has something to say.
        guard buffer.count > SealedBlob.overhead else { throw .damagedBackup }
        return try open(isLast: true)
    }

    private mutating func open(isLast: Bool) throws(KeychainError) -> SecretBytes {
        let place = place.place(of: number, isLast: isLast)
        defer {
            number += 1
            buffer.removeAll(keepingCapacity: true)
        }
        do throws(KeychainError) {
            return unsafe try key.withUnsafeBytes { key throws(KeychainError) in
                unsafe try SealedBlob.open(buffer, under: key, at: place)
            }
        } catch  where error.code == .decode || error.code == .wrongVersion {
            // The version of the file says that of its frames: another one is damage.
            throw .damagedBackup
        }
    }
}
