// Many processes are the first to use a home, and some of them die of it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Security

enum CreateTest {
    private static let processes = 16

    static func run(rounds: Int, in directory: String) throws -> String {
        for round in 1...rounds {
            let keychain = try Keychain.fresh("create", in: directory)
            let reports = try Keychain.fresh("create-reports", in: directory).home
            let line = try StartingLine((0..<processes).map { ["add-one", "\($0)", reports] }, home: keychain.home)
            try line.start()
            try line.finish(atMost: 60)
            try check(keychain, reports: reports, others: 0, in: round)
            let rows = try keychain.itemCount()
            guard rows == processes else { throw Violation("round \(round): \(rows) items") }
            try keychain.remove()
        }
        return "\(rounds) fresh homes, \(processes) processes at once in each: one keychain, one device.key, all "
            + "\(processes) items"
    }

    /// The same, but all are killed while they are at it; then a survivor must get what it asks for.
    static func runWithKills(rounds: Int, in directory: String) throws -> String {
        var acknowledged = 0
        var unborn = 0
        for round in 1...rounds {
            let keychain = try Keychain.fresh("killed", in: directory)
            let reports = try Keychain.fresh("killed-reports", in: directory).home
            let line = try StartingLine((0..<processes).map { ["add-one", "\($0)", reports] }, home: keychain.home)
            try line.start()
            usleep(UInt32.random(in: 0...250_000))
            for runner in line.runners { runner.kill() }
            for runner in line.runners { _ = try runner.wait(atMost: 10) }
            if !FileManager.default.fileExists(atPath: keychain.path) { unborn += 1 }
            let survivor = try ChildProcess(role: ["add-one", "survivor", reports], home: keychain.home)
            guard try survivor.wait(atMost: 60) == .exited(0) else {
                throw Violation("round \(round): a survivor gets \(try statuses(in: reports)["survivor"] ?? "nothing")")
            }
            acknowledged += try check(keychain, reports: reports, others: processes, in: round) - 1
            try keychain.remove()
        }
        return "\(rounds) fresh homes, \(processes) processes killed in each after 0 to 250 ms, \(acknowledged) "
            + "acknowledged adds, lost = 0; a keychain came later in \(unborn); the next program always could add"
    }

    /// - Parameter others: how many items may be there that no one was told of.
    /// - Returns: how many adds were acknowledged.
    @discardableResult
    private static func check(_ keychain: Keychain, reports: String, others: Int, in round: Int) throws -> Int {
        let statuses = try statuses(in: reports)
        if let refused = statuses.first(where: { $0.value != "0" }) {
            throw Violation("round \(round): an add answers \(refused.value)")
        }
        let checker = try ChildProcess(role: ["expect"] + statuses.keys.map { "item-\($0)" }, home: keychain.home)
        guard try checker.wait(atMost: 60) == .exited(0) else { throw Violation("round \(round): an item is lost") }
        do { try keychain.requireSound() } catch { throw Violation("round \(round): \(error)") }
        let rows = try keychain.itemCount()
        guard (statuses.count...statuses.count + others).contains(rows) else {
            throw Violation("round \(round): \(statuses.count) adds, but \(rows) rows")
        }
        return statuses.count
    }

    private static func statuses(in reports: String) throws -> [String: String] {
        var statuses: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: reports) {
            guard let status = try OperationLog.lines(of: "\(reports)/\(name)").first else { continue }
            statuses[name] = String(status)
        }
        return statuses
    }

    // MARK: In the child processes

    static func addOne(_ name: String, reports: String) throws {
        let log = try OperationLog(path: "\(reports)/\(name)")
        StartingLine.take()
        let account = "item-\(name)"
        log.append(String(Items.add(account, secret: Items.secret(of: account, version: 0))))
    }

    /// Succeeds if all these items are there with their secrets.
    static func expect(_ accounts: [String]) {
        for account in accounts where Items.read(account).secret != Items.secret(of: account, version: 0) {
            exit(1)
        }
    }
}
