// Reads a backup: bytes of the file in, entries out.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, sections 4 and 5. What it gives out is authentic and in its order; that
/// it is all is known when ``finish(_:)`` has returned.
package struct BackupReader: ~Copyable {
    private var frames: FrameOpener
    private var entries = EntryReader()

    package init(_ preamble: BackupPreamble, under key: borrowing BackupKey) {
        frames = FrameOpener(preamble, under: key)
    }

    /// Bytes of memory that an entry has which is not whole yet: what was given in so far, and up to as much again.
    package var held: Int { entries.held }

    /// Takes the next bytes of the file, the first ones those after the preamble.
    /// - Parameter reserve: is told how many bytes an entry is about to have in memory.
    /// - Throws: `.decode` for anything that does not belong there, `.wrongVersion` for entries of a newer version, and
    ///   what `visit` throws. The reader is of no use afterwards.
    package mutating func take(
        _ bytes: UnsafeRawBufferPointer, reserving reserve: (Int) throws(KeychainError) -> Void = { _ in },
        _ visit: (BackupEntry) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var offset = 0
        while let plaintext = unsafe try frames.take(bytes, from: &offset) {
            try entries.take(plaintext, reserving: reserve, visit)
        }
    }

    /// - Returns: what the file says was in it, which is what was.
    /// - Throws: as ``take(_:_:)``; `.decode` if something is missing at the end.
    package mutating func finish(
        _ visit: (BackupEntry) throws(KeychainError) -> Void
    ) throws(KeychainError) -> BackupEnd {
        try entries.take(frames.finish(), visit)
        return try entries.finish()
    }
}
