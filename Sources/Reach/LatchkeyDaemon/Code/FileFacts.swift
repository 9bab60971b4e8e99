// What a file is, whose it is, and who may write it.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// One state of a file, which tells it from the next one.
package struct FileFacts: Hashable, Sendable {
    /// The device of the file system, as the kernel names it in the mappings of a process too: on btrfs `stat` gives
    /// another.
    package let device: UInt64
    package let node: UInt64
    /// What `stat` says of the device: on btrfs each subvolume has one, and files of two subvolumes may have one
    /// number.
    let volume: UInt64
    package let owner: UInt32
    package let group: UInt32
    /// Permissions and kind.
    package let mode: UInt32
    private let size: Int64
    private let changes: [Int]
    /// False on a file system that a user may have brought, if an owner says nothing: the kernel takes no setuid
    /// program from it.
    package let isOwnerTrusted: Bool

    /// - Parameter mounts: those of the process that sees the file at its path.
    /// - Returns: nil for a file that is on none of them.
    package init?(_ descriptor: CInt, mounts: MountTable) {
        var status = stat()
        let mount = latchkey_mount(descriptor)
        guard unsafe fstat(descriptor, &status) == 0, mount >= 0, let device = mounts.device(ofMount: mount) else {
            return nil
        }
        self.device = device
        node = UInt64(status.st_ino)
        volume = UInt64(status.st_dev)
        owner = status.st_uid
        group = status.st_gid
        mode = status.st_mode
        size = Int64(status.st_size)
        changes = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        isOwnerTrusted = mounts.isOfSystem(device: device)
    }

    /// Whether both are one file, in whatever state.
    func isSameFile(as other: FileFacts) -> Bool {
        node == other.node && device == other.device && volume == other.volume
    }

    /// When the file was changed, in seconds since 1970.
    var changed: Int { changes[2] }

    /// Root's, and written by root alone.
    package var isRoots: Bool { isOwnerTrusted && owner == 0 && mode & 0o022 == 0 }

    /// Whether the dynamic linker takes it into a privileged program by its name alone (ld.so(8)).
    var isSetUser: Bool { mode & 0o4000 != 0 }

    /// Whether nobody can write this file who cannot write `program`, too.
    package func isWrittenByNobodyBut(writersOf program: FileFacts) -> Bool {
        let isOwner = owner == program.owner && (isOwnerTrusted || device == program.device)
        let isEverybodys = mode & 0o002 != 0 && program.mode & 0o002 == 0
        let isGroups =
            mode & 0o020 != 0 && program.mode & 0o002 == 0 && !(program.mode & 0o020 != 0 && program.group == group)
        return isOwner && !isEverybodys && !isGroups
    }
}
