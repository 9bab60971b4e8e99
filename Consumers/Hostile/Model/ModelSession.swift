// A model, and the processes whose answers it checks.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Security

/// Makes one call at a time, each in a random one of its processes.
struct ModelSession {
    private(set) var model: ItemModel
    private var generator: CallGenerator
    private let seed: UInt64
    private let home: String
    private let programs: ModelPrograms
    private var workers: [(peer: Peer, groups: [String])] = []
    private(set) var calls = 0
    private(set) var restarts = 0
    private(set) var counts = ModelCounts()

    /// - Parameter partition: the part of the keychain that is this session's, or nil for the whole.
    init(seed: UInt64, partition: Int?, workers: Int, programs: ModelPrograms, home: String) throws {
        let pairs = try ModelPair.load(partition: partition)
        model = ItemModel(pairs: pairs)
        generator = CallGenerator(
            random: SeededGenerator(seed: seed), partition: partition.map { "part-\($0)" }, pairs: pairs)
        (self.seed, self.home, self.programs) = (seed, home, programs)
        for _ in 0..<workers { self.workers.append(try start()) }
    }

    /// One of the programs, each with access groups of its own.
    private mutating func start() throws -> (peer: Peer, groups: [String]) {
        let program = generator.chance(5) ? programs.refused : generator.pick(programs.entitled)
        return (try Peer(program: program.path, role: ["model-worker"], home: home), program.groups)
    }

    mutating func chance(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &generator.random) == 0 }
    mutating func chance(_ percent: Int) -> Bool { generator.chance(percent) }

    /// A call, and now and then the end of a process and a new one in its place, or of all.
    mutating func step() throws {
        let index = Int.random(in: 0..<workers.count, using: &generator.random)
        try call(on: index)
        if chance(oneIn: 400) {
            for index in chance(oneIn: 5) ? Array(workers.indices) : [index] {
                try workers[index].peer.end(killing: generator.chance(50))
                workers[index] = try start()
                restarts += 1
            }
        }
    }

    private mutating func call(on index: Int) throws {
        let (peer, groups) = workers[index]
        let call = generator.call(on: model, groups: groups)
        calls += 1
        let start = Self.now()
        let answer = try Answer(peer.ask(call.message))
        let expectation = model.answer(call, groups: groups, now: start...max(start, Self.now()))
        counts.add(call, answer.status)
        guard let problem = model.problem(with: answer, of: call, expecting: expectation) else { return }
        let state = model.isLocked ? "locked" : model.hasPassword ? "unlocked" : "without a password"
        throw Violation(
            "seed \(seed), call \(calls), keychain \(state), groups \(groups): \(call.summary): \(problem)")
    }

    mutating func setPassword(_ isThere: Bool) { model.setPassword(isThere) }
    mutating func setLocked(_ isLocked: Bool) { model.isLocked = isLocked }

    /// Ends the processes.
    func finish() throws { for worker in workers { try worker.peer.end(killing: false) } }

    /// Seconds since 2001-01-01 UTC.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) - 978_307_200 + Double(time.tv_nsec) / 1e9
    }
}

/// Copies of this program with entitlements of their own.
struct ModelPrograms {
    struct Program {
        let path: String
        /// In the order of reference 3.12.1.
        let groups: [String]
    }

    let entitled: [Program]
    /// One without any group.
    let refused: Program

    private static let groups = [
        ["TEAM123456.one", "TEAM123456.shared", "com.apple.token"], ["TEAM123456.one", "TEAM123456.shared"],
        ["TEAM123456.one", "TEAM123456.two", "TEAM123456.shared"], ["TEAM123456.two", "TEAM123456.shared"],
        ["TEAM123456.shared", "TEAM123456.one", "TEAM123456.two"],
    ]

    init(in directory: String) {
        entitled = Self.groups.enumerated().map { Program(path: "\(directory)/program-\($0)", groups: $1) }
        refused = Program(path: "\(directory)/program-without-groups", groups: [])
    }

    func make() throws {
        for program in entitled + [refused] {
            try FileManager.default.copyItem(atPath: ChildProcess.ownProgram, toPath: program.path)
            let entitlements = try PropertyListEncoder().encode(["keychain-access-groups": program.groups])
            try entitlements.write(to: URL(fileURLWithPath: program.path + ".entitlements"))
        }
    }
}
