// Reads a file of passwords into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform

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
        do {
            return try SecretStream.read(from: descriptor, atMost: largestCount)
        } catch  where error.code == .parameter {
            throw .message("the file is larger than 256 MiB")
        } catch {
            throw .message("the file cannot be read")
        }
    }
}
