// The application of a Flatpak sandbox.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A sandbox says of itself which application it is (`/.flatpak-info`), and any program can make one that says
/// anything. So that counts only where the file that runs is the application's own, in the installation that root alone
/// can write.
struct FlatpakApplication: Hashable {
    let identifier: String

    private static let installation = "/var/lib/flatpak/app/"
    /// Where the sandbox shows the files of the application.
    private static let mountPoint = Array("/app/".utf8)
    private static let largestFile = 1 << 16

    /// - Parameter path: as the kernel gives it: the sandbox's own.
    /// - Returns: nil for any other process.
    init?(of process: PeerProcess, running file: PeerExecutable.File, at path: [UInt8]) {
        guard path.starts(with: Self.mountPoint),
            let text = ProcessFile.contents(
                ofRootFile: ".flatpak-info", of: process.processID, atMost: Self.largestFile),
            let claim = Claim(String(decoding: text, as: UTF8.self)), claim.isInInstallation
        else { return nil }
        var name = Array(claim.files.utf8) + path[(Self.mountPoint.count - 1)...]
        name.append(0)
        guard let installed = PeerExecutable.File(atPath: name.map { CChar(bitPattern: $0) }), installed == file,
            installed.owner == 0, installed.mode & 0o022 == 0
        else { return nil }
        identifier = claim.application
    }

    /// What the sandbox says, of which nothing is true yet.
    struct Claim: Hashable {
        let application: String
        /// The folder that the sandbox shows as `/app`.
        let files: String

        /// Reads `name` of the group `[Application]` and `app-path` of `[Instance]`.
        init?(_ text: String) {
            var group: Substring = ""
            var application: String?
            var files: String?
            for line in text.split(separator: "\n") {
                if line.hasPrefix("[") {
                    group = line
                    continue
                }
                let parts = line.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                switch (group, parts[0]) {
                case ("[Application]", "name"): application = String(parts[1])
                case ("[Instance]", "app-path"): files = String(parts[1])
                default: break
                }
            }
            guard let application, let files else { return nil }
            self.application = application
            self.files = files
        }

        /// Whether it is a name as applications have one.
        var isNamed: Bool {
            (1...255).contains(application.utf8.count) && !application.hasPrefix(".")
                && application.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
                }
        }

        /// Whether the files are those of this application, by a path that nobody but root decides.
        var isInInstallation: Bool {
            isNamed && files.utf8.count < 1024 && !files.utf8.contains(0)
                && files.hasPrefix(installation + application + "/")
                && !files.split(separator: "/").contains { $0 == ".." }
        }
    }
}
