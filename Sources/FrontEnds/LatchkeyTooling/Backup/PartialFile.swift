// The file that a backup goes to: under another name until it is whole and on the disk.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform

/// `NAME.partial`, mode 0600, which becomes `NAME`. A program that is killed leaves a part, and the next one begins it
/// anew. Of two that write the same file at once the second one is refused.
package final class PartialFile {
    private let descriptor: CInt
    /// Nil for standard output.
    private let path: String?
    private let replaces: Bool

    /// - Parameters:
    ///   - path: `-` for standard output.
    ///   - replaces: whether a file of that name is replaced, once the new one is whole.
    package init(path: String, replacing replaces: Bool) throws(FileFailure) {
        self.replaces = replaces
        guard path != "-" else {
            descriptor = STDOUT_FILENO
            self.path = nil
            return
        }
        self.path = path
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw FileFailure(message: "this is no name for a file")
        }
        var status = stat()
        guard unsafe replaces || lstat(path, &status) != 0 else { throw Self.isThere }
        descriptor = try Self.open(path + ".partial")
    }

    deinit {
        if path != nil { close(descriptor) }
    }

    /// Opens the part with nothing in it, for this process alone.
    private static func open(_ partial: String) throws(FileFailure) -> CInt {
        let descriptor = unsafe Glibc.open(
            partial, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw failure() }
        do throws(FileFailure) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw FileFailure(message: "another program writes a backup to this file now")
            }
            var (own, named) = (stat(), stat())
            // A file with two names, or of another user, is somebody's who wants to read along.
            guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(partial, &named) == 0,
                own.st_mode & S_IFMT == S_IFREG, own.st_nlink == 1, own.st_uid == geteuid(),
                own.st_ino == named.st_ino, own.st_dev == named.st_dev
            else { throw FileFailure(message: "\(partial) is in the way; move it away") }
            guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else { throw failure() }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    package func write(_ bytes: [UInt8]) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            let start = written
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + start }, bytes.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            written += count
        }
    }

    /// Brings the file to the disk, and gives it its name.
    package func finish() throws(FileFailure) {
        guard let path else { return }
        guard fsync(descriptor) == 0 else { throw Self.failure() }
        let isNamed =
            replaces
            ? unsafe rename(path + ".partial", path) == 0 : unsafe latchkey_rename_new(path + ".partial", path) == 0
        guard isNamed else { throw Self.failure() }
        // The name is on the disk only with its directory.
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let opened = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if opened < 0, errno == EACCES { return }
        guard opened >= 0 else { throw Self.failure() }
        defer { close(opened) }
        guard fsync(opened) == 0 || errno == EINVAL else { throw Self.failure() }
    }

    /// Takes the part away, because it will not become whole.
    package func discard() {
        if let path { unsafe unlink(path + ".partial") }
    }

    private static let isThere = FileFailure(message: "the file is there already; choose another name")

    private static func failure() -> FileFailure {
        errno == EEXIST ? isThere : FileFailure(message: unsafe String(cString: strerror(errno)))
    }
}
