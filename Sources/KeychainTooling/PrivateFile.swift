// The file that an export goes to: private, new, and gone if the export fails.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import KeychainModel

package struct PrivateFile: ~Copyable {
    private let descriptor: CInt
    /// Nil for standard output.
    private let path: String?
    private var isFinished = false

    /// Makes the file with mode 0600.
    /// - Parameter path: `-` for standard output.
    /// - Throws: where there is one already: nothing is ever overwritten.
    package init(path: String) throws(FileFailure) {
        guard path != "-" else {
            descriptor = STDOUT_FILENO
            self.path = nil
            return
        }
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // There is nothing to take away.
            self.path = nil
            throw errno == EEXIST
                ? FileFailure(message: "the file is there already; choose another name") : Self.failure()
        }
        self.path = path
    }

    deinit {
        guard let path else { return }
        close(descriptor)
        if !isFinished { unsafe unlink(path) }
    }

    package borrowing func write(_ row: borrowing SecretBytes) throws(FileFailure) {
        var written = 0
        while written < row.count {
            let start = written
            let count = unsafe row.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            written += count
        }
    }

    /// Keeps the file.
    package consuming func finish() throws(FileFailure) {
        guard path == nil || fsync(descriptor) == 0 else { throw Self.failure() }
        isFinished = true
    }

    private static func failure() -> FileFailure { FileFailure(message: unsafe String(cString: strerror(errno))) }
}
