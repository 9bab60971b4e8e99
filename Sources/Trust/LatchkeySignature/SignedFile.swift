// Reads a file that is open: its record, and the digest of what stands before it. Nothing is read by path.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc

/// A regular file behind a descriptor that somebody else owns. The position of the descriptor is left as it is.
package struct SignedFile: Sendable {
    private let descriptor: CInt
    private let state: State
    /// Bytes of the whole file.
    package var size: UInt64 { UInt64(state.size) }

    /// Bytes that are read and digested at a time.
    private static let chunk = 1 << 18

    /// - Throws: `.notAFile`, or `.unreadable`.
    package init(_ descriptor: CInt) throws(SignatureProblem) {
        self.descriptor = descriptor
        state = try State(descriptor)
    }

    /// The record at the end.
    /// - Throws: `.unsigned`, `.damagedRecord`, `.unknownVersion`, `.unreadable`, `.changedMeanwhile`.
    package func record() throws(SignatureProblem) -> SignatureRecord {
        let magic = try bytes(fromEnd: SignatureRecord.magic.count)
        guard magic == SignatureRecord.magic else { throw .unsigned }
        return try SignatureRecord(endOfFile: bytes(fromEnd: SignatureRecord.largestSize), fileSize: size)
    }

    /// The pin at the end of the program, or nil if there is none.
    /// - Parameter end: bytes before the record.
    /// - Throws: `.damagedPin`, `.unknownVersion`, `.unreadable`, `.changedMeanwhile`.
    package func pin(endingAt end: UInt64) throws(SignatureProblem) -> ScriptPin? {
        let count = min(UInt64(ScriptPin.largestSize), end)
        return try ScriptPin.read(endOfProgram: bytes(at: end - count, count: Int(count)))
    }

    /// SHA-256 of the first `count` bytes. The file is streamed, and must be the same at the end as at the beginning.
    /// - Throws: `.unreadable`, `.changedMeanwhile`.
    package func digest(ofFirst count: UInt64) throws(SignatureProblem) -> [UInt8] {
        var hash = SHA256()
        var offset: UInt64 = 0
        while offset < count {
            let part = try bytes(at: offset, count: Int(min(UInt64(Self.chunk), count - offset)))
            hash.update(data: part)
            offset += UInt64(part.count)
        }
        guard try isUnchanged() else { throw .changedMeanwhile }
        return Array(hash.finalize())
    }

    /// Whether nobody has written the file since this was made.
    package func isUnchanged() throws(SignatureProblem) -> Bool { try State(descriptor) == state }

    /// The first bytes, at most `count`.
    package func beginning(_ count: Int) throws(SignatureProblem) -> [UInt8] {
        try bytes(at: 0, count: Int(min(UInt64(count), size)))
    }

    private func bytes(fromEnd count: Int) throws(SignatureProblem) -> [UInt8] {
        let count = min(UInt64(count), size)
        return try bytes(at: size - count, count: Int(count))
    }

    /// - Throws: `.changedMeanwhile` if the file ends before.
    private func bytes(at offset: UInt64, count: Int) throws(SignatureProblem) -> [UInt8] {
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let place = off_t(offset) + off_t(filled)
                guard let base = buffer.baseAddress else { return }
                let received = unsafe pread(descriptor, base + filled, count - filled, place)
                if received < 0, errno == EINTR { continue }
                if received < 0 { failure = errno }
                guard received > 0 else { return }
                filled += received
            }
        }
        guard failure == 0 else { throw .unreadable(errno: failure) }
        guard bytes.count == count else { throw .changedMeanwhile }
        return bytes
    }

    /// What tells one state of a file from the next.
    private struct State: Hashable {
        let device: UInt64
        let node: UInt64
        let size: Int
        let modified: [Int]

        init(_ descriptor: CInt) throws(SignatureProblem) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { throw .notAFile }
            device = UInt64(status.st_dev)
            node = UInt64(status.st_ino)
            size = Int(status.st_size)
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }
}
