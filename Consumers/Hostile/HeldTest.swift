// A process holds a write transaction open: the searches of others end before it does.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The writer is told to end when every reader has ended, and not before. No reader waits for a clock; one that does
/// not end is killed, and fails the test.
enum HeldTest {
    private static let readers = 4
    private static let seeded = 50

    static func run(rounds: Int, in directory: String) throws -> String {
        let keychain = try Keychain.fresh("held", in: directory)
        let reports = try Keychain.fresh("held-reports", in: directory).home
        let seeding = try ChildProcess(role: ["seed", "\(seeded)"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        for round in 0..<rounds {
            // Half of them have the file open before the writer begins, half open it beside the writer.
            let count = seeded + round
            let line = try StartingLine(
                (0..<readers).map { ["read-beside", "\(count)", $0 < readers / 2 ? "open" : "closed"] },
                home: keychain.home)
            try line.gather()
            let held = try HeldWrite(keychain.path)
            guard try !HeldWrite.isPossible(keychain.path) else { throw Violation("round \(round): nothing is held") }
            // A program that writes waits meanwhile.
            let waiting = try ChildProcess(role: ["add-one", "\(round)", reports], home: keychain.home)
            do {
                try line.start()
                try line.finish(atMost: 30)
            } catch {
                throw Violation("round \(round): beside a writer, \(error)")
            }
            try held.release()
            guard try waiting.wait(atMost: 60) == .exited(0) else { throw Violation("round \(round): an add died") }
            let status = try OperationLog.lines(of: "\(reports)/\(round)").first
            guard status == "0" else { throw Violation("round \(round): an add answers \(status ?? "nothing")") }
        }
        try keychain.requireSound()
        let rows = try keychain.itemCount()
        guard rows == seeded + rounds else { throw Violation("\(seeded) + \(rounds) adds, but \(rows) rows") }
        try keychain.remove()
        return "\(rounds) write transactions held open; beside each \(readers) processes read all items, at once and "
            + "one by one, and ended before it; \(rounds) adds waited for it and succeeded"
    }

    /// SQLite's shell in a transaction that has deleted every item and is not committed.
    private final class HeldWrite {
        private let process: Process
        private let input = Foundation.Pipe()

        init(_ path: String) throws {
            process = Self.shell(path)
            let output = Foundation.Pipe()
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            try say("BEGIN IMMEDIATE; DELETE FROM genp; SELECT 'held';")
            var said = Data()
            while said.count < 5 {
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { throw Violation("SQLite's shell does not begin to write") }
                said += more
            }
            guard said == Data("held\n".utf8) else { throw Violation("SQLite's shell says something else") }
        }

        deinit {
            if process.isRunning { process.terminate() }
        }

        /// Undoes the deletion, and ends.
        func release() throws {
            guard process.isRunning else { throw Violation("the writer did not outlast the readers") }
            try say("ROLLBACK;\n.quit")
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Violation("sqlite3 exits with \(process.terminationStatus)")
            }
        }

        private func say(_ words: String) throws {
            try input.fileHandleForWriting.write(contentsOf: Data((words + "\n").utf8))
        }

        /// Whether another process could begin to write now.
        static func isPossible(_ path: String) throws -> Bool {
            let process = shell(path)
            process.arguments?.append("BEGIN IMMEDIATE; ROLLBACK;")
            process.standardInput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            // SQLITE_BUSY is what is expected; a shell that cannot be started at all is not.
            guard [0, 5].contains(process.terminationStatus) else {
                throw Violation("sqlite3 exits with \(process.terminationStatus)")
            }
            return process.terminationStatus == 0
        }

        private static func shell(_ path: String) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["sqlite3", "-batch", "-bail", path]
            return process
        }
    }

    // MARK: In the child processes

    /// - Parameter count: how many items there are.
    static func read(count: Int, opensFirst: Bool) throws {
        if opensFirst { try readOne("seed-0") }
        StartingLine.take()
        let items = try Items.all()
        guard items.count == count else { throw Violation("\(items.count) items of \(count)") }
        for (account, secret) in items where secret != Items.secret(of: account, version: 0) {
            throw Violation("the secret of \(account) is another")
        }
        for number in 0..<seeded { try readOne("seed-\(number)") }
        let status = Items.read("nobody").status
        guard status == errSecItemNotFound else { throw Violation("a search for nobody answers \(status)") }
    }

    private static func readOne(_ account: String) throws {
        let (status, secret) = Items.read(account)
        guard status == errSecSuccess, secret == Items.secret(of: account, version: 0) else {
            throw Violation("reading \(account) answers \(status)")
        }
    }
}
