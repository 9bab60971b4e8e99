// A piece of a process's memory that it can execute.
// SPDX-License-Identifier: Apache-2.0

/// As the kernel lists it (`mappings(inSmaps:)`) or answers for it (`mappings(of:)`).
package struct ExecutableMapping: Hashable, Sendable {
    /// The path of the file as the process sees it, or a name in brackets; empty for memory without a file.
    package let path: [UInt8]
    package let device: UInt64
    /// 0 for memory without a file.
    package let node: UInt64
    package let isWritable: Bool
    /// Whether something in it, in memory or swapped out, is no longer what the file has: a debugger, or the program
    /// itself, has written it. Nil if the kernel does not say.
    package let isChanged: Bool?

    /// The kernel's own pages, as the kernel made them: a process can write into those of `[vdso]`, as debuggers do.
    package var isOfKernel: Bool {
        guard node == 0, !isWritable else { return false }
        return path == Array("[vdso]".utf8) && isChanged == false || path == Array("[vsyscall]".utf8)
    }

    /// Memory that is a file only so that it can be mapped twice.
    package var isMemoryFile: Bool { path.starts(with: Array("/memfd:".utf8)) && isDeleted }

    /// Whether the file lies where the system and what is installed on it keep their code, not their data, which may be
    /// a user's.
    package var isInSystemFolder: Bool {
        guard path.first == UInt8(ascii: "/") else { return false }
        return Self.installations.contains(where: path.starts(with:))
            || !Self.dataFolders.contains(where: path.starts(with:))
    }

    private static let installations = ["/var/lib/flatpak/", "/var/lib/snapd/snap/"].map { Array($0.utf8) }
    private static let dataFolders = [
        "/var/", "/run/", "/tmp/", "/dev/", "/home/", "/media/", "/mnt/", "/proc/", "/sys/",
    ].map { Array($0.utf8) }

    /// The file has no name any more, or a name that looks so.
    package var isDeleted: Bool { path.suffix(Self.deletedSuffix.count).elementsEqual(Self.deletedSuffix) }

    /// The path that the file had while it had one.
    package var formerPath: [UInt8] { Array(isDeleted ? path.dropLast(Self.deletedSuffix.count) : path[...]) }

    static let deletedSuffix = Array(" (deleted)".utf8)
}
