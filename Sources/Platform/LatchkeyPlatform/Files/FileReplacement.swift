// Replaces a file that is not secret as a whole.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A power failure leaves the old contents or the new.
package struct FileReplacement: Sendable {
    let path: String
    let mode: Mode
    private let operation: StaticString
    private let hint: StaticString

    /// Who may read the new file.
    package enum Mode: Sendable {
        /// These bits, whatever the umask is.
        case exactly(UInt32)
        /// Those of the old file, whatever the umask is; if there is none, these as far as the umask has them.
        case kept(else: UInt32)
    }

    /// - Parameter operation: what is being done, in errors.
    /// - Parameter hint: what to say of a file that cannot be written.
    package init(of path: String, mode: Mode, during operation: StaticString, hint: StaticString) {
        self.path = path
        self.mode = mode
        self.operation = operation
        self.hint = hint
    }

    /// Writes the file under another name and gives it the right one when it is on the disk. Call it in turn: what a
    /// killed process has left is taken away by the next.
    /// - Throws: `.diskFull` or `.writePermission`, and then the file is as it was; `.inputOutput` if it is there and
    ///   may be gone after a power failure.
    package func write(_ contents: [UInt8]) throws(KeychainError) {
        let draft = path + ".new"
        unsafe unlink(draft)
        let (bits, isExact) = bits
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, bits)
        guard descriptor >= 0 else { throw failure(errno) }
        var isWritten = !isExact || fchmod(descriptor, bits) == 0
        isWritten = isWritten && Self.write(contents, to: descriptor) && fsync(descriptor) == 0
        var reason = errno
        close(descriptor)
        if isWritten, unsafe rename(draft, path) != 0 {
            isWritten = false
            reason = errno
        }
        guard isWritten else {
            unsafe unlink(draft)
            throw failure(reason)
        }
        try syncDirectory()
    }

    /// The mode of the new file, and whether it has all of it in spite of the umask.
    private var bits: (UInt32, isExact: Bool) {
        switch mode {
        case .exactly(let bits): return (bits, true)
        case .kept(let bits):
            var status = stat()
            return unsafe stat(path, &status) == 0 ? (status.st_mode & 0o777, true) : (bits, false)
        }
    }

    /// With the slash at its end.
    var directory: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// The new name is on the disk only with its directory.
    private func syncDirectory() throws(KeychainError) {
        let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let isSynced = opened >= 0 && (fsync(opened) == 0 || errno == EINVAL)
        let reason = errno
        if opened >= 0 { close(opened) }
        guard isSynced else {
            throw KeychainError(
                .inputOutput, during: operation,
                hint: "the change was made, and may be lost when the power fails now", cause: .errno(reason))
        }
    }

    private static func write(_ contents: [UInt8], to descriptor: CInt) -> Bool {
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

    func failure(_ reason: CInt) -> KeychainError {
        let isFull = reason == ENOSPC || reason == EDQUOT
        return KeychainError(
            isFull ? .diskFull : .writePermission, during: operation,
            hint: isFull ? "make room on the disk; nothing was changed" : hint, cause: .errno(reason))
    }
}
