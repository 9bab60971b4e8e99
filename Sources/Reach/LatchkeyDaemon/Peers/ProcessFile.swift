// What the kernel says of a process in a file of /proc.
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum ProcessFile {
    /// The whole file, or nil if it cannot be read or is longer than `limit` bytes: what is cut off could be what
    /// matters.
    static func contents(_ name: String, of process: Int32, atMost limit: Int) -> [UInt8]? {
        contents(at: "/proc/\(process)/\(name)", atMost: limit)
    }

    static func contents(at path: String, atMost limit: Int) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while true {
            let count = unsafe read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= limit else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The words of one line of `status`, such as those of `Uid:`.
    static func status(_ field: String, in file: String = "status", of process: Int32) -> [String]? {
        guard let status = contents(file, of: process, atMost: 1 << 12) ?? contents(file, of: process, atMost: 1 << 18)
        else { return nil }
        return words(of: field, in: status)
    }

    /// As whom a process runs: the words of `Uid:`, which come before the groups. Of these there may be 65,536.
    static func users(of process: Int32) -> [String]? {
        let file = unsafe open("/proc/\(process)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        let count = unsafe read(file, &buffer, buffer.count)
        return users(inBeginning: buffer.prefix(max(count, 0)))
    }

    /// - Parameter status: the first bytes of the file.
    static func users(inBeginning status: ArraySlice<UInt8>) -> [String]? {
        // The line is whole if another one comes after it.
        guard let end = status.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return words(of: "Uid", in: Array(status[..<end]))
    }

    private static func words(of field: String, in status: [UInt8]) -> [String]? {
        let name = Array((field + ":").utf8)
        guard let line = status.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: name) }) else {
            return nil
        }
        return line.dropFirst(name.count).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in a folder; nil if it cannot be read, or has more than `limit`.
    static func names(in folder: String, of process: Int32, atMost limit: Int) -> [String]? {
        names(at: "/proc/\(process)/\(folder)", atMost: limit)
    }

    private static func names(at path: String, atMost limit: Int) -> [String]? {
        guard let stream = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { return errno == 0 ? names : nil }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            guard names.count < limit else { return nil }
            names.append(name)
        }
    }

    /// The numbers of all processes that are to be seen; nil if there are more than `limit`.
    static func processes(atMost limit: Int) -> [Int32]? {
        names(at: "/proc", atMost: limit)?.compactMap { Int32($0) }
    }

    /// A file of the folder that a process sees as `/`, which may be a stranger's: no link is followed, and nothing but
    /// a file is read.
    static func contents(ofRootFile name: String, of process: Int32, atMost limit: Int) -> [UInt8]? {
        let root = unsafe open("/proc/\(process)/root", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return nil }
        defer { close(root) }
        let file = unsafe openat(root, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        return contents(at: "/proc/self/fd/\(file)", atMost: limit)
    }
}
