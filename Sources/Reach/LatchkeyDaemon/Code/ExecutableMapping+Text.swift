// Reads the kernel's list of a process's memory.
// SPDX-License-Identifier: Apache-2.0

extension ExecutableMapping {
    /// The mappings that can be executed, in `/proc/<pid>/smaps`, proc_pid_smaps(5).
    /// - Returns: nil for what is no such file.
    package static func mappings(inSmaps bytes: [UInt8]) -> [ExecutableMapping]? {
        var mappings: [ExecutableMapping] = []
        var current: Heading?
        var isChanged: Bool?
        func finish() {
            if let heading = current, heading.isExecutable { mappings.append(heading.mapping(isChanged: isChanged)) }
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
                guard let kilobytes = UInt64(String(decoding: digits, as: UTF8.self)) else { return nil }
                isChanged = isChanged == true || kilobytes > 0
            } else {
                finish()
                guard let heading = Heading(line) else { return nil }
                current = heading
                isChanged = nil
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

        func mapping(isChanged: Bool?) -> ExecutableMapping {
            ExecutableMapping(
                path: Self.unescaped(path), device: device, node: node, isWritable: isWritable,
                isChanged: isChanged)
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
