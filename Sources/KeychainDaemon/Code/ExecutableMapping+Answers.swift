// Asks the kernel for what a process can execute, and for nothing else.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc

extension ExecutableMapping {
    package enum Answer: Hashable, Sendable {
        case mappings([ExecutableMapping])
        /// The kernel is older than Linux 6.11, and can only list everything.
        case unsupported
        /// The process is not to be looked at, has ended, or has more mappings than anybody looks at.
        case refused
    }

    /// As many as a process of the largest list would have that is read otherwise.
    private static let mostMappings = 1 << 14
    /// Bytes, with the word that the kernel adds where the file was deleted.
    private static let longestPath = Int(PATH_MAX) + 64

    /// The mappings that can be executed. The list that the kernel writes of all memory takes it ten times as long: it looks at every page.
    package static func mappings(of process: Int32) -> Answer {
        let maps = unsafe open("/proc/\(process)/maps", O_RDONLY | O_CLOEXEC)
        guard maps >= 0 else { return .refused }
        defer { close(maps) }
        let pages = unsafe open("/proc/\(process)/pagemap", O_RDONLY | O_CLOEXEC)
        guard pages >= 0 else { return .refused }
        defer { close(pages) }
        var mappings: [ExecutableMapping] = []
        var found = latchkey_mapping()
        var path = [CChar](repeating: 0, count: longestPath)
        while true {
            let address = found.end
            switch unsafe latchkey_next_executable(maps, pages, address, &found, &path, UInt32(path.count)) {
            case 0: return .mappings(mappings)
            case 1: mappings.append(ExecutableMapping(found, path: path))
            default: return errno == ENOTTY ? .unsupported : .refused
            }
            guard found.end > address, mappings.count < mostMappings else { return .refused }
        }
    }

    private init(_ found: latchkey_mapping, path: [CChar]) {
        self.path = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        device = MountTable.deviceNumber(major: UInt64(found.major), minor: UInt64(found.minor))
        node = found.node
        isWritable = found.is_writable != 0
        isChanged = found.is_changed != 0
    }
}
