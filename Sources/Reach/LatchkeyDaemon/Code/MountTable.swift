// The file systems that a process sees, and which of them are the machine's own.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// From `/proc/<pid>/mountinfo`, proc_pid_mountinfo(5). What the daemon sees itself says nothing: a service manager
/// mounts everything `nosuid` for it.
package struct MountTable: Sendable {
    private let devices: [Int64: UInt64]
    private let systemDevices: Set<UInt64>
    /// Whether the process sees the folders of the system's code as the first process does, files that are never mapped
    /// as well.
    package let hasCodeOfSystem: Bool

    /// A user may mount a thousand file systems of their own, at long paths.
    private static let largestFile = 64 << 20
    /// Milliseconds for which the mounts of one namespace are not read again.
    private static let lifetime: UInt64 = 1000
    private static let recent = Mutex<[(namespace: PeerExecutable.File, table: MountTable, time: UInt64)]>([])

    /// The mounts of a process.
    /// - Returns: nil if the kernel does not say.
    package init?(of process: Int32) {
        let now = monotonicMilliseconds()
        guard let namespace = PeerExecutable.File(atPath: "/proc/\(process)/ns/mnt".utf8CString.map(\.self)) else {
            return nil
        }
        let recent = Self.recent.withLock { $0.first { $0.namespace == namespace } }
        if let known = recent, now < known.time + Self.lifetime {
            self = known.table
            return
        }
        // Where the first process is not to be seen, as with hidepid, the daemon's own view has to do.
        guard let own = ProcessFile.contents("mountinfo", of: process, atMost: Self.largestFile),
            let system = ProcessFile.contents("mountinfo", of: 1, atMost: Self.largestFile)
                ?? ProcessFile.contents("mountinfo", of: getpid(), atMost: Self.largestFile)
        else { return nil }
        self.init(own: own, system: system)
        let table = self
        Self.recent.withLock { recent in
            recent.removeAll { $0.namespace == namespace || now >= $0.time + Self.lifetime }
            if recent.count < 64 { recent.append((namespace, table, now)) }
        }
    }

    /// - Parameter own: the mounts of the process.
    /// - Parameter system: those of the first process.
    package init(own: [UInt8], system: [UInt8]) {
        let (own, system) = (Self.mounts(own), Self.mounts(system))
        devices = Dictionary(own.map { ($0.number, $0.device) }, uniquingKeysWith: { first, _ in first })
        // A medium that a user brought is `nosuid` wherever it is mounted.
        systemDevices = Set(system.filter { !$0.isForeign }.map(\.device))
        hasCodeOfSystem = Self.codeFolders(own) == Self.codeFolders(system)
    }

    private static let codeFolders = [
        "/usr", "/lib", "/bin", "/sbin", "/opt", "/etc/ld.so", "/etc/python", "/etc/perl", "/etc/alternatives",
    ]
    .map { Array($0.utf8) }

    private static let configuration = Array("/etc".utf8)

    /// What is mounted at the root and where code is. A part of the root that is mounted at its own place changes
    /// nothing.
    private static func codeFolders(_ mounts: [Mount]) -> [[UInt8]] {
        let root = mounts.last { $0.point == [UInt8(ascii: "/")] }
        let shown = mounts.filter { mount in
            mount.point == [UInt8(ascii: "/")]
                || (codeFolders.contains(where: mount.point.starts(with:)) || mount.point == configuration)
                    && !(mount.device == root?.device && mount.root == mount.point && root?.root == [UInt8(ascii: "/")])
        }
        // In a line of the kernel's no space is part of a path.
        let lines = shown.map { Array("\($0.device) ".utf8) + $0.root + [UInt8(ascii: " ")] + $0.point }
        return lines.sorted { $0.lexicographicallyPrecedes($1) }.reduce(into: []) { distinct, line in
            if distinct.last != line { distinct.append(line) }
        }
    }

    /// The device of the file system of a mount.
    package func device(ofMount number: Int64) -> UInt64? { devices[number] }

    /// Whether owners on this device are root's word.
    package func isOfSystem(device: UInt64) -> Bool { systemDevices.contains(device) }

    private struct Mount {
        let number: Int64
        let device: UInt64
        /// The folder of the file system that is shown at ``point``, both as the kernel escapes them.
        let root: [UInt8]
        let point: [UInt8]
        let isForeign: Bool
    }

    /// `number parent major:minor root point options …`
    private static func mounts(_ text: [UInt8]) -> [Mount] {
        text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 6)
            guard words.count >= 6, let number = Int64(String(decoding: words[0], as: UTF8.self)) else { return nil }
            let numbers = words[2].split(separator: UInt8(ascii: ":"))
                .map { UInt64(String(decoding: $0, as: UTF8.self)) }
            guard numbers.count == 2, let major = numbers[0], let minor = numbers[1], major < 1 << 20, minor < 1 << 20
            else { return nil }
            let options = words[5].split(separator: UInt8(ascii: ","))
            return Mount(
                number: number, device: deviceNumber(major: major, minor: minor), root: Array(words[3]),
                point: Array(words[4]),
                isForeign: options.contains { $0.elementsEqual("nosuid".utf8) })
        }
    }

    /// As the C library puts both numbers into one.
    static func deviceNumber(major: UInt64, minor: UInt64) -> UInt64 {
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
    }
}
