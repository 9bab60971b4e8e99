// Writers die by SIGKILL; what they were told has happened must have happened.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Security

enum KillTest {
    private static let writers = 4

    /// All rounds work on the same file, so that it grows through crashes.
    static func run(rounds: Int, in directory: String) throws -> String {
        let keychain = try Keychain.fresh("kill", in: directory)
        let logs = try Keychain.fresh("kill-logs", in: directory).home
        let paths = (0..<writers).map { "\(logs)/writer-\($0)" }
        // CreateTest kills those who make the keychain; here it is there.
        let seeding = try ChildProcess(role: ["seed", "1"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        for round in 1...rounds {
            let line = try StartingLine(paths.map { ["write-until-killed", $0, "\(round)"] }, home: keychain.home)
            try line.start()
            usleep(UInt32.random(in: 5_000...200_000))
            for writer in line.runners { writer.kill() }
            for (writer, path) in zip(line.runners, paths) {
                guard try writer.wait(atMost: 10) == .killed(by: SIGKILL) else {
                    throw Violation("round \(round): \(try WriterHistory(replaying: path).refusal ?? "a writer ended")")
                }
            }
            do {
                try check(paths, of: keychain)
            } catch {
                throw Violation("round \(round): \(error)")
            }
        }
        let falsified = try requireCheckNoticesLies(paths, of: keychain)
        let histories = try paths.map(WriterHistory.init(replaying:))
        func sum(_ value: (WriterHistory) -> Int) -> Int { histories.reduce(0) { $0 + value($1) } }
        let before = sum { $0.settled.before }
        let after = sum { $0.settled.after }
        let summary =
            "\(rounds) rounds, \(sum(\.total)) acknowledged operations "
            + "(\(sum { $0.acknowledged[.add] ?? 0 }) adds, \(sum { $0.acknowledged[.update] ?? 0 }) updates, "
            + "\(sum { $0.acknowledged[.delete] ?? 0 }) deletes), lost = 0; \(before + after) in flight: "
            + "\(after) took effect, \(before) did not; \(sum { $0.versions.count }) items in "
            + "\(keychain.size() >> 10) KiB; \(falsified) falsified logs noticed"
        try keychain.remove()
        return summary
    }

    /// A process of its own opens the keychain first, as the next program would, and then SQLite looks at the file.
    private static func check(_ logs: [String], of keychain: Keychain) throws {
        let problems = logs[0] + ".problems"
        let checker = try ChildProcess(role: ["check-logs", problems] + logs, home: keychain.home)
        guard try checker.wait(atMost: 60) == .exited(0) else {
            throw Violation((try? String(contentsOfFile: problems, encoding: .utf8)) ?? "the checker died")
        }
        try keychain.requireSound()
    }

    /// The same check must fail if a log claims what did not happen.
    private static func requireCheckNoticesLies(_ logs: [String], of keychain: Keychain) throws -> Int {
        guard let account = try WriterHistory(replaying: logs[0]).versions.keys.first else {
            throw Violation("no writer had anything acknowledged")
        }
        let lies = [
            "begin add never-added 1\ndone\n", "begin update \(account) 1000000\ndone\n",
            "begin delete \(account) 0\ndone\n",
        ]
        for lie in lies {
            let falsified = logs[0] + ".falsified"
            let truth = try String(contentsOfFile: logs[0], encoding: .utf8)
            try (truth + lie).write(toFile: falsified, atomically: false, encoding: .utf8)
            var isNoticed = false
            do { try check([falsified] + logs.dropFirst(), of: keychain) } catch { isNoticed = true }
            guard isNoticed else { throw Violation("the check does not notice a falsified log: \(lie)") }
        }
        return lies.count
    }

    // MARK: In the child processes

    /// Works until it is killed, on items of its own in the file of all.
    /// - Parameter always: the items open without the password of the keychain.
    static func write(log path: String, round: Int, always: Bool) throws -> Never {
        var versions = try WriterHistory(replaying: path).versions
        let log = try OperationLog(path: path)
        let name = path.split(separator: "/").last ?? "writer"
        StartingLine.take()
        var next = 0
        while true {
            let operation: Operation
            let choice = Int.random(in: 0..<20)
            if choice < 12 || versions.count < 5 {
                operation = Operation(kind: .add, account: "\(name)-\(round)-\(next)", version: 0)
                next += 1
            } else {
                guard let (account, version) = versions.randomElement() else { continue }
                operation = Operation(kind: choice < 17 ? .update : .delete, account: account, version: version + 1)
            }
            log.append(operation.line)
            let secret = Items.secret(of: operation.account, version: operation.version)
            let status =
                switch operation.kind {
                case .add: Items.add(operation.account, secret: secret, always: always)
                case .update: Items.update(operation.account, secret: secret)
                case .delete: Items.delete(operation.account)
                }
            guard status == errSecSuccess else {
                log.append("refused \(status)")
                exit(1)
            }
            log.append("done")
            versions[operation.account] = operation.outcome
        }
    }

    /// Compares the keychain with the logs, and notes in them what became of an operation in flight.
    static func check(logs: [String], problemsTo output: String) throws {
        var items = try Items.all().filter { !$0.key.hasPrefix("seed-") }
        var problems: [String] = []
        for path in logs {
            let history = try WriterHistory(replaying: path)
            var expected = history.versions
            if let inFlight = history.inFlight {
                let found = items[inFlight.account]
                let after = inFlight.outcome.map { Items.secret(of: inFlight.account, version: $0) }
                let tookEffect = found == after
                if tookEffect { expected[inFlight.account] = inFlight.outcome }
                try OperationLog(path: path).append(tookEffect ? "after" : "before")
            }
            for (account, version) in expected {
                let found = items.removeValue(forKey: account)
                if found == nil { problems.append("lost: \(account), version \(version)") }
                if let found, found != Items.secret(of: account, version: version) {
                    problems.append("wrong secret: \(account), instead of version \(version)")
                }
            }
            for account in history.deleted where items[account] != nil && expected[account] == nil {
                problems.append("not deleted: \(account)")
            }
        }
        for account in items.keys.sorted() { problems.append("not acknowledged to anyone: \(account)") }
        try problems.joined(separator: "\n").write(toFile: output, atomically: false, encoding: .utf8)
        if !problems.isEmpty { exit(1) }
    }
}
