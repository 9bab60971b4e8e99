// What the preference files said when they were last read.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Spares every call on an item the decoding of a property list. A file that has changed is read again.
final class PreferencesCache: Sendable {
    /// Tells one state of a file from the next: writers replace the file, so that it has another inode.
    struct Stamp: Hashable, Sendable {
        private let inode: UInt64
        private let size: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        /// - Returns: nil where there is no file.
        init?(_ path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = Int64(status.st_mtim.tv_sec)
            nanoseconds = Int64(status.st_mtim.tv_nsec)
        }
    }

    private let files = Mutex<[String: (stamp: Stamp, stored: KeychainPreferences.Stored)]>([:])

    /// What the file at `path` says, or nil where it was not read in the state of `stamp`.
    func contents(of path: String, _ stamp: Stamp) -> KeychainPreferences.Stored? {
        files.withLock { files in
            guard let known = files[path], known.stamp == stamp else { return nil }
            return known.stored
        }
    }

    func keep(_ stored: KeychainPreferences.Stored, of path: String, _ stamp: Stamp) {
        files.withLock { $0[path] = (stamp, stored) }
    }
}
