// Reads a file of passwords into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import KeychainModel

package enum CSVFile {
    /// The largest file, in bytes.
    package static let largestCount = 256 << 20

    /// - Parameter path: a file, or `-` for standard input.
    package static func read(path: String) throws(ToolFailure) -> SecretBytes {
        guard path != "-" else { return try read(from: STDIN_FILENO) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .message(unsafe String(cString: strerror(errno))) }
        defer { close(descriptor) }
        return try read(from: descriptor)
    }

    private static func read(from descriptor: CInt) throws(ToolFailure) -> SecretBytes {
        var buffer = unsafe SecretBytes(count: 1 << 16) { _ in }
        var count = 0
        while true {
            if count == buffer.count {
                guard count < largestCount else { throw .message("the file is larger than 256 MiB") }
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
            guard received >= 0 else { throw .message(unsafe String(cString: strerror(errno))) }
            if received == 0 { break }
            count += received
        }
        let end = count
        return unsafe buffer.withUnsafeBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        }
    }
}
