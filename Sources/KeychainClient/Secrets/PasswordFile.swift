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
        var buffer = unsafe SecretBytes(count: 4096) { _ in }
        var count = 0
        while true {
            if count == buffer.count {
                guard count < largestCount else {
                    throw KeychainError(.parameter, during: "reading a secret longer than 32 MiB")
                }
                buffer = unsafe SecretBytes(count: buffer.count * 2) { target in
                    unsafe buffer.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
                }
            }
            let start = count
            let received = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else {
                throw KeychainError(.inputOutput, during: "reading a secret", cause: .errno(errno))
            }
            if received == 0 { break }
            count += received
        }
        let total = count
        return unsafe buffer.withUnsafeBytes { bytes in
            var end = total
            if end > 0, unsafe bytes[end - 1] == 0x0a { end -= 1 }
            return unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end])))
        }
    }
}
