// Reads the lines of the interactive mode into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// Why a line was not run.
package enum InputFailure: Error, Hashable, Sendable {
    case lineTooLong
    case line(LineFailure)

    package var message: String {
        switch self {
        case .lineTooLong: "a line holds at most \(CommandInput.largestLine) bytes"
        case .line(let failure): failure.message
        }
    }
}

/// Lines of a stream, each split into words. A line may hold a password.
package struct CommandInput: ~Copyable {
    /// The longest line, in bytes, without its end.
    package static let largestLine = 4096
    private let descriptor: CInt

    package init(descriptor: CInt) { self.descriptor = descriptor }

    /// - Returns: nil at the end of the input. A blank line has no words.
    package mutating func nextWords() throws(InputFailure) -> [ItemSecret]? {
        var line = unsafe SecretBytes(count: Self.largestLine + 1) { _ in }
        var count = 0
        var isTooLong = false
        while true {
            let position = count
            let received = unsafe line.withUnsafeMutableBytes { bytes in
                unsafe read(descriptor, bytes.baseAddress.map { unsafe $0 + position }, 1)
            }
            if received < 0, errno == EINTR { continue }
            guard received == 1 else {
                if count == 0, !isTooLong { return nil }
                break
            }
            if unsafe line.withUnsafeBytes({ unsafe $0[position] }) == UInt8(ascii: "\n") { break }
            if count == Self.largestLine { isTooLong = true } else { count += 1 }
        }
        guard !isTooLong else { throw .lineTooLong }
        let end = count
        let used = unsafe line.withUnsafeBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        }
        do {
            return try WordSplitter.words(of: used)
        } catch {
            throw .line(error)
        }
    }
}
