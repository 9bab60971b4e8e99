// Whether the groups of a process are frozen.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reads `/proc/<pid>/cgroup` and the groups that it names. A user can freeze groups of their own session.
package enum ControlGroup {
    /// Where the groups are, of version 2 and of the freezer of version 1.
    package struct Places: Sendable {
        let groups: String
        let freezer: String

        package init(groups: String, freezer: String) {
            self.groups = groups
            self.freezer = freezer
        }

        static let system = Places(
            groups: unsafe access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0
                ? "/sys/fs/cgroup" : "/sys/fs/cgroup/unified",
            freezer: "/sys/fs/cgroup/freezer")
    }

    /// Groups in groups that are looked at. A process that is deeper counts as frozen.
    private static let mostLevels = 64

    /// Whether this kernel has groups.
    static let areTold = unsafe access("/proc/self/cgroup", F_OK) == 0

    /// A group freezes with each one that it is in. What is asked for counts, not only what has come of it: other
    /// processes of the group can keep that from ever being finished.
    package static func isFrozen(_ text: [UInt8], in places: Places = .system) -> Bool {
        text.split(separator: UInt8(ascii: "\n")).contains { line in
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return true }
            let path = String(decoding: parts[2], as: UTF8.self)
            if parts[1].isEmpty { return isFrozen(path, below: places.groups) }
            let kinds = parts[1].split(separator: UInt8(ascii: ","))
            guard kinds.contains(where: { $0.elementsEqual("freezer".utf8) }) else { return false }
            // It says so of a group in a frozen one as well.
            return has(places.freezer + path + "/freezer.state") { $0 != UInt8(ascii: "T") }
        }
    }

    private static func isFrozen(_ path: String, below root: String) -> Bool {
        var part = path[...]
        for _ in 0..<mostLevels {
            // The first group cannot be frozen.
            guard part.utf8.count > 1 else { return false }
            if has(root + part + "/cgroup.freeze", { $0 == UInt8(ascii: "1") }) { return true }
            part = part[..<(part.utf8.lastIndex(of: UInt8(ascii: "/")) ?? part.startIndex)]
        }
        return true
    }

    /// - Returns: false for a file that is not there, as in a container that does not see its groups.
    private static func has(_ path: String, _ isMeant: (UInt8) -> Bool) -> Bool {
        guard path.utf8.count < Int(PATH_MAX) else { return true }
        return ProcessFile.contents(at: path, atMost: 64)?.first.map(isMeant) ?? false
    }
}
