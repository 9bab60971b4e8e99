// A command that a test runs as a user does: a process of its own, without a terminal.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The exit status of a command and what it wrote.
package struct CommandRun {
    package let status: Int32
    package let output: String
    package let errors: String

    /// The directory of the programs that are built beside the tests.
    package static let tools =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        .map { URL(filePath: $0).deletingLastPathComponent().path } ?? ""

    /// The file that `LATCHKEY_TEST_ERRORS` names is searched for the secrets of the tests.
    private static let errorLog = ProcessInfo.processInfo.environment["LATCHKEY_TEST_ERRORS"]

    /// The environment of a command with keychains of its own: nothing of ours but where programs, libraries and
    /// temporary files are, and the options of the sanitizers.
    package static func environment(home: String, directory: String) -> [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            ["PATH", "LD_LIBRARY_PATH", "TMPDIR"].contains(name) || name.hasSuffix("SAN_OPTIONS")
        }
        let own = ["HOME": directory, "LATCHKEY_HOME": home, "LATCHKEY_SOCKET": "none", "LC_ALL": "C.UTF-8"]
        let path = tools + ":" + (inherited["PATH"] ?? "/usr/bin:/bin")
        return inherited.merging(own) { _, own in own }.merging(["PATH": path]) { _, own in own }
    }

    /// Runs a program to its end, in a session of its own, so that it finds no terminal.
    /// - Parameters:
    ///   - input: its standard input. It is a file, as the outputs are: nothing waits for anybody who reads.
    ///   - printsSecret: an option of the command writes a secret to standard error, as `-g` does.
    package init(
        _ words: [String], environment: [String: String], in directory: String, input: String = "",
        printsSecret: Bool = false
    ) throws {
        let files = URL(filePath: directory).appending(path: ".run-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: files) }
        func file(_ name: String, holding text: String = "") throws -> FileHandle {
            let place = files.appending(path: name)
            try Data(text.utf8).write(to: place)
            return try FileHandle(forUpdating: place)
        }
        let process = Process()
        let (standardOutput, standardError) = (try file("output"), try file("errors"))
        process.executableURL = URL(filePath: "/usr/bin/setsid")
        process.arguments = ["--wait"] + words
        process.environment = environment
        process.currentDirectoryURL = URL(filePath: directory)
        process.standardInput = try file("input", holding: input)
        process.standardOutput = standardOutput
        process.standardError = standardError
        try process.run()
        process.waitUntilExit()
        func text(_ file: FileHandle) throws -> String {
            try file.seek(toOffset: 0)
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        }
        status = process.terminationStatus
        output = try text(standardOutput)
        errors = try text(standardError)
        if !printsSecret, let log = Self.errorLog, let file = FileHandle(forWritingAtPath: log) {
            try file.seekToEnd()
            try file.write(contentsOf: Data(errors.utf8))
        }
    }
}
