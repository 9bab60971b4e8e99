// Programs that a test makes and then starts.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that can be started are written by other processes only. If a thread of this one had such a file open for writing, a child that
/// another thread starts at that moment would have it open as well, until it becomes its program; the kernel starts no file that somebody
/// has open for writing (`ETXTBSY`).
package enum WrittenProgram {
    package struct Failure: Error {
        package let status: Int32
    }

    /// Copies a program, with its mode.
    package static func copy(_ program: String, to path: String) throws {
        try run(["/bin/cp", "--", program, path], input: nil)
    }

    /// Writes a script that its owner can start.
    package static func write(_ script: String, to path: String) throws {
        try run(["/bin/sh", "-c", #"umask 077 && cat >"$1" && chmod 700 "$1""#, "sh", path], input: Data(script.utf8))
    }

    private static func run(_ words: [String], input: Data?) throws {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        let pipe = input.map { _ in Pipe() }
        if let pipe { process.standardInput = pipe }
        try process.run()
        if let input, let pipe {
            try pipe.fileHandleForWriting.write(contentsOf: input)
            try pipe.fileHandleForWriting.close()
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    }
}
