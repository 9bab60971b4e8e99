// Writes bytes and secrets to a stream, past every buffer that is not wiped.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyPlatform

/// A stream of the tool, by its descriptor.
package struct Console: Sendable {
    private let descriptor: CInt

    package init(descriptor: CInt) { self.descriptor = descriptor }

    package static let output = Console(descriptor: STDOUT_FILENO)
    package static let errors = Console(descriptor: STDERR_FILENO)

    package func write(_ text: String) { write(Array(text.utf8)) }

    package func writeLine(_ text: String) { write(text + "\n") }

    package func write(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe write($0) }
    }

    /// The secret goes from its own memory to the kernel.
    package func write(_ secret: borrowing SecretBytes) {
        unsafe secret.withUnsafeBytes { unsafe write($0) }
    }

    /// A reader that has gone away ends the process as it does every tool: by SIGPIPE. Other failures are not reported,
    /// because there is nowhere to report them.
    private func write(_ bytes: UnsafeRawBufferPointer) {
        var rest = unsafe bytes
        while let base = rest.baseAddress, rest.count > 0 {
            let written = unsafe Glibc.write(descriptor, base, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }
}
