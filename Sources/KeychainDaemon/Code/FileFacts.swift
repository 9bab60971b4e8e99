// What a file is, whose it is, and who may write it.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc

/// One state of a file, which tells it from the next one.
package struct FileFacts: Hashable, Sendable {
    package let device: UInt64
    package let node: UInt64
    package let owner: UInt32
    package let group: UInt32
    /// Permissions and kind.
    package let mode: UInt32
    private let size: Int64
    private let changes: [Int]
    /// False on a file system that a person may have brought, where an owner says nothing: the kernel takes no setuid program from it.
    package let isOwnerTrusted: Bool
    /// False where the kernel does not name the device in the same way everywhere.
    package let isDeviceExact: Bool

    package init?(_ descriptor: CInt) {
        var status = stat()
        var system: UInt64 = 0
        var isForeign: CInt = 0
        guard unsafe fstat(descriptor, &status) == 0,
            unsafe latchkey_file_system(descriptor, &system, &isForeign) == 0
        else { return nil }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode
        size = Int64(status.st_size)
        changes = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        isOwnerTrusted = isForeign == 0
        isDeviceExact = ![Self.btrfs, Self.overlay].contains(system)
    }

    // statfs(2).
    private static let btrfs: UInt64 = 0x9123_683e
    private static let overlay: UInt64 = 0x794c_7630

    /// Root's, and written by root alone: part of the system.
    package var isOfSystem: Bool {
        isOwnerTrusted && owner == 0 && mode & 0o002 == 0 && (mode & 0o020 == 0 || group == 0)
    }

    /// Whether nobody can write this file who cannot write `program`, too.
    package func isWrittenByNobodyBut(writersOf program: FileFacts) -> Bool {
        if isOfSystem { return true }
        let isOwner = owner == program.owner
        let isEverybody = mode & 0o002 != 0 && program.mode & 0o002 == 0
        let isGroup =
            mode & 0o020 != 0 && group != 0 && program.mode & 0o002 == 0
            && !(program.mode & 0o020 != 0 && program.group == group)
        return isOwner && !isEverybody && !isGroup
    }
}
