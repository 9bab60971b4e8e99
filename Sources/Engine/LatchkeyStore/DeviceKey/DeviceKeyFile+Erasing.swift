// Takes the device key off the disk.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCrypto
import LatchkeyPlatform

extension DeviceKeyFile {
    /// Takes the key off the disk, as well as a program can: zeros are written over it before its name goes. The bytes
    /// may be left in a journal, in a snapshot, or where the disk has put them elsewhere. Call it in turn, when
    /// `device.tpm` is there: whoever reads zeros looks for that.
    func destroy() throws(KeychainError) {
        overwrite()
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw FileSystem.failure(during: "removing the old device key")
        }
        try FileSystem.syncDirectory(at: directory)
    }

    /// The header stays, so that an interruption leaves a file that is known for what it is. A file with a second name
    /// is left alone: that is somebody's copy.
    private func overwrite() {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            status.st_size == Self.size
        else { return }
        let zeros = [UInt8](repeating: 0, count: UnlockKey.deviceKeySize)
        _ = unsafe pwrite(descriptor, zeros, zeros.count, off_t(DeviceKeyHeader.size))
        _ = fsync(descriptor)
    }
}
