// Creates private files and directories, and reads small ones.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

package enum FileSystem {
    /// Makes a directory and those above it, mode 0700.
    package static func makeDirectory(at path: String) throws(KeychainError) {
        if try makeOneDirectory(at: path) { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw failure(during: "making the directory of keychains")
        }
        try makeDirectory(at: String(path[..<slash]))
        guard try makeOneDirectory(at: path) else { throw failure(during: "making the directory of keychains") }
    }

    /// - Returns: false with errno where it cannot be made.
    private static func makeOneDirectory(at path: String) throws(KeychainError) -> Bool {
        guard unsafe mkdir(path, 0o700) == 0 else { return errno == EEXIST }
        try syncDirectory(at: directory(of: path))
        return true
    }

    /// Makes the names in a directory survive a power failure. A directory that may be written but not read, and a file
    /// system that knows no such thing, are left to what the kernel does by itself.
    package static func syncDirectory(at path: String) throws(KeychainError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0, errno == EACCES { return }
        guard descriptor >= 0 else { throw failure(during: "synchronising a directory") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(during: "synchronising a directory") }
    }

    /// Makes the bytes of a file survive a power failure. Not for a file that SQLite has open in this process: closing
    /// it would drop SQLite's locks.
    static func syncFile(at path: String) throws(KeychainError) {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(during: "synchronising a keychain file") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure(during: "synchronising a keychain file") }
    }

    /// - Returns: nil if there is no such file; false if it is no regular one, or has more than `limit` bytes.
    package static func isSmallFile(at path: String, atMost limit: Int) -> Bool? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size <= limit
    }

    /// Bytes that a program may still write to the disk of a file; where the system does not tell, writes fail by
    /// themselves.
    static func freeSpace(at path: String) -> Int {
        var status = statvfs()
        // Some file systems answer without telling anything: then there is no size either.
        guard unsafe statvfs(path, &status) == 0, status.f_blocks > 0 else { return .max / 2 }
        let (size, isHuge) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return isHuge ? .max / 2 : size
    }

    /// What kind of file is under a path, links not followed, and under how many names; nil if nothing is there.
    static func kind(of path: String) -> (mode: mode_t, names: Int, owner: uid_t)? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return (status.st_mode & S_IFMT, Int(status.st_nlink), status.st_uid)
    }

    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// True if the file's directory lets new files in, as a write to a keychain needs.
    package static func isDirectoryWritable(of path: String) -> Bool {
        unsafe access(directory(of: path), W_OK) == 0
    }

    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates an empty file with mode 0600. What is there already is an error, also a link that leads nowhere.
    package static func createPrivateFile(at path: String) throws(KeychainError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(during: "creating a keychain file") }
        close(descriptor)
        try syncDirectory(at: directory(of: path))
    }

    /// What errno says now of a file that was to be read. What cannot be read is not available, rather than read-only.
    package static func readingFailure(during operation: StaticString) -> KeychainError {
        guard errno == EACCES || errno == EPERM else { return failure(during: operation) }
        return KeychainError(
            .notAvailable, during: operation,
            hint:
                "a file of the keychain may not be read; `ls -l` tells whose it is, and `chmod 600` lets its owner read it",
            cause: .errno(errno))
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What errno says now, as a keychain error.
    package static func failure(during operation: StaticString) -> KeychainError {
        let reason = errno
        let (code, hint): (KeychainError.Code, StaticString?) =
            switch reason {
            case ENOSPC, EDQUOT: (.diskFull, "make room on the disk; nothing was changed")
            case EACCES, EPERM, EROFS: (.readOnly, "the keychain or its directory may not be read or written")
            case ENOMEM: (.allocate, nil)
            case EIO: (.inputOutput, "the disk under the keychain reports an error")
            default: (.notAvailable, nil)
            }
        return KeychainError(code, during: operation, hint: hint, cause: .errno(reason))
    }
}
