// A software TPM of a test, whose power can fail.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyTPM
import LatchkeyTestSupport
import Synchronization

/// A process of swtpm with its state in a folder, both gone at the end. It has one client at a time, no resource
/// manager and room for three objects: whoever leaves one behind is found out.
final class SoftwareTPM: Sendable {
    struct Failure: Error {
        let what: String
    }

    let directory: String
    private let process = Mutex<pid_t?>(nil)

    init() throws {
        // The path of a socket is short.
        directory = "/tmp/latchkey-tpm-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try powerUp()
    }

    deinit {
        powerDown()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The socket of commands.
    var socket: String { directory + "/tpm" }
    /// What libtss2 calls it.
    var name: String { "swtpm:path=" + socket }

    /// Starts it from its state, as a machine does that is switched on.
    func powerUp() throws {
        for path in [socket, socket + ".ctrl"] { unsafe unlink(path) }
        let words = [
            "/usr/bin/swtpm", "socket", "--tpm2", "--tpmstate", "dir=" + directory, "--server",
            "type=unixio,path=" + socket, "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
            "not-need-init,startup-clear",
        ]
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var started: pid_t = 0
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // It says when somebody leaves.
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        guard unsafe posix_spawn(&started, words[0], &actions, nil, arguments, environ) == 0 else {
            throw Failure(what: "swtpm is not installed; run scripts/setup swtpm tpm2-tools libtss2-tcti-swtpm0")
        }
        process.withLock { $0 = started }
        for _ in 0..<2000 {
            // Of its sockets it opens the one for commands last.
            if let connection = unsafe try? TPMProxy.open(socket, with: { unsafe connect($0, $1, $2) }) {
                close(connection)
                return
            }
            usleep(2000)
        }
        throw Failure(what: "swtpm has not made its sockets")
    }

    /// Ends it at once, wherever it is.
    func powerDown() {
        process.withLock { process in
            guard let running = process else { return }
            kill(running, SIGKILL)
            waitpid(running, nil, 0)
            process = nil
        }
    }

    func powerCycle() throws {
        powerDown()
        try powerUp()
    }

    /// Runs a command of tpm2-tools, as another program of the machine. Nobody else may be connected.
    func tool(_ words: [String]) throws -> CommandRun {
        var environment = CommandRun.environment(home: directory, directory: directory)
        environment["TPM2TOOLS_TCTI"] = name
        return try CommandRun(["/usr/bin/" + words[0]] + words.dropFirst(), environment: environment, in: directory)
    }

    func tool(_ words: String...) throws -> CommandRun { try tool(words) }

    /// The same, if it has to succeed.
    func mustRun(_ words: String...) throws {
        let run = try tool(words)
        guard run.status == 0 else { throw Failure(what: words.joined(separator: " ") + ": " + run.errors) }
    }

    /// What lies in the TPM for the time being: handles of objects and sessions.
    func transientHandles() throws -> [String] {
        try ["handles-transient", "handles-loaded-session", "handles-saved-session"].flatMap { kind in
            try tool("tpm2_getcap", kind).output.split(separator: "\n").map(String.init)
        }
    }
}
