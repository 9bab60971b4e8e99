// Programs that a test makes and then starts.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files that can be started are written by other processes only. If a thread of this one had such a file open for
/// writing, a child that another thread starts at that moment would have it open as well, until it becomes its program;
/// the kernel starts no file that somebody has open for writing (`ETXTBSY`).
package enum WrittenProgram {
    /// A process that could not be started (an errno), or has failed (what wait(2) says).
    package struct Failure: Error {
        package let number: Int32
    }

    /// Copies a program, with its mode.
    package static func copy(_ program: String, to path: String) throws {
        try run(["/bin/cp", "--", program, path])
    }

    /// Writes a script that its owner can start.
    package static func write(_ script: String, to path: String) throws {
        try run(["/bin/sh", "-c", #"umask 077 && printf '%s' "$2" >"$1" && chmod 700 "$1""#, "sh", path, script])
    }

    /// Runs a program to its end.
    /// - Parameter words: its path and its arguments.
    /// - Throws: ``Failure`` unless it ends with the exit status 0.
    package static func run(_ words: [String]) throws {
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let failure = unsafe posix_spawn(&process, words[0], nil, nil, arguments, environ)
        guard failure == 0 else { throw Failure(number: failure) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(number: errno) }
        }
        guard status == 0 else { throw Failure(number: status) }
    }
}
