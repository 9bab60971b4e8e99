// The password is changed under writers, and whoever changes it dies by SIGKILL: one password opens the keychain then.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Security

/// Each round changes the password once, between none and two others. What is seeded needs the password; what the
/// writers write does not, so that they go on in every state.
struct PasswordTest {
    private static let writers = 4
    private static let seeded = 20
    /// None comes first: it is what a keychain begins with.
    private static let passwords = ["", "first", "second"]

    private let keychain: Keychain
    private let tool: String
    private let directory: String
    private let logs: [String]
    private var current = 0
    /// Microseconds that the first change of each kind took, which is not killed.
    private var durations: [Kind: UInt32] = [:]
    private var counts = (acknowledged: 0, tookEffect: 0, didNot: 0)

    /// Which passwords have to be derived.
    private struct Kind: Hashable {
        let hasOld: Bool
        let hasNew: Bool
    }

    /// - Parameter tool: the command `security`.
    static func run(rounds: Int, tool: String, in directory: String) throws -> String {
        let keychain = try Keychain.fresh("password", in: directory)
        let files = try Keychain.fresh("password-logs", in: directory).home
        var test = PasswordTest(
            keychain: keychain, tool: tool, directory: files, logs: (0..<writers).map { "\(files)/writer-\($0)" })
        for word in passwords + ["wrong"] {
            _ = FileManager.default.createFile(
                atPath: test.file(of: word), contents: Data(word.utf8), attributes: [.posixPermissions: 0o600])
        }
        let seeding = try ChildProcess(role: ["seed", "\(seeded)"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        // Takes the keys of the keychain out of the kernel as well.
        defer { _ = try? test.command("delete-keychain", "login").wait(atMost: 60) }
        for round in 1...rounds {
            do {
                try test.run(round)
            } catch {
                throw Violation("round \(round): \(error)")
            }
        }
        try test.requireWrongPasswordIsNoticed()
        let operations = try test.logs.reduce(0) { try $0 + WriterHistory(replaying: $1).total }
        return "\(rounds) changes of the password under \(writers) writers, killed at random instants: "
            + "\(test.counts.acknowledged) were acknowledged, \(test.counts.tookEffect) of the others took effect, "
            + "\(test.counts.didNot) did not; one password opened the keychain each time; "
            + "\(operations) acknowledged operations, lost = 0; a wrong password was noticed"
    }

    private mutating func run(_ round: Int) throws {
        let line = try StartingLine(
            logs.map { ["write-until-killed", $0, "\(round)", "always"] }, home: keychain.home)
        try line.start()
        let next = (0..<Self.passwords.count).filter { $0 != current }.randomElement() ?? 0
        let isAcknowledged = try change(to: next)
        for writer in line.runners { writer.kill() }
        for (writer, path) in zip(line.runners, logs) {
            guard try writer.wait(atMost: 10) == .killed(by: SIGKILL) else {
                throw Violation(try WriterHistory(replaying: path).refusal ?? "a writer ended")
            }
        }
        let found = try passwordThatOpens()
        guard found == next || found == current && !isAcknowledged else {
            throw Violation(
                "password \(found) opens the keychain after a change from \(current) to \(next) that was "
                    + (isAcknowledged ? "acknowledged" : "killed"))
        }
        if isAcknowledged {
            counts.acknowledged += 1
        } else if found == next {
            counts.tookEffect += 1
        } else {
            counts.didNot += 1
        }
        current = found
        try checkItems()
        try keychain.requireSound()
    }

    /// - Returns: whether the command that changes it has succeeded.
    private mutating func change(to next: Int) throws -> Bool {
        let kind = Kind(hasOld: current != 0, hasNew: next != 0)
        let duration = durations[kind]
        var words = ["set-keychain-password", "-p", Self.passwords[next], "login"]
        if current != 0 { words.insert(contentsOf: ["-o", Self.passwords[current]], at: 1) }
        let start = now()
        let process = try command(words)
        if let duration {
            // Near its end it writes.
            usleep(UInt32.random(in: duration / 2...duration * 5 / 4))
            process.kill()
        }
        let ending = try process.wait(atMost: 60)
        if duration == nil { durations[kind] = UInt32((now() - start) / 1000) }
        guard ending == .exited(0) || duration != nil && ending == .killed(by: SIGKILL) else {
            throw Violation("security set-keychain-password ends with \(ending)")
        }
        return ending == .exited(0)
    }

    /// - Returns: the number of the one password that opens what was seeded.
    private func passwordThatOpens() throws -> Int {
        // Without a password any other one is as good.
        guard try !opens("wrong") else { return 0 }
        let opening = try (1..<Self.passwords.count).filter { try opens(Self.passwords[$0]) }
        guard opening.count == 1 else { throw Violation("\(opening.count) passwords open the keychain") }
        return opening[0]
    }

    private func opens(_ word: String) throws -> Bool {
        switch try ChildProcess(role: ["open", "\(Self.seeded)"], home: keychain.home, passwordFile: file(of: word))
            .wait(atMost: 60)
        {
        case .exited(0): return true
        case .exited(2): return false
        case let ending: throw Violation("opening the keychain ends with \(ending)")
        }
    }

    /// A process of its own compares what is there with what the writers were told, and `doctor` opens every row.
    private func checkItems() throws {
        let problems = directory + "/problems"
        let checker = try ChildProcess(
            role: ["check-opened", problems] + logs, home: keychain.home,
            passwordFile: file(of: Self.passwords[current]))
        guard try checker.wait(atMost: 60) == .exited(0) else {
            throw Violation((try? String(contentsOfFile: problems, encoding: .utf8)) ?? "the checker died")
        }
        let latchkey = URL(fileURLWithPath: tool).deletingLastPathComponent().path + "/latchkey"
        let doctor = try ChildProcess(
            program: latchkey, arguments: ["doctor"], home: keychain.home,
            passwordFile: file(of: Self.passwords[current]), errors: directory + "/errors")
        guard try doctor.wait(atMost: 60) == .exited(0) else { throw Violation("`latchkey doctor` finds something") }
    }

    /// The same check must refuse a password that is not the keychain's.
    private mutating func requireWrongPasswordIsNoticed() throws {
        if current == 0 {
            durations = [:]
            _ = try change(to: 1)
            current = 1
        }
        guard try opens(Self.passwords[current]), try !opens("wrong") else {
            throw Violation("a wrong password opens the keychain")
        }
    }

    private func file(of word: String) -> String { directory + "/of-" + word }

    private func command(_ words: String...) throws -> ChildProcess { try command(words) }

    private func command(_ words: [String]) throws -> ChildProcess {
        try ChildProcess(program: tool, arguments: words, home: keychain.home, errors: directory + "/errors")
    }

    // MARK: In the child processes

    /// Reads what was seeded, in a login session that has unlocked nothing, with the password of the configured file.
    /// - Returns: 0 if that opens it, 2 where it is locked.
    static func open(_ count: Int) -> CInt {
        leaveSession()
        for number in 0..<count {
            let (status, secret) = Items.read("seed-\(number)")
            if status == errSecInteractionNotAllowed, number == 0 { return 2 }
            guard status == errSecSuccess, secret == Items.secret(of: "seed-\(number)", version: 0) else { return 1 }
        }
        return 0
    }

    /// Joins a session keyring of its own, where the kernel has any.
    static func leaveSession() {
        #if arch(arm64)
            let keyctl = 219
        #else
            let keyctl = 250
        #endif
        typealias SystemCall = @convention(c) (Int, Int, Int) -> Int
        guard let symbol = dlsym(nil, "syscall") else { return }
        _ = unsafeBitCast(symbol, to: SystemCall.self)(keyctl, 1, 0)  // KEYCTL_JOIN_SESSION_KEYRING
    }
}
