// Reads a file that a command is given, which may hold a private key.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
package import LatchkeyPlatform

package enum InputFile {
    /// The contents of a file, in wiped memory.
    /// - Parameter path: `-` for standard input.
    /// - Throws: in words, the name of the file among them.
    package static func read(_ path: String, in context: ToolContext) throws(CommandFailure) -> ItemSecret {
        guard path != "-" else {
            guard !context.readsCommandsFromInput else {
                throw .message("standard input holds commands in interactive mode, so nothing else can come from it")
            }
            return try read(from: STDIN_FILENO, named: path)
        }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .message("\(path): \(unsafe String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        return try read(from: descriptor, named: path)
    }

    private static func read(from descriptor: CInt, named path: String) throws(CommandFailure) -> ItemSecret {
        do {
            return ItemSecret(try SecretStream.read(from: descriptor, atMost: PEMBlock.largestText))
        } catch {
            guard case .errno(let number)? = error.cause else {
                throw .message("\(path): more than \(PEMBlock.largestText) bytes")
            }
            throw .message("\(path): \(unsafe String(cString: strerror(number)))")
        }
    }
}
