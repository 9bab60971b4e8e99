// Whose turn it is to replace a file.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension FileReplacement {
    /// Runs `body` while no other process is at it. Makes the directory if there is none: for everybody if everybody
    /// reads the file, whatever the umask is, and else for nobody but its owner.
    /// - Throws: `.diskFull` or `.writePermission` if no turn can be had, and then nothing was changed; what `body`
    ///   throws.
    package func inTurn(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        var isForEverybody = false
        if case .exactly(let bits) = mode { isForEverybody = bits & 0o004 != 0 }
        try makeDirectory(isForEverybody ? 0o755 : 0o700)
        if isForEverybody {
            let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard opened >= 0 else { throw failure(errno) }
            defer { close(opened) }
            // A file that others cannot reach would be unreadable to them: they would trust nothing, and have no list.
            guard fchmod(opened, 0o755) == 0 else { throw failure(errno) }
        }
        // Not the directory, nor the file: whoever can open one of them could hold its lock.
        let turn = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard turn >= 0 else { throw failure(errno) }
        // Closing alone would not end the turn if another thread has forked a child meanwhile, which has the descriptor
        // as well.
        defer {
            flock(turn, LOCK_UN)
            close(turn)
        }
        while flock(turn, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure(errno) }
        }
        try body()
    }

    /// Makes the directory of the file, and those that it is in.
    private func makeDirectory(_ mode: mode_t) throws(KeychainError) {
        let parts = directory.split(separator: "/")
        // From the nearest that is there on: one above may be closed to whoever may write here.
        var count = parts.count
        func upper(_ count: Int) -> String {
            (path.hasPrefix("/") ? "/" : "") + parts[..<count].joined(separator: "/")
        }
        while count > 0, unsafe access(upper(count), F_OK) != 0, errno == ENOENT { count -= 1 }
        while count < parts.count {
            count += 1
            guard unsafe mkdir(upper(count), mode) == 0 || errno == EEXIST else { throw failure(errno) }
        }
    }
}
