// The file of a device key that a TPM has sealed.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// `device.tpm` beside the keychains (Documentation/Reference/Formats/DeviceKey.md). It holds nothing secret, but who
/// could write it could make the keychains unreadable, and who can read it and use the TPM has the key: it is private
/// like `device.key`.
package struct SealedDeviceKeyFile: Sendable {
    static let name = "device.tpm"
    private let directory: String
    private var path: String { directory + "/" + Self.name }

    /// - Parameter directory: the home of keychains.
    package init(directory: String) { self.directory = directory }

    package var exists: Bool { FileSystem.exists(path) }

    /// The bytes of the file; nil if there is none. Of a longer one than this version writes those are left out that
    /// follow: it is a newer version's, or damaged.
    /// - Throws: `.notAvailable` if it may not be read, or if others may read or write it.
    package func bytes() throws(KeychainError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileSystem.readingFailure(during: "reading the sealed device key") }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw FileSystem.failure(during: "reading the sealed device key")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .damagedSealedKey }
        guard status.st_mode & 0o077 == 0 else {
            throw KeychainError(
                .notAvailable, during: "checking who may read or write the sealed device key",
                hint: "others may read or write device.tpm; run `chmod 600` on it")
        }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), SealedDeviceKey.largestSize + 1))
        var count = 0
        while count < bytes.count {
            let (place, rest) = (count, bytes.count - count)
            let received = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(descriptor, bytes.baseAddress.map { unsafe $0 + place }, rest)
            }
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { throw FileSystem.failure(during: "reading the sealed device key") }
            count += received
        }
        return bytes
    }

    /// Writes the file as a whole. Call it while the lock of the directory is held.
    package func write(_ key: SealedDeviceKey) throws(KeychainError) {
        try FileReplacement(
            of: path, mode: .exactly(0o600), during: "writing the sealed device key",
            hint: "device.tpm cannot be written; see who may write the folder of the keychains"
        ).write(key.encoded)
    }
}
