// The file that an export goes to: private, new, and there only once it is whole.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// Until it is finished the file has no name, so that nothing is left behind however the program ends. Where the file
/// system knows no files without a name, what is written is kept in memory and becomes a file at the end.
package struct PrivateFile: ~Copyable {
    private let descriptor: CInt
    /// Nil for standard output.
    private let path: String?
    /// What is not written yet, or nil if it is written at once.
    private var kept: [ItemSecret]?

    /// Begins a file, whose mode is 0600.
    /// - Parameter path: `-` for standard output.
    /// - Parameter isNameless: false to do as on a file system that knows no files without a name.
    /// - Throws: if there is one already: nothing is ever overwritten.
    package init(path: String, isNameless: Bool = true) throws(FileFailure) {
        guard path != "-" else {
            descriptor = STDOUT_FILENO
            self.path = nil
            return
        }
        let folder = try Self.folder(of: path)
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw Self.isThere }
        let nameless = isNameless ? unsafe open(folder, O_WRONLY | Self.withoutName | O_CLOEXEC, 0o600) : -1
        if nameless < 0 {
            // Kernels that do not know the flag see a directory that is opened for writing.
            guard !isNameless || [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw Self.failure() }
            guard unsafe access(folder, W_OK | X_OK) == 0 else { throw Self.failure() }
            kept = []
        }
        descriptor = nameless
        self.path = path
    }

    deinit {
        if path != nil, descriptor >= 0 { close(descriptor) }
    }

    package mutating func write(_ row: borrowing SecretBytes) throws(FileFailure) {
        if kept == nil {
            try Self.write(row, to: descriptor)
        } else {
            kept?.append(ItemSecret(row.copy()))
        }
    }

    /// Gives the file its name.
    /// - Throws: if there is one of that name by now.
    package consuming func finish() throws(FileFailure) {
        guard let path else { return }
        if let kept { return try Self.make(path, of: kept) }
        guard fsync(descriptor) == 0 else { throw Self.failure() }
        guard unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            throw Self.failure()
        }
    }

    private static func make(_ path: String, of rows: [ItemSecret]) throws(FileFailure) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        do throws(FileFailure) {
            for row in rows { try write(row.bytes, to: descriptor) }
            guard fsync(descriptor) == 0 else { throw failure() }
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    private static func write(_ row: borrowing SecretBytes, to descriptor: CInt) throws(FileFailure) {
        var written = 0
        while written < row.count {
            let start = written
            let count = unsafe row.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            written += count
        }
    }

    /// Where the file will be.
    private static func folder(of path: String) throws(FileFailure) -> String {
        guard !path.isEmpty, !path.utf8.contains(0), path.utf8.last != UInt8(ascii: "/") else {
            throw FileFailure(message: "this is no name for a file")
        }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static let isThere = FileFailure(message: "the file is there already; choose another name")

    private static func failure() -> FileFailure {
        errno == EEXIST ? isThere : FileFailure(message: unsafe String(cString: strerror(errno)))
    }

    /// `O_TMPFILE`, whose macro is not imported: a part of it is the flag for directories.
    private static let withoutName: CInt = 0o20_000_000 | O_DIRECTORY
}
