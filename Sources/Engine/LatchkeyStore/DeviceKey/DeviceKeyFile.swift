// The device key in a file of mode 0600 beside the keychains.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform

/// A header, then the key (Documentation/Reference/Formats/Keybag.md, section 3).
package struct DeviceKeyFile: DeviceKeySource {
    let path: String

    /// - Parameter directory: the home of keychains.
    package init(directory: String) { path = directory + "/device.key" }

    package var directory: String { FileSystem.directory(of: path) }
    package var kind: DeviceKeyKind { .file }
    var exists: Bool { FileSystem.exists(path) }

    static let size = DeviceKeyHeader.size + UnlockKey.deviceKeySize

    /// - Throws: also for a key that was written over.
    package func read() throws(KeychainError) -> SecretBytes {
        guard let key = try readUnlessErased() else { throw .damagedDeviceKey }
        return key
    }

    /// The key; nil if ``destroy()`` has written over it and was interrupted.
    /// - Throws: as ``read()``.
    func readUnlessErased() throws(KeychainError) -> SecretBytes? {
        let key = try readContents()
        guard !key.isEqual(to: unsafe SecretBytes(count: UnlockKey.deviceKeySize) { _ in }) else { return nil }
        return key
    }

    private func readContents() throws(KeychainError) -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
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
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(
                .notAvailable, during: "reading the device key",
                hint: "device.key is no file; put the right one back, or restore a backup")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw KeychainError(
                .notAvailable, during: "checking who may read the device key",
                hint: "others may read device.key; run `chmod 600` on it")
        }
        guard status.st_size >= DeviceKeyHeader.size else { throw .damagedDeviceKey }
        let file = unsafe try SecretBytes(count: Self.size) { target throws(KeychainError) in
            unsafe try Self.read(descriptor, into: target, of: status.st_size)
        }
        return unsafe try file.withUnsafeBytes { bytes throws(KeychainError) in
            unsafe try DeviceKeyHeader.check(bytes[..<DeviceKeyHeader.size], isOf: kind, damage: .damagedDeviceKey)
            // A file of a newer version may have another length.
            guard status.st_size == Self.size else { throw .damagedDeviceKey }
            return unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[DeviceKeyHeader.size...]))
        }
    }

    /// - Parameter size: bytes of the file, of which those that do not fit are left where they are.
    private static func read(
        _ descriptor: CInt, into target: UnsafeMutableRawBufferPointer, of size: Int
    ) throws(KeychainError) {
        let wanted = min(size, target.count)
        var done = 0
        while done < wanted {
            guard let base = target.baseAddress else { return }
            let count = unsafe Glibc.read(descriptor, base + done, wanted - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileSystem.failure(during: "reading the device key") }
            done += count
        }
    }

    /// Processes that make the key at once take turns: one makes it, and all read the same.
    package func readOrCreate() throws(KeychainError) -> SecretBytes {
        if !FileSystem.exists(path) {
            try FileSystem.makeDirectory(at: directory)
            let turn = try DirectoryLock(directory)
            defer { turn.release() }
            guard !FileSystem.exists(directory + "/" + SealedDeviceKeyFile.name) else {
                throw KeychainError(.notAvailable, during: "making the device key, which is in the TPM")
            }
            if !FileSystem.exists(path) { try create() }
        }
        // Whoever has made it: its name is on the disk before a keychain depends on it, which may be in another
        // directory.
        try FileSystem.syncDirectory(at: directory)
        return try read()
    }

    /// Call it in turn. What a process leaves that is killed meanwhile is taken away by the next.
    private func create() throws(KeychainError) {
        let draft = path + ".new"
        unsafe unlink(draft)
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(during: "making the device key") }
        let file = unsafe SecretBytes(count: Self.size) { target in
            unsafe target.copyBytes(from: DeviceKeyHeader.encoded(kind))
            unsafe SystemRandom.fill(UnsafeMutableRawBufferPointer(rebasing: target[DeviceKeyHeader.size...]))
        }
        let isWritten = unsafe file.withUnsafeBytes { bytes in
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
