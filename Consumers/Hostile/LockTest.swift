// The keychain is locked, unlocked and given other passwords under the hands of programs that use it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

struct LockTest {
    private let keychain: Keychain
    private let tool: String
    private let logs: [String]
    private var windows: [Window] = []
    private var changes = 0

    /// A time when the keychain has one state only.
    struct Window {
        let isLocked: Bool
        let start: UInt64
        let end: UInt64
    }

    /// One call of one process.
    struct Call {
        let start: UInt64
        let end: UInt64
        let status: OSStatus

        init(start: UInt64, end: UInt64, status: OSStatus) {
            self.start = start
            self.end = end
            self.status = status
        }

        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            guard words.count == 3, let start = UInt64(words[0]), let end = UInt64(words[1]),
                let status = OSStatus(words[2])
            else { return nil }
            self.init(start: start, end: end, status: status)
        }
    }

    /// - Parameter tool: the command `security`.
    /// - Returns: nil if the kernel keeps no keys, and so no process can lock for another.
    static func run(seconds: Int, tool: String, in directory: String) throws -> String? {
        let keychain = try Keychain.fresh("lock", in: directory)
        let logs = try Keychain.fresh("lock-logs", in: directory).home
        var test = LockTest(keychain: keychain, tool: tool, logs: ["a", "b", "c"].map { "\(logs)/\($0)" })
        let seeding = try ChildProcess(role: ["seed", "2"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        // Takes the keys of the keychain out of the kernel as well.
        defer { _ = try? test.command("delete-keychain", "login") }
        return try test.isUnlockShared() ? test.run(seconds: seconds) : nil
    }

    private func isUnlockShared() throws -> Bool {
        try command("set-keychain-password", "-p", "password", "login")
        let information = try command("show-keychain-info", "login")
        try command("set-keychain-password", "-o", "password", "-p", "", "login")
        return !information.contains("each process unlocks for itself")
    }

    private mutating func run(seconds: Int) throws -> String {
        let line = try StartingLine(
            [["read-always", logs[0]], ["read-always", logs[1]], ["update-always", logs[2]]], home: keychain.home)
        try line.start()
        let deadline = now() + UInt64(seconds) * 1_000_000_000
        var cycles = 0
        repeat {
            cycles += 1
            try cycle(cycles)
        } while now() < deadline
        for runner in line.runners { runner.kill() }
        let calls = try logs.flatMap { try OperationLog.lines(of: $0).compactMap(Call.init) }
        if let problem = Self.problem(with: calls, in: windows) { throw Violation(problem) }
        try requireCheckNoticesLies(calls)
        try keychain.requireSound()
        let refused = calls.count { $0.status == errSecInteractionNotAllowed }
        return
            "\(cycles) cycles, \(changes) changes, \(windows.count) states (\(windows.count(where: \.isLocked)) locked), "
            + "\(calls.count) calls of 3 processes: \(calls.count - refused) successes, \(refused) times -25308, "
            + "nothing else; none succeeded while locked, none was refused while unlocked; 2 falsified logs noticed"
    }

    private static let passwords = 6

    /// Through every state and back to no password.
    private mutating func cycle(_ number: Int) throws {
        let (first, third) = ("first-\(number)", "third-\(number)")
        try enter(locked: false, "set-keychain-password", "-p", first, "login")
        try enter(locked: true, "lock-keychain", "login")
        try enter(locked: false, "unlock-keychain", "-p", first, "login")
        // Again and again: a process that still looks with the old key must not disturb the new one.
        var second = first
        for change in 1...Self.passwords {
            let next = "second-\(number)-\(change)"
            try enter(locked: false, "set-keychain-password", "-o", second, "-p", next, "login")
            second = next
        }
        try enter(locked: true, "lock-keychain", "login")
        try enter(locked: false, "set-keychain-password", "-o", second, "-p", third, "login")
        try enter(locked: true, "lock-keychain", "login")
        try enter(locked: false, "unlock-keychain", "-p", third, "login")
        try enter(locked: false, "set-keychain-password", "-o", third, "-p", "", "login")
    }

    /// Gives a command, and then waits until every process has finished calls that it began afterwards.
    private mutating func enter(locked isLocked: Bool, _ words: String...) throws {
        try command(words)
        let start = now()
        for log in logs { try waitForCalls(in: log, after: start) }
        // A change that leaves the keychain as it was must not show, not even while it is made.
        if let last = windows.last, last.isLocked == isLocked {
            windows[windows.count - 1] = Window(isLocked: isLocked, start: last.start, end: now())
        } else {
            windows.append(Window(isLocked: isLocked, start: start, end: now()))
        }
        changes += 1
    }

    private func waitForCalls(in log: String, after start: UInt64) throws {
        let deadline = now() + 30_000_000_000
        while now() < deadline {
            let fresh = try Self.tail(of: log).filter { $0.start > start }
            if fresh.count >= 3 { return }
            usleep(2000)
        }
        throw Violation("a process stands still after a change of state")
    }

    /// The last calls that a log holds; it may be long.
    private static func tail(of path: String) throws -> [Call] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        let end = try file.seekToEnd()
        try file.seek(toOffset: end > 1024 ? end - 1024 : 0)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().dropLast().compactMap(Call.init)
    }

    @discardableResult
    private func command(_ words: String...) throws -> String { try command(words) }

    /// - Returns: what the command said on standard error.
    @discardableResult
    private func command(_ words: [String]) throws -> String {
        let errors = logs[0] + ".errors"
        let process = try ChildProcess(program: tool, arguments: words, home: keychain.home, errors: errors)
        let ending = try process.wait(atMost: 60)
        let said = try String(contentsOfFile: errors, encoding: .utf8)
        guard ending == .exited(0) else { throw Violation("security \(words[0]) ends with \(ending): \(said)") }
        return said
    }

    /// What is wrong with the answers, or nil.
    static func problem(with calls: [Call], in windows: [Window]) -> String? {
        var index = 0
        for call in calls.sorted(by: { $0.start < $1.start }) {
            guard call.status == errSecSuccess || call.status == errSecInteractionNotAllowed else {
                return "a call answers \(call.status)"
            }
            while index < windows.count, windows[index].end < call.start { index += 1 }
            guard index < windows.count else { continue }
            guard windows[index].start < call.start, call.end < windows[index].end else { continue }
            if windows[index].isLocked, call.status == errSecSuccess { return "a call succeeds after the lock" }
            if !windows[index].isLocked, call.status != errSecSuccess {
                return "a call is refused while unlocked"
            }
        }
        return nil
    }

    private func requireCheckNoticesLies(_ calls: [Call]) throws {
        for window in [windows.first(where: \.isLocked), windows.first { !$0.isLocked }] {
            guard let window else { throw Violation("a state is missing") }
            let lie = Call(
                start: window.start + 1, end: window.end - 1,
                status: window.isLocked ? errSecSuccess : errSecInteractionNotAllowed)
            guard Self.problem(with: calls + [lie], in: windows) != nil else {
                throw Violation("the check does not notice a falsified log")
            }
        }
    }

    // MARK: In the child processes

    static func readAlways(log path: String) throws -> Never {
        try always(log: path) {
            let (status, secret) = Items.read("seed-1")
            guard status == errSecSuccess else { return status }
            return secret == Items.secret(of: "seed-1", version: 0) ? status : errSecDecode
        }
    }

    static func updateAlways(log path: String) throws -> Never {
        try always(log: path) { Items.update("seed-0", secret: Items.secret(of: "seed-0", version: 0)) }
    }

    private static func always(log path: String, _ call: () -> OSStatus) throws -> Never {
        let log = try OperationLog(path: path)
        StartingLine.take()
        while true {
            let start = now()
            let status = call()
            log.append("\(start) \(now()) \(status)")
            // The commands need the processors too.
            usleep(UInt32.random(in: 0...300))
        }
    }
}
