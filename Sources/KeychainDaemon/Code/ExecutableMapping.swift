// A piece of a process's memory that it can execute.
// SPDX-License-Identifier: Apache-2.0

/// From `/proc/<pid>/smaps`, proc_pid_smaps(5).
package struct ExecutableMapping: Hashable, Sendable {
    /// The path of the file as the process sees it, or a name in brackets; empty for memory without a file.
    package let path: [UInt8]
    package let device: UInt64
    /// 0 for memory without a file.
    package let node: UInt64
    package let isWritable: Bool
    /// Bytes that are no longer those of the file, in memory or swapped out: a debugger, or the program itself, has written them. Nil where
    /// the kernel does not say.
    package let changedBytes: UInt64?

    /// The kernel's own pages, as the kernel made them: a process can write into those of `[vdso]`, as debuggers do.
    package var isOfKernel: Bool {
        guard node == 0, !isWritable else { return false }
        return path == Array("[vdso]".utf8) && changedBytes == 0 || path == Array("[vsyscall]".utf8)
    }

    /// Memory that is a file only so that it can be mapped twice.
    package var isMemoryFile: Bool { path.starts(with: Array("/memfd:".utf8)) && isDeleted }

    /// Whether the file lies where the system and what is installed on it keep their code, not their data, which may be a person's.
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

    private static let deletedSuffix = Array(" (deleted)".utf8)

    /// The mappings that can be executed.
    /// - Returns: nil for what is no such file.
    package static func mappings(inSmaps bytes: [UInt8]) -> [ExecutableMapping]? {
        var mappings: [ExecutableMapping] = []
        var current: Heading?
        var changed: UInt64?
        func finish() {
            if let heading = current, heading.isExecutable { mappings.append(heading.mapping(changedBytes: changed)) }
        }
        // Looked at several times a second for each client, so that no list of all lines is made.
        var rest = bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            guard let first = line.first else { continue }
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
                guard current != nil else { return nil }
                guard let name = Self.changedFields.first(where: line.starts(with:)) else { continue }
                let digits = line.dropFirst(name.count).drop { $0 == UInt8(ascii: " ") }
                    .prefix { $0 != UInt8(ascii: " ") }
                guard let kilobytes = UInt64(String(decoding: digits, as: UTF8.self)), kilobytes < 1 << 50,
                    case let (sum, isTooMuch) = (changed ?? 0).addingReportingOverflow(kilobytes * 1024), !isTooMuch
                else { return nil }
                changed = sum
            } else {
                finish()
                guard let heading = Heading(line) else { return nil }
                current = heading
                changed = nil
            }
        }
        finish()
        return mappings
    }

    private static let changedFields = ["Anonymous:", "Swap:"].map { Array($0.utf8) }

    /// `start-end perms offset major:minor inode   path`
    private struct Heading {
        let isExecutable: Bool
        private let isWritable: Bool
        private let device: UInt64
        private let node: UInt64
        private let path: ArraySlice<UInt8>

        init?(_ line: ArraySlice<UInt8>) {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
            guard words.count >= 5, words[1].count == 4, words[0].contains(UInt8(ascii: "-")) else { return nil }
            let permissions = Array(words[1])
            let numbers = words[3].split(separator: UInt8(ascii: ":"))
            guard numbers.count == 2,
                let major = UInt64(String(decoding: numbers[0], as: UTF8.self), radix: 16),
                let minor = UInt64(String(decoding: numbers[1], as: UTF8.self), radix: 16),
                let node = UInt64(String(decoding: words[4], as: UTF8.self))
            else { return nil }
            isExecutable = permissions[2] == UInt8(ascii: "x")
            isWritable = permissions[1] == UInt8(ascii: "w")
            device = MountTable.deviceNumber(major: major, minor: minor)
            self.node = node
            path = words.count == 6 ? words[5].drop { $0 == UInt8(ascii: " ") } : []
        }

        func mapping(changedBytes: UInt64?) -> ExecutableMapping {
            ExecutableMapping(
                path: Self.unescaped(path), device: device, node: node, isWritable: isWritable,
                changedBytes: changedBytes)
        }

        /// The kernel writes a line feed in a path as `\012`, and nothing else in another way.
        private static func unescaped(_ path: ArraySlice<UInt8>) -> [UInt8] {
            let escape = Array(#"\012"#.utf8)
            var bytes: [UInt8] = []
            var rest = path
            while let byte = rest.first {
                if rest.starts(with: escape) {
                    bytes.append(UInt8(ascii: "\n"))
                    rest = rest.dropFirst(escape.count)
                } else {
                    bytes.append(byte)
                    rest = rest.dropFirst()
                }
            }
            return bytes
        }
    }
}
