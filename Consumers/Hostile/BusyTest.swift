// Many writers and readers at once: every call succeeds, and nobody waits for ever.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

enum BusyTest {
    private static let writers = 8
    private static let readers = 4
    private static let seeded = 50

    static func run(seconds: Int, in directory: String) throws -> String {
        let keychain = try Keychain.fresh("busy", in: directory)
        let reports = try Keychain.fresh("busy-reports", in: directory).home
        let seeding = try ChildProcess(role: ["seed", "\(seeded)"], home: keychain.home)
        guard try seeding.wait(atMost: 60) == .exited(0) else { throw Violation("seeding failed") }
        let writing = (0..<writers).map { ["write-for", "\(reports)/w\($0)", "\(seconds)"] }
        let reading = (0..<readers).map { ["read-for", "\(reports)/r\($0)", "\(seconds)"] }
        let line = try StartingLine(writing + reading, home: keychain.home)
        try line.start()
        try line.finish(atMost: Double(seconds) + 90)
        let written = try writing.map { try Report(path: $0[1]) }
        let read = try reading.map { try Report(path: $0[1]) }
        for report in written + read where !report.refusals.isEmpty {
            throw Violation("calls answered \(report.refusals)")
        }
        let adds = written.reduce(0) { $0 + $1.adds }
        let rows = try keychain.itemCount()
        guard rows == adds + seeded else { throw Violation("\(adds) + \(seeded) adds, but \(rows) rows") }
        guard let least = written.map(\.adds).min(), least > 0 else { throw Violation("a writer never had its turn") }
        try keychain.requireSound()
        try keychain.remove()
        let calls = written.reduce(0) { $0 + $1.calls }
        let reads = read.reduce(0) { $0 + $1.calls }
        return "\(calls) writes of \(writers) processes and \(reads) reads of \(readers) in \(seconds) s, all answered "
            + "success; \(adds + seeded) adds = \(rows) rows; latency in ms (half, 99 of 100, worst): read "
            + "\(Report.latencies(of: read)), write \(Report.latencies(of: written)); fewest adds of a writer: \(least)"
    }

    /// What a process found, in a file of `key value` lines.
    private struct Report {
        var calls = 0
        var adds = 0
        /// Microseconds of each call.
        var times: [UInt64] = []
        var refusals: [String] = []

        init() {}

        init(path: String) throws {
            let words = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
            guard words.count >= 2, let calls = Int(words[0]), let adds = Int(words[1]) else {
                throw Violation("a process left no report")
            }
            (self.calls, self.adds) = (calls, adds)
            refusals = words.dropFirst(2).map(String.init)
            times = try String(contentsOfFile: path + ".times", encoding: .utf8).split(separator: " ").compactMap {
                UInt64($0)
            }
        }

        func write(to path: String) throws {
            try ([String(calls), String(adds)] + refusals.prefix(10)).joined(separator: " ")
                .write(toFile: path, atomically: false, encoding: .utf8)
            try times.map(String.init).joined(separator: " ")
                .write(toFile: path + ".times", atomically: false, encoding: .utf8)
        }

        mutating func time(_ call: () -> OSStatus) {
            let start = now()
            let status = call()
            times.append((now() - start) / 1000)
            calls += 1
            if status != errSecSuccess { refusals.append(String(status)) }
        }

        static func latencies(of reports: [Report]) -> String {
            let times = reports.flatMap(\.times).sorted()
            guard let worst = times.last else { return "none" }
            return [times[times.count / 2], times[times.count * 99 / 100], worst]
                .map { String(format: "%.1f", Double($0) / 1000) }.joined(separator: ", ")
        }
    }

    // MARK: In the child processes

    static func seed(_ count: Int) throws {
        for number in 0..<count {
            let status = Items.add("seed-\(number)", secret: Items.secret(of: "seed-\(number)", version: 0))
            guard status == errSecSuccess else { throw Violation("an add answers \(status)") }
        }
    }

    static func write(report path: String, seconds: Int) throws {
        let name = path.split(separator: "/").last ?? "w"
        StartingLine.take()
        var report = Report()
        let deadline = now() + UInt64(seconds) * 1_000_000_000
        while now() < deadline {
            let account = "\(name)-\(report.adds)"
            report.time { Items.add(account, secret: Items.secret(of: account, version: 0)) }
            report.adds += 1
            // One item that all writers change, now and then.
            if report.adds % 4 == 0 {
                let secret = Items.secret(of: "seed-0", version: report.adds)
                report.time { Items.update("seed-0", secret: secret) }
            }
        }
        try report.write(to: path)
    }

    static func read(report path: String, seconds: Int) throws {
        StartingLine.take()
        var report = Report()
        let deadline = now() + UInt64(seconds) * 1_000_000_000
        while now() < deadline {
            let account = "seed-\(Int.random(in: 1..<seeded))"
            report.time {
                let (status, secret) = Items.read(account)
                guard status == errSecSuccess else { return status }
                return secret == Items.secret(of: account, version: 0) ? status : errSecDecode
            }
        }
        try report.write(to: path)
    }
}
