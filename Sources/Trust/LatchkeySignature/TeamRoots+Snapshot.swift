// Whether the teams that root trusts are still the same.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension TeamRoots {
    /// The state of the directory and of each file in it: equal as long as nobody installed, changed or took away a
    /// team.
    package struct Snapshot: Hashable, Sendable {
        private var states: [[Int]] = []

        fileprivate mutating func add(_ status: stat) {
            states.append([
                Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_uid),
                Int(status.st_mode), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ])
        }
    }

    /// - Throws: `.unreadable` if it cannot be told.
    package func snapshot() throws(SignatureProblem) -> Snapshot {
        var snapshot = Snapshot()
        let folder = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            guard errno == ENOENT else { throw .unreadable(errno: errno) }
            return snapshot
        }
        defer { close(folder) }
        var status = stat()
        guard unsafe fstat(folder, &status) == 0 else { throw .unreadable(errno: errno) }
        snapshot.add(status)
        for name in try Self.names(in: folder).sorted().prefix(Self.mostFiles)
        where unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            snapshot.add(status)
        }
        return snapshot
    }
}
