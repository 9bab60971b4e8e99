// Fuzzes backups: a header that is read has one encoding, frames of a stranger never open, and entries of whoever has
// the key are refused or have one encoding.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyBackup
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzBackup {
    static func main() {
        unsafe fuzz { start, count in
            FuzzBackup.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        readFile(bytes)
        readStream(bytes)
    }

    /// The key of no vector.
    private static let key = BackupKey(copying: SecretBytes(copying: [UInt8](repeating: 0x5a, count: 32)))

    /// A file of somebody who has no key.
    private static func readFile(_ bytes: [UInt8]) {
        let preamble: BackupPreamble
        do {
            preamble = try BackupPreamble(reading: Array(bytes.prefix(BackupPreamble.largestSize)))
        } catch {
            return check(error, isOneOf: [.decode, .wrongVersion])
        }
        check(bytes.starts(with: preamble.encoded), "a header that is read encodes to the same bytes")
        var reader = BackupReader(preamble, under: key)
        do {
            try unsafe Array(bytes[preamble.count...]).withRawBytes { rest throws(KeychainError) in
                unsafe try reader.take(rest) { _ in check(false, "a foreign key opens no frame") }
            }
            _ = try reader.finish { _ in check(false, "a foreign key opens no frame") }
            check(false, "a foreign key opens no file")
        } catch {
            check(error, isOneOf: [.decode])
        }
    }

    /// The input as the stream of somebody who has the key, in pieces of lengths that it says itself.
    private static func readStream(_ bytes: [UInt8]) {
        var reader = EntryReader()
        var again: [UInt8] = []
        do {
            var size = Int(bytes.first ?? 0) + 1
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = SecretBytes(copying: Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
                size = size * 3 % 70_001 + 1
                try reader.take(piece) { again += $0.encoded().declassified(because: "it is an input") }
            }
            _ = try reader.finish()
            check(again == bytes, "entries that are read encode to the same bytes")
        } catch {
            check(error, isOneOf: [.decode, .wrongVersion])
            check(bytes.starts(with: again), "entries before one that is refused encode to the same bytes")
        }
    }
}
