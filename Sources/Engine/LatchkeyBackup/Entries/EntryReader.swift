// Reads the entries of a stream, in their order.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md, section 5. Whose stream it is was settled before.
package struct EntryReader: ~Copyable {
    private var assembler = EntryAssembler()
    private var order = EntryOrder()

    package init() {}

    /// Bytes of memory that an entry has which is not whole yet.
    package var held: Int { assembler.held }

    /// Takes the next bytes of the stream.
    /// - Parameter reserve: is told how many bytes an entry is about to have in memory.
    /// - Throws: `.decode` for what is no entry, or none that may come here; `.wrongVersion` for one of a newer
    ///   version; what `visit` throws.
    package mutating func take(
        _ plaintext: borrowing SecretBytes, reserving reserve: (Int) throws(KeychainError) -> Void = { _ in },
        _ visit: (BackupEntry) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var offset = 0
        while let raw = try assembler.take(plaintext, from: &offset, reserve) {
            let entry = try BackupEntry(raw.kind, raw.body)
            try order.note(entry)
            try visit(entry)
        }
    }

    /// - Returns: what the stream says was in it, which is what was.
    /// - Throws: `.decode` unless it has come to its end.
    package func finish() throws(KeychainError) -> BackupEnd {
        guard assembler.isBetweenEntries, let end = order.end else { throw .damagedBackup }
        return end
    }
}
