// Starts, watches and kills the processes of a test.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program that runs beside this one. Whatever still runs when it is let go of is killed.
final class ChildProcess {
    let id: pid_t
    private var ended: Ending?

    enum Ending: Equatable {
        case exited(CInt)
        case killed(by: CInt)
    }

    /// - Parameter role: the first words of the command line of this program in its child.
    /// - Parameter passwordFile: the file of the password that unlocks without a user.
    convenience init(
        role: [String], home: String, passwordFile: String? = nil, input: CInt? = nil, output: CInt? = nil
    ) throws {
        try self.init(
            program: Self.ownProgram, arguments: role, home: home, passwordFile: passwordFile, input: input,
            output: output)
    }

    /// - Parameter errors: the file that receives what the program says of its errors, or nil for those of this one.
    init(
        program: String, arguments: [String], home: String, passwordFile: String? = nil, input: CInt? = nil,
        output: CInt? = nil, errors: String? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        if let errors {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        var environment = ProcessInfo.processInfo.environment
        environment["LATCHKEY_HOME"] = home
        environment["LATCHKEY_PASSWORD_FILE"] = passwordFile
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var id: pid_t = 0
        let reason = posix_spawn(&id, program, &actions, nil, &words, &variables)
        guard reason == 0 else { throw Violation("starting \(program): \(String(cString: strerror(reason)))") }
        self.id = id
    }

    deinit {
        guard ended == nil else { return }
        kill()
        _ = try? wait(atMost: 10)
    }

    func kill() {
        if ended == nil { Glibc.kill(id, SIGKILL) }
    }

    /// - Throws: after `seconds`; the process is killed then.
    func wait(atMost seconds: Double) throws -> Ending {
        let deadline = now() + UInt64(seconds * 1e9)
        while true {
            if let ended { return ended }
            var status: CInt = 0
            if waitpid(id, &status, WNOHANG) == id {
                let signal = status & 0x7f
                ended = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(by: signal)
            } else if now() > deadline {
                Glibc.kill(id, SIGKILL)
                waitpid(id, &status, 0)
                ended = .killed(by: SIGKILL)
                throw Violation("a process did not end within \(seconds) s")
            } else {
                usleep(500)
            }
        }
    }

    static let ownProgram: String = {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }()
}

/// Nanoseconds of the clock that all processes share.
func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Something that must not happen.
struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
