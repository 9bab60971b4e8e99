// The unit of a service that the system's service manager started.
// SPDX-License-Identifier: Apache-2.0

/// Root alone puts processes into the groups below `system.slice`, so that the group says which unit a process belongs
/// to. Services that run the programs of users (cron, a display manager) lend them nothing: the unit counts for users
/// of the system alone.
enum SystemService {
    /// - Returns: the name of the unit without `.service`, or nil for any other process.
    static func unit(of process: PeerProcess) -> String? {
        guard isSystemUser(process.userID),
            let groups = ProcessFile.contents("cgroup", of: process.processID, atMost: 1 << 16)
        else { return nil }
        return unit(inGroups: String(decoding: groups, as: UTF8.self))
    }

    /// Not those that the service manager makes for a unit (`DynamicUser=`): users may have such numbers from a
    /// directory.
    static func isSystemUser(_ user: UInt32) -> Bool { user < 1000 }

    /// - Parameter groups: `/proc/<pid>/cgroup`, cgroups(7): `0::/path` of version 2, `n:name=systemd:/path` of version
    ///   1.
    static func unit(inGroups groups: String) -> String? {
        var found: String?
        for line in groups.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[1] == "name=systemd" || (parts[0] == "0" && parts[1].isEmpty) else {
                continue
            }
            guard let unit = unit(ofGroup: parts[2]) else { continue }
            // Both hierarchies say the same of a service, or it is none.
            guard found == nil || found == unit else { return nil }
            found = unit
        }
        return found
    }

    private static func unit(ofGroup path: Substring) -> String? {
        var parts = path.split(separator: "/")[...]
        guard parts.popFirst() == "system.slice" else { return nil }
        while let part = parts.popFirst() {
            if part.hasSuffix(".slice") { continue }
            let name = part.dropLast(".service".count)
            let isName =
                !name.isEmpty && name.utf8.count <= 255
                && name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "*") }
            return part.hasSuffix(".service") && isName ? String(name) : nil
        }
        return nil
    }
}
