// A program that is upgraded while it runs.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

/// Root alone makes a folder that no user can write.
@Suite(.enabled(if: geteuid() == 0)) struct ReplacedProgramTests {
    private let identifier = ProgramIdentifier(tools: OwnTools(isEnabled: false))

    /// A copy of a program, that runs until the end.
    private final class Program {
        let path: String
        private let folder: String
        private let process = Process()

        init(in parent: String, mode: mode_t = 0o755) throws {
            folder = parent + "/latchkey-test-" + UUID().uuidString
            path = folder + "/program"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            unsafe chmod(folder, mode)
            try FileManager.default.copyItem(atPath: "/usr/bin/sleep", toPath: path)
            process.executableURL = URL(filePath: path)
            process.arguments = ["600"]
            try process.run()
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// The process, once it runs the copy.
        func peer() throws -> PeerProcess {
            let peer = try #require(PeerProcess(numbered: process.processIdentifier))
            // Until it sleeps, its memory is not complete.
            while (try? peer.executable())?.printable != path || !isAsleep, peer.isRunning { sched_yield() }
            return peer
        }

        private var isAsleep: Bool {
            let line = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
            return line?.contains(") S ") ?? false
        }

        /// As dpkg does it: the new file takes the name, while the old one has another name for a time.
        func replace(owner: uid_t = 0) throws {
            let (new, old) = (path + ".dpkg-new", path + ".dpkg-tmp")
            try FileManager.default.copyItem(atPath: "/usr/bin/sleep", toPath: new)
            unsafe chown(new, owner, 0)
            unsafe link(path, old)
            unsafe rename(new, path)
            unsafe unlink(old)
        }
    }

    private func group(_ peer: PeerProcess) throws -> [AccessGroup] {
        let executable = try peer.executable(takesReplaced: true)
        return try identifier.identity(of: executable, in: peer).caller.accessGroups
    }

    @Test func `who calls over a bus is what it was, if root has replaced the file`() throws {
        let program = try Program(in: "/opt")
        let peer = try program.peer()
        let before = try group(peer)
        try program.replace()
        #expect(throws: KeychainError.self, "a connection to the daemon's socket is refused") { try peer.executable() }
        #expect(try peer.executable(takesReplaced: true).printable == program.path)
        #expect(try group(peer) == before)
        unsafe unlink(program.path)
        #expect(throws: KeychainError.self, "it was removed") { try peer.executable(takesReplaced: true) }
    }

    @Test func `it is not, if somebody else can write the folder or owns the new file`() throws {
        let open = try Program(in: "/opt", mode: 0o777)
        let shared = try open.peer()
        try open.replace()
        #expect(throws: KeychainError.self) { try shared.executable(takesReplaced: true) }
        let given = try Program(in: "/opt")
        let peer = try given.peer()
        try given.replace(owner: 65534)
        #expect(throws: KeychainError.self) { try peer.executable(takesReplaced: true) }
        let elsewhere = try Program(in: "/tmp")
        let copy = try elsewhere.peer()
        try elsewhere.replace()
        #expect(throws: KeychainError.self) { try copy.executable(takesReplaced: true) }
    }
}
