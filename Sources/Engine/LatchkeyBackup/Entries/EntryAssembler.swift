// Puts entries together from the plaintexts of frames.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// Memory for a body is taken as its bytes arrive, never for what its length promises.
struct EntryAssembler: ~Copyable {
    private var header: [UInt8] = []
    private var body = unsafe SecretBytes(count: 0) { _ in }
    private var count = 0

    /// Bytes that are taken for a body at first.
    private static let firstSize = 128 << 10

    /// Whether nothing is left of an entry.
    var isBetweenEntries: Bool { header.isEmpty }

    /// Bytes that wait for the rest of an entry.
    var held: Int { body.count }

    /// An entry that is whole.
    struct Entry: ~Copyable {
        let kind: UInt8
        let body: SecretBytes
    }

    /// Takes the next bytes until an entry is whole.
    /// - Parameters:
    ///   - offset: where it begins, and then how far it has come.
    ///   - reserve: is told how many bytes an entry is about to have in memory.
    /// - Returns: that entry, or nil if all bytes are taken.
    /// - Throws: `.wrongVersion` for an entry of a kind that is not known, `.decode` for one that is longer than any of
    ///   its kind, and what `reserve` throws.
    mutating func take(
        _ bytes: borrowing SecretBytes, from offset: inout Int, _ reserve: (Int) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Entry? {
        while offset < bytes.count || isWhole {
            if header.count < BackupEntry.headerSize {
                let place = offset
                header.append(unsafe bytes.withUnsafeBytes { unsafe $0[place] })
                offset += 1
            }
            guard header.count == BackupEntry.headerSize else { continue }
            guard let kind = BackupEntry.Kind(rawValue: header[0]) else {
                throw .newerVersion(during: "reading an entry of a backup")
            }
            guard length <= kind.longestBody else { throw .damagedBackup }
            try takeBody(bytes, from: &offset, reserve)
            if isWhole { return entry() }
        }
        return nil
    }

    /// Bytes that the body is to have.
    private var length: Int { header.dropFirst().reduce(0) { $0 << 8 | Int($1) } }

    private var isWhole: Bool { header.count == BackupEntry.headerSize && count == length }

    private mutating func takeBody(
        _ bytes: borrowing SecretBytes, from offset: inout Int, _ reserve: (Int) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let (start, first) = (count, offset)
        let piece = min(length - count, bytes.count - offset)
        if start + piece > body.count { try grow(to: length, holding: start + piece, reserve) }
        unsafe body.withUnsafeMutableBytes { body in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: body[start..<start + piece])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + piece]))
            }
        }
        count += piece
        offset += piece
    }

    private mutating func entry() -> Entry {
        let (kind, length) = (header[0], length)
        header.removeAll(keepingCapacity: true)
        count = 0
        var whole = unsafe SecretBytes(count: 0) { _ in }
        if body.count == length, length > Self.firstSize {
            // A long one is not copied, and its memory not kept for all that follow.
            swap(&whole, &body)
        } else {
            whole = unsafe body.withUnsafeBytes { body in
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: body[..<length]))
            }
            if body.count > Self.firstSize { body = unsafe SecretBytes(count: 0) { _ in } }
        }
        return Entry(kind: kind, body: whole)
    }

    private mutating func grow(
        to length: Int, holding needed: Int, _ reserve: (Int) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let (old, size) = (count, max(needed, min(length, max(Self.firstSize, body.count * 2))))
        if size > Self.firstSize { try reserve(old + size) }
        body = unsafe SecretBytes(count: size) { target in
            unsafe body.withUnsafeBytes { body in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: body[..<old]))
            }
        }
    }
}
