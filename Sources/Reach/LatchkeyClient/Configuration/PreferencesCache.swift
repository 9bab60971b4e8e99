// What the preference files said when they were last read.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// Spares every call on an item the decoding of a property list. A file that has changed is read again.
final class PreferencesCache: Sendable {
    /// Tells one state of a file from the next: writers replace the file, so that it has another inode.
    struct Stamp: Hashable, Sendable {
        private let inode: UInt64
        private let size: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        /// - Returns: nil if there is no file.
        init?(_ path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = Int64(status.st_mtim.tv_sec)
            nanoseconds = Int64(status.st_mtim.tv_nsec)
        }
    }

    /// What is known of one file.
    private struct Known {
        let path: String
        /// Nil if there is no file.
        let stamp: Stamp?
        let stored: KeychainPreferences.Stored
        /// Asking the kernel for a file costs a good part of a lookup; within a step of the clock it is not asked
        /// again.
        let lookedAt: CoarseTime
    }

    /// One for each domain that was asked for.
    private let files = Mutex<[Known]>([])

    /// What the file at `path` says, read by `read` where it has changed; nil if there is no file.
    func contents(
        of path: String, reading read: () throws(KeychainError) -> KeychainPreferences.Stored
    ) throws(KeychainError) -> KeychainPreferences.Stored? {
        let known = files.withLock { files in files.first { $0.path.hasSameBytes(as: path) } }
        let tick = CoarseTime.now
        if let known, known.lookedAt == tick { return known.stamp == nil ? nil : known.stored }
        let stamp = Stamp(path)
        var stored = KeychainPreferences.Stored()
        if let stamp {
            if let known, known.stamp == stamp { stored = known.stored } else { stored = try read() }
        }
        let current = Known(path: path, stamp: stamp, stored: stored, lookedAt: tick)
        files.withLock { files in
            files.removeAll { $0.path.hasSameBytes(as: path) }
            files.append(current)
        }
        return stamp == nil ? nil : stored
    }

    /// Looks at the file anew at the next call.
    func forget(_ path: String) { files.withLock { files in files.removeAll { $0.path.hasSameBytes(as: path) } } }
}
