// Replaces a preference file as a whole.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import KeychainModel

enum PreferencesFile {
    /// Writes the file under another name and gives it the right one when it is on the disk, so that a power failure leaves
    /// the old contents or the new. Call it in turn: what a killed process leaves is taken away by the next.
    /// - Throws: `.writePermission`, or `.diskFull`.
    static func replace(_ path: String, with contents: Data) throws(KeychainError) {
        var status = stat()
        let mode = unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
        let draft = path + ".new"
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure() }
        let isWritten = write(contents, to: descriptor) && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten, unsafe rename(draft, path) == 0 else {
            if !isWritten { errno = reason }
            let failure = failure()
            unsafe unlink(draft)
            throw failure
        }
        let directory = unsafe open(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { throw failure() }
        defer { close(directory) }
        guard fsync(directory) == 0 || errno == EINVAL else { throw failure() }
    }

    private static func write(_ contents: Data, to descriptor: CInt) -> Bool {
        unsafe contents.withUnsafeBytes { bytes in
            var rest = unsafe bytes
            while let base = rest.baseAddress, rest.count > 0 {
                let count = unsafe Glibc.write(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }

    private static func failure() -> KeychainError {
        let reason = errno
        let isFull = reason == ENOSPC || reason == EDQUOT
        return KeychainError(
            isFull ? .diskFull : .writePermission, during: "writing the list of keychains",
            hint: isFull
                ? "make room on the disk; nothing was changed"
                : "the directory of the domain's preferences cannot be written", cause: .errno(reason))
    }
}
