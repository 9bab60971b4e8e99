// Reads a stream to its end into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum SecretStream {
    /// Everything up to the end of the stream.
    /// - Throws: `.parameter` for more than `limit` bytes, `.inputOutput` if the stream cannot be read.
    package static func read(from descriptor: CInt, atMost limit: Int) throws(KeychainError) -> SecretBytes {
        var buffer = unsafe SecretBytes(count: 4096) { _ in }
        var count = 0
        while true {
            if count == buffer.count {
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
            guard count <= limit else { throw KeychainError(.parameter, during: "reading a secret that is too long") }
        }
        let end = count
        return unsafe buffer.withUnsafeBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        }
    }
}
