// Writes a backup: entries in, bytes of the file out.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Backup.md. Whoever takes the bytes away often keeps little of them in memory.
package struct BackupWriter: ~Copyable {
    private var frames: FrameSealer
    /// Bytes of the file that nobody has taken yet.
    private var ready: [UInt8]
    private var taken = 0
    private var counts = BackupCounts()

    /// - Parameter nonces: gives the nonces of frames; only vectors do.
    package init(
        _ header: BackupHeader, under key: borrowing BackupKey, nonces: (@Sendable (UInt64) -> [UInt8])? = nil
    ) {
        let preamble = BackupPreamble(header, under: key)
        frames = FrameSealer(preamble, under: key, nonces: nonces)
        ready = preamble.encoded
    }

    /// Bytes that wait to be taken.
    package var waiting: Int { ready.count - taken }
    /// Bytes of memory for them, with those that were taken and are not moved away yet.
    package var held: Int { ready.count }

    /// Bytes that were taken and may be kept, so that the others are not moved at each step.
    private static let mostTaken = 1 << 20

    package mutating func append(_ entry: BackupEntry) throws(KeychainError) {
        switch entry {
        case .item: counts.items += 1
        case .deviceItem: counts.deviceItems += 1
        case .listEntry: counts.listEntries += 1
        case .tombstone: counts.tombstones += 1
        case .about, .end: break
        }
        let encoded = entry.encoded()
        let frames = unsafe try encoded.withUnsafeBytes { bytes throws(KeychainError) in
            var frames: [UInt8] = []
            unsafe try self.frames.take(bytes, into: &frames)
            return frames
        }
        ready += frames
    }

    /// Ends the file.
    package mutating func finish(leavingOut leftOut: BackupOmissions) throws(KeychainError) -> BackupEnd {
        let end = BackupEnd(counts: counts, leftOut: leftOut)
        try append(.end(end))
        try frames.finish(into: &ready)
        return end
    }

    /// The next bytes of the file, as many as are there and at most `limit`.
    package mutating func take(atMost limit: Int) -> [UInt8] {
        let end = min(ready.count, taken + limit)
        let piece = Array(ready[taken..<end])
        taken = end
        if taken == ready.count || taken >= max(Self.mostTaken, ready.count / 2) {
            if ready.capacity > 4 << 20 {
                // What a long item took is not kept for all that follow.
                ready = Array(ready[taken...])
            } else {
                ready.removeSubrange(..<taken)
            }
            taken = 0
        }
        return piece
    }
}
