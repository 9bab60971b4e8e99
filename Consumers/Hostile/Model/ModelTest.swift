// Random calls of four processes on one keychain answer as a plain model in memory says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// First one call at a time, so that each sees what the others have done; then four at once, each on items of its own.
struct ModelTest {
    private let seed: UInt64
    private let directory: String
    private var keychain: ModelKeychain

    static func run(calls: Int, seed: UInt64?, tool: String, in directory: String) throws -> String {
        let seed = seed ?? UInt64.random(in: 1...999_999_999)
        print("model: seed \(seed)")
        let keychain = try Keychain.fresh("model", in: directory)
        try ModelPrograms(in: directory).make()
        var test = ModelTest(
            seed: seed, directory: directory,
            keychain: ModelKeychain(keychain: keychain, tool: tool, errors: directory + "/model-errors"))
        // Takes the keys of the keychain out of the kernel as well.
        defer { try? test.keychain.remove() }
        let seeding = try ChildProcess(role: ["seed", "1"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        try test.keychain.findOutWhetherItLocks()
        if !test.keychain.locks {
            try skip("model: locks, unlocks and passwords", because: "the kernel keeps no session keys here")
        }
        let serial = try test.runSerially(calls: calls * 6 / 10)
        let concurrent = try test.runConcurrently(calls: calls * 4 / 10)
        try keychain.requireSound()
        return "\(serial); \(concurrent); every answer as the model's"
    }

    private mutating func runSerially(calls: Int) throws -> String {
        var session = try ModelSession(
            seed: seed, partition: nil, workers: 4, programs: ModelPrograms(in: directory), home: keychain.home)
        var changes = 0
        while session.calls < calls {
            try session.step()
            if keychain.locks, session.chance(oneIn: keychain.isLocked ? 120 : 300) {
                try keychain.change(&session)
                changes += 1
            }
        }
        try session.finish()
        try keychain.clear(&session)
        try session.counts.requireAll(of: calls)
        return "\(session.calls) calls one by one in 4 processes (\(session.counts.summary)), "
            + "\(session.restarts) restarts, \(keychain.locks ? "\(changes) locks, unlocks and passwords" : "no locks here")"
    }

    /// In phases, between which the keychain changes its state; in some of them its password changes meanwhile.
    private mutating func runConcurrently(calls: Int) throws -> String {
        let drivers = try (0..<4).map { number in
            try Peer(
                program: ChildProcess.ownProgram, role: ["model-driver", "\(seed)", "\(number)", directory],
                home: keychain.home)
        }
        let phases = 8
        var changes = 0
        for phase in 0..<phases {
            if keychain.locks { try keychain.enter(phase: phase) }
            for driver in drivers {
                try driver.send(
                    .map([
                        "calls": .number(Int64(calls / 4 / phases)), "locked": .boolean(keychain.isLocked),
                        "password": .boolean(keychain.hasPassword),
                    ]))
            }
            if keychain.locks, keychain.hasPassword, !keychain.isLocked {
                try keychain.changePassword()
                changes += 1
            }
            for driver in drivers {
                if let problem = try driver.receive().words { throw Violation("with others at work: \(problem)") }
            }
        }
        var shared = SharedItems.Counts()
        var counts = ModelCounts()
        var restarts: Int64 = 0
        for driver in drivers {
            let report = try driver.ask(.null)
            shared.add(report)
            counts.add(report.entries?["counts"] ?? .null)
            restarts += report.entries?["restarts"]?.integer ?? 0
            try driver.end(killing: false)
        }
        try shared.requireSound(in: keychain.home)
        return
            "\(counts.calls) calls at once in 4 processes (\(counts.summary)) and \(shared.total) on items that they "
            + "share, in \(phases) states, with \(changes) passwords changed meanwhile and \(restarts) restarts"
    }

    // MARK: In the child processes

    static func work() throws { try Peer.serve { try Answer.message(of: Call($0)) } }

    /// Owns a partition of the keychain, with a process of its own that works on it.
    static func drive(seed: UInt64, number: Int, in directory: String) throws {
        let home = ProcessInfo.processInfo.environment["LATCHKEY_HOME"] ?? ""
        var session = try ModelSession(
            seed: seed &+ UInt64(number + 1) << 32, partition: number, workers: 1,
            programs: ModelPrograms(in: directory), home: home)
        var shared = SharedItems(seed: seed &+ UInt64(number + 1) << 40)
        try Peer.serve { request in
            guard let entries = request.entries else { return shared.report(session) }
            do {
                let hasPassword = entries["password"]?.flag == true
                if hasPassword != session.model.hasPassword { session.setPassword(hasPassword) }
                session.setLocked(entries["locked"]?.flag == true)
                for _ in 0..<(entries["calls"]?.integer ?? 0) {
                    try session.step()
                    if session.chance(15) { try shared.step() }
                }
                return .null
            } catch {
                return .text("\(error)")
            }
        }
        try session.finish()
    }
}
