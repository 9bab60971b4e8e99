// The file of a process that was upgraded while it ran.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension PeerProcess {
    /// The file that runs, with the path that it had before root put another one there, as a package manager does.
    ///
    /// The kernel names a file that is gone by the folder that it was in. So if root alone can write that folder and
    /// those on the way to it, root has put the file there, and nobody else can have a process run under that name.
    /// What is at the path now must be root's as well: a program that was removed leaves its items to nobody.
    /// - Returns: nil for a file that is at its path, or that may have been anybody's.
    var replaced: PeerExecutable? {
        guard let path = formerPath, let file = runningFile, file.owner == 0, file.mode & 0o022 == 0,
            let now = PeerExecutable.File(atPath: path.map { CChar(bitPattern: $0) } + [0]),
            now.mode & S_IFMT == S_IFREG, now.device == file.device
        else { return nil }
        let executable = PeerExecutable(path: path, file: file, takesReplaced: true)
        guard executable.isRoots, isOnFileSystemOfSystem else { return nil }
        return executable
    }

    /// The path of a file that was replaced or deleted; nil for one that was not.
    var formerPath: [UInt8]? {
        guard let path = shownPath,
            path.suffix(ExecutableMapping.deletedSuffix.count)
                .elementsEqual(ExecutableMapping.deletedSuffix)
        else { return nil }
        return Array(path.dropLast(ExecutableMapping.deletedSuffix.count))
    }

    /// The path of the file that runs, as the kernel gives it; nil if it does not.
    var shownPath: [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/\(processID)/exe", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Whether owners count on the file system of the file that runs.
    var isOnFileSystemOfSystem: Bool {
        guard let file = try? openExecutable() else { return false }
        defer { close(file) }
        return MountTable(of: processID).flatMap { FileFacts(file, mounts: $0) }?.isRoots ?? false
    }
}
