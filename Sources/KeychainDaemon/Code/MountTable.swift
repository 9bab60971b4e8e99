// The file systems that a process sees, and which of them are the machine's own.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// From `/proc/<pid>/mountinfo`, proc_pid_mountinfo(5). What the daemon sees itself says nothing: a service manager mounts everything `nosuid`
/// for it.
package struct MountTable: Sendable {
    private let devices: [Int64: UInt64]
    private let systemDevices: Set<UInt64>

    private static let largestFile = 4 << 20

    /// The mounts of a process.
    /// - Returns: nil where the kernel does not say.
    package init?(of process: Int32) {
        guard let own = ProcessFile.contents("mountinfo", of: process, atMost: Self.largestFile),
            let system = ProcessFile.contents("mountinfo", of: 1, atMost: Self.largestFile)
        else { return nil }
        self.init(own: own, system: system)
    }

    /// - Parameter own: the mounts of the process.
    /// - Parameter system: those of the first process.
    package init(own: [UInt8], system: [UInt8]) {
        devices = Dictionary(Self.mounts(own).map { ($0.number, $0.device) }, uniquingKeysWith: { first, _ in first })
        // A medium that a person brought is `nosuid` wherever it is mounted.
        systemDevices = Set(Self.mounts(system).filter { !$0.isForeign }.map(\.device))
    }

    /// The device of the file system of a mount.
    package func device(ofMount number: Int64) -> UInt64? { devices[number] }

    /// Whether owners on this device are root's word.
    package func isOfSystem(device: UInt64) -> Bool { systemDevices.contains(device) }

    private struct Mount {
        let number: Int64
        let device: UInt64
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
                number: number, device: deviceNumber(major: major, minor: minor),
                isForeign: options.contains { $0.elementsEqual("nosuid".utf8) })
        }
    }

    /// As the C library puts both numbers into one.
    static func deviceNumber(major: UInt64, minor: UInt64) -> UInt64 {
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
    }
}
