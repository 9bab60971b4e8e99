// Replaces the file of trust settings as a whole.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import KeychainModel

struct FileReplacement {
    let path: String
    /// Whether others read the file, and reach it through its directory: then whatever the umask is.
    let isForEverybody: Bool

    private var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    private static let refusal = KeychainError(
        .writePermission, during: "writing trust settings", hint: "the file of the settings cannot be written")

    /// Makes the directory where there is none, and waits for the turn of this process.
    /// - Returns: a descriptor; closing it ends the turn.
    /// - Throws: `.writePermission`.
    func begin() throws(KeychainError) -> CInt {
        let mode = isForEverybody ? 0o755 : 0o700
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            throw Self.refusal
        }
        if isForEverybody {
            let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard opened >= 0 else { throw Self.refusal }
            defer { close(opened) }
            // Settings that others cannot reach would be unreadable to them: they would trust nothing.
            guard fchmod(opened, mode_t(mode)) == 0 else { throw Self.refusal }
        }
        // Not the directory, nor the file: whoever can open one of them could hold its lock.
        let turn = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard turn >= 0 else { throw Self.refusal }
        while flock(turn, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(turn)
                throw Self.refusal
            }
        }
        return turn
    }

    /// Writes the file under another name and gives it the right one when it is on the disk. What a killed process has left is taken
    /// away. Call it in turn.
    /// - Throws: `.writePermission`; then the file is as it was.
    func write(_ contents: [UInt8]) throws(KeychainError) {
        let draft = path + ".new"
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.refusal }
        let isWritten =
            fchmod(descriptor, isForEverybody ? 0o644 : 0o600) == 0 && Self.write(contents, to: descriptor)
            && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, unsafe rename(draft, path) == 0 else {
            unsafe unlink(draft)
            throw Self.refusal
        }
        let opened = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        fsync(opened)
        close(opened)
    }

    private static func write(_ contents: [UInt8], to descriptor: CInt) -> Bool {
        unsafe contents.withUnsafeBytes { bytes in
            var rest = unsafe bytes
            while let base = rest.baseAddress, rest.count > 0 {
                let count = unsafe Glibc.write(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}
