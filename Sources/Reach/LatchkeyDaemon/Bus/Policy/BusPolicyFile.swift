// Reads a file of the policy of a bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum BusPolicyFile {
    /// What came of a file.
    enum Contents: Equatable {
        case missing
        case bytes([UInt8])
        /// It is there, and is not read.
        case refused(String)
    }

    /// What changes with a file.
    struct Stamp: Hashable {
        private let numbers: [Int]

        init(_ path: String) {
            var status = stat()
            numbers =
                unsafe lstat(path, &status) == 0
                ? [
                    Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec),
                    Int(status.st_ctim.tv_nsec), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
                ] : []
        }
    }

    /// - Parameter owners: whose the file may be. Nobody else may be able to write it.
    static func read(_ path: String, of owners: Set<UInt32>, atMost largest: Int) -> Contents {
        // A pipe must hold nobody up, and a link leads to a file of somebody else's choice.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .refused("it cannot be opened")
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .refused("it is no file")
        }
        guard owners.contains(status.st_uid), status.st_mode & 0o022 == 0 else {
            return .refused("others than its owner can write it, or it has another owner")
        }
        guard status.st_size <= largest else { return .refused("it is too long") }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .refused("it cannot be read") }
            guard count > 0 else { return .bytes(bytes) }
            bytes += piece[..<count]
            guard bytes.count <= largest else { return .refused("it is too long") }
        }
    }

    /// The names in a folder that end so, in order.
    static func names(in folder: String, endingIn suffix: String, atMost largest: Int) -> [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while names.count < largest, let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, name.hasSuffix(suffix), !name.hasPrefix(".") else { continue }
            names.append(name)
        }
        return names.sorted()
    }
}
