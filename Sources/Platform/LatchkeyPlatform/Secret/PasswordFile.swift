// Reads a password from a file or a stream into wiped memory.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum PasswordFile {
    /// The longest secret that is read from a stream, in bytes.
    package static let largestCount = 32 << 20

    /// Files that may hold the password for a program without a user, in the order they are tried.
    /// - Parameter file: what `LATCHKEY_PASSWORD_FILE` says.
    /// - Parameter credentials: the directory of systemd's credentials (`CREDENTIALS_DIRECTORY`).
    /// - Parameter user: whose credential it is, if one directory has those of several users.
    package static func configured(file: String?, credentials: String?, of user: UInt32? = nil) -> [String] {
        let name = "/latchkey-password" + (user.map { ".\($0)" } ?? "")
        let credential = credentials.flatMap { unsafe access($0 + name, F_OK) == 0 ? $0 + name : nil }
        return [file, credential].compactMap(\.self)
    }

    /// The contents of a file without its last newline.
    /// - Parameter waits: false if a FIFO or a terminal without anything to read is not to be waited for.
    /// - Throws: `.authFailed` if it cannot be read.
    package static func read(path: String, waits: Bool = true) throws(KeychainError) -> ItemSecret {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK))
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
