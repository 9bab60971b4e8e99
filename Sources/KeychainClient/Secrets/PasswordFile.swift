// Reads a password from a file or a stream into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import KeychainModel

package enum PasswordFile {
    /// The longest secret that is read from a stream, in bytes.
    package static let largestCount = 32 << 20

    /// The contents of a file without its last newline.
    /// - Throws: `.authFailed` where it cannot be read.
    package static func read(path: String) throws(KeychainError) -> ItemSecret {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw KeychainError(
                .authFailed, during: "reading a password file", hint: "the password file cannot be read",
                cause: .errno(errno))
        }
        defer { close(descriptor) }
        return try read(from: descriptor)
    }

    /// Everything up to the end of the stream, without one last newline.
    package static func read(from descriptor: CInt) throws(KeychainError) -> ItemSecret {
        let bytes = try SecretStream.read(from: descriptor, atMost: largestCount)
        return unsafe bytes.withUnsafeBytes { bytes in
            let end = unsafe bytes.last == 0x0a ? bytes.count - 1 : bytes.count
            return unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end])))
        }
    }
}
