// Fuzzes what the daemon reads of a calling process: files of /proc with names that a user chooses, and what a sandbox
// says of itself.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
@testable import LatchkeyDaemon

@main enum FuzzProcess {
    static func main() {
        unsafe fuzz { start, count in
            let bytes = unsafe input(at: start, count: count)
            guard let decoder = bytes.first else { return 0 }
            FuzzProcess.run(decoder, Array(bytes.dropFirst()))
            return 0
        }
    }

    private static func run(_ decoder: UInt8, _ bytes: [UInt8]) {
        switch decoder {
        case 0:
            let mappings = ExecutableMapping.mappings(inSmaps: bytes) ?? []
            // Every mapping has a line of its own, however its path is written.
            check(mappings.count <= bytes.count { $0 == UInt8(ascii: "\n") } + 1, "no line is two mappings")
        case 1:
            let halves = bytes.split(separator: 0, maxSplits: 1).map(Array.init)
            let table = MountTable(own: halves.first ?? [], system: halves.last ?? [])
            if halves.count == 1 { check(table.hasCodeOfSystem, "the mounts of the system are those of the system") }
        case 2:
            guard let claim = FlatpakApplication.Claim(String(decoding: bytes, as: UTF8.self)) else { return }
            check(
                !claim.isInInstallation || claim.files.hasPrefix("/var/lib/flatpak/app/\(claim.application)/"),
                "files of an installation lie in it")
        case 3:
            guard let users = ProcessFile.users(inBeginning: bytes[...]) else { return }
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            check(lines.contains { $0.starts(with: "Uid:".utf8) }, "the line of the users is whole")
            check(users.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\n")) }, "what is read is of one line")
        default: return
        }
    }
}
