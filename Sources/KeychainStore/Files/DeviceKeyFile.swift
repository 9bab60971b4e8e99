// The device key in a file of mode 0600 beside the keychains.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainCrypto
package import KeychainModel

/// 32 random bytes, made once per machine and never in a backup (Documentation/Formats/Keybag.md, section 3).
package struct DeviceKeyFile {
    private let path: String

    /// - Parameter directory: the home of keychains.
    package init(directory: String) { path = directory + "/device.key" }

    /// The home of keychains.
    package var directory: String { FileSystem.directory(of: path) }

    /// - Throws: `.notAvailable` where the file is missing, may not be read, has another length, or may be read by others.
    package func read() throws(KeychainError) -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileSystem.readingFailure(during: "reading the device key") }
            throw KeychainError(
                .notAvailable, during: "reading the device key",
                hint: "device.key is missing beside the keychain; put it back, or restore a backup")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileSystem.failure(during: "reading the device key") }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw KeychainError(
                .notAvailable, during: "reading the device key",
                hint: "device.key is a directory; put the right file back, or restore a backup")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw KeychainError(
                .notAvailable, during: "checking who may read the device key",
                hint: "others may read device.key; run `chmod 600` on it")
        }
        guard status.st_size == UnlockKey.deviceKeySize else {
            throw KeychainError(
                .notAvailable, during: "reading the device key",
                hint: "device.key is damaged; put the right one back, or restore a backup")
        }
        return unsafe try SecretBytes(count: UnlockKey.deviceKeySize) { target throws(KeychainError) in
            var done = 0
            while done < UnlockKey.deviceKeySize {
                guard let base = target.baseAddress else { return }
                let count = unsafe Glibc.read(descriptor, base + done, UnlockKey.deviceKeySize - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw FileSystem.failure(during: "reading the device key") }
                done += count
            }
        }
    }

    /// Reads the key, or makes it, for a keychain that is to depend on it. Processes that make it at once take turns: one makes it, and all read the same.
    package func readOrCreate() throws(KeychainError) -> SecretBytes {
        if !FileSystem.exists(path) {
            try FileSystem.makeDirectory(at: directory)
            let turn = try DirectoryLock(directory)
            defer { turn.release() }
            if !FileSystem.exists(path) { try create() }
        }
        // Whoever has made it: its name is on the disk before a keychain depends on it, which may be in another directory.
        try FileSystem.syncDirectory(at: directory)
        return try read()
    }

    /// Call it in turn. What a process leaves that is killed meanwhile is taken away by the next.
    private func create() throws(KeychainError) {
        let draft = path + ".new"
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(during: "making the device key") }
        let key = unsafe SecretBytes(count: UnlockKey.deviceKeySize) { unsafe SystemRandom.fill($0) }
        let isWritten = unsafe key.withUnsafeBytes { bytes in
            unsafe write(descriptor, bytes.baseAddress, bytes.count) == bytes.count && fsync(descriptor) == 0
        }
        close(descriptor)
        // rename() leaves no second name of the key behind, wherever the process is killed.
        guard isWritten, unsafe rename(draft, path) == 0 else {
            let failure = FileSystem.failure(during: "making the device key")
            unsafe unlink(draft)
            throw failure
        }
    }
}
