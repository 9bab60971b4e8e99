// What a bus was started with.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// The arguments of `dbus-daemon` or `dbus-broker-launch`. Only what is known to change nothing about who sees and says
/// what is taken: their own configuration is root's, and another one has to be as well.
package struct BusArguments: Hashable, Sendable {
    package enum Program: Sendable { case daemon, launcher }

    /// A file that takes the place of the system's configuration for sessions.
    package let configuration: String?

    private static let largestSize = 1 << 16
    private static let flags: Set<String> = [
        "--nofork", "--fork", "--nopidfile", "--systemd-activation", "--syslog", "--syslog-only", "--nosyslog",
        "--print-address", "--print-pid",
    ]
    private static let valued: Set<String> = ["--address", "--print-address", "--print-pid"]

    /// - Returns: nil for what is not known, and what comes in an unusual way.
    package init?(_ words: [String], being program: Program) {
        var (configurations, scopes): ([String?], Int) = ([], 0)
        var index = words.startIndex
        while index < words.endIndex {
            let word = words[index]
            index += 1
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            var value = parts.count > 1 ? parts[1] : nil
            if value == nil, index < words.endIndex, !words[index].utf8.starts(with: "-".utf8) {
                value = words[index]
                index += 1
            }
            switch (program, parts[0], value) {
            case (_, "--config-file", .some(let file)): configurations.append(file)
            case (.daemon, "--session", nil): configurations.append(nil)
            case (.daemon, let flag, nil) where Self.flags.contains(flag): break
            case (.daemon, let option, .some) where Self.valued.contains(option): break
            case (.launcher, "--scope", "user"): scopes += 1
            case (.launcher, "--audit", nil): break
            case (.daemon, _, _), (.launcher, _, _): return nil
            }
        }
        switch program {
        case .daemon: guard configurations.count == 1 else { return nil }
        case .launcher: guard configurations.count <= 1, scopes == 1 else { return nil }
        }
        configuration = configurations.first ?? nil
    }

    /// - Returns: nil also if the kernel does not say.
    init?(of process: PeerProcess, being program: Program) {
        guard let words = Self.words(of: process) else { return nil }
        self.init(words, being: program)
    }

    /// The descriptor by which a broker is controlled.
    static func controller(of process: PeerProcess) -> Int32? {
        guard let words = words(of: process), let index = words.firstIndex(of: "--controller"),
            words.index(after: index) < words.endIndex
        else { return nil }
        return Int32(words[index + 1])
    }

    /// Without the name of the program. What is no text is not taken.
    private static func words(of process: PeerProcess) -> [String]? {
        guard let bytes = ProcessFile.contents("cmdline", of: process.processID, atMost: largestSize),
            bytes.last == 0
        else { return nil }
        let words = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
        let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
        return texts.count == words.count ? Array(texts.dropFirst()) : nil
    }

    /// Whether the process sees root's configuration, as this one does.
    func areRoots(in process: PeerProcess) -> Bool {
        guard Self.folders.allSatisfy({ Self.isSame($0, in: process) }) else { return false }
        guard let configuration else { return true }
        return Self.isRoots(configuration, in: process)
    }

    /// Of the system's configuration for sessions.
    private static let folders = [
        "/usr/share/dbus-1", "/usr/share/dbus-1/session.conf", "/usr/share/dbus-1/session.d", "/etc/dbus-1",
        "/etc/dbus-1/session.conf", "/etc/dbus-1/session.d",
    ]

    private static func isSame(_ path: String, in process: PeerProcess) -> Bool {
        file(path) == file("/proc/\(process.processID)/root" + path)
    }

    private static func file(_ path: String) -> PeerExecutable.File? {
        PeerExecutable.File(atPath: path.utf8CString.map(\.self))
    }

    /// Whether nobody but root can write the file, or put another one in its place.
    private static func isRoots(_ path: String, in process: PeerProcess) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/"), isSame(path, in: process), isWithoutLinks(path) else {
            return false
        }
        var part = path[...]
        while !part.isEmpty {
            // Of a folder such as /tmp nobody can take another's files away.
            guard let file = file(String(part)), file.owner == 0,
                file.mode & 0o022 == 0 || file.mode & S_ISVTX != 0 && file.mode & S_IFMT == S_IFDIR
            else { return false }
            part = part[..<(part.lastIndex(of: "/") ?? part.startIndex)]
        }
        let place = unsafe latchkey_open_place("/proc/\(process.processID)/root" + path)
        guard place >= 0 else { return false }
        defer { close(place) }
        return MountTable(of: process.processID).flatMap { FileFacts(place, mounts: $0) }?.isRoots ?? false
    }

    private static func isWithoutLinks(_ path: String) -> Bool {
        guard let resolved = unsafe realpath(path, nil) else { return false }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved) == path
    }
}
