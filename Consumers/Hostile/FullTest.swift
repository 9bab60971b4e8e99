// The disk fills up: adds are refused as such, nothing is lost, and room that is made is used.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

enum FullTest {
    /// - Parameter disk: where a small file system is mounted.
    static func run(on disk: String, in directory: String) throws -> String {
        let keychain = try Keychain.fresh("full", in: disk)
        let log = "\(directory)/full-log"
        func child(_ role: [String], _ failure: String) throws {
            guard try ChildProcess(role: role, home: keychain.home).wait(atMost: 120) == .exited(0) else {
                let said = try OperationLog.lines(of: log).last { $0.hasPrefix("refused") } ?? "it died"
                throw Violation("\(failure): \(said)")
            }
        }
        try child(["fill", log], "filling the disk")
        let filled = try WriterHistory(replaying: log).versions
        guard filled.count > 10 else { throw Violation("only \(filled.count) items fit") }
        let accounts = filled.keys.sorted()
        try child(["expect-full"] + accounts, "reading from the full disk")
        try keychain.requireSound()
        // Not a byte is left, as others may leave it: what is there can be read, and changes are refused as such.
        let ballast = "\(disk)/ballast"
        try fillUp(ballast)
        try child(["expect-full"] + accounts, "reading from the disk without a byte")
        try child(["expect-refusal", accounts[0]], "changing on the disk without a byte")
        try FileManager.default.removeItem(atPath: ballast)
        let halves = (accounts.prefix(accounts.count / 2), accounts.dropFirst(accounts.count / 2))
        try child(["empty", log] + halves.0, "deleting from the full disk")
        try child(["expect-full"] + halves.1, "reading after the deletion")
        let added = halves.0.map { "again-" + $0 }.prefix(accounts.count / 4)
        try child(["refill", log] + added, "adding where room was made")
        try child(["expect-full"] + added + halves.1, "reading at the end")
        try keychain.requireSound()
        let rows = try keychain.itemCount()
        guard rows == added.count + halves.1.count else { throw Violation("\(rows) rows at the end") }
        return "\(accounts.count) items until -34, all readable; \(halves.0.count) deleted, \(added.count) added again"
    }

    /// Writes a file until nothing more fits.
    private static func fillUp(_ path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else {
            throw Violation("no file can be made on the disk")
        }
        defer { try? file.close() }
        for size in [4096, 1] {
            while (try? file.write(contentsOf: Data(repeating: 0, count: size))) != nil {}
        }
    }

    // MARK: In the child processes

    /// Adding, updating and deleting answer that the disk is full.
    static func expectRefusal(_ account: String) {
        let answers = [
            Items.add("one-more", secret: Data([1])), Items.update(account, secret: Data([2])), Items.delete(account),
        ]
        if answers != [errSecDiskFull, errSecDiskFull, errSecDiskFull] { exit(1) }
    }

    /// Adds until the disk is full, large secrets first and then small ones.
    static func fill(log path: String) throws {
        let log = try OperationLog(path: path)
        for size in [3000, 10] {
            for number in 0..<100_000 {
                let operation = Operation(kind: .add, account: "full-\(size)-\(number)", version: 0)
                log.append(operation.line)
                let status = Items.add(operation.account, secret: secret(of: operation.account))
                if status == errSecDiskFull { break }
                try require(status, log)
                log.append("done")
            }
        }
    }

    static func empty(log path: String, _ accounts: [String]) throws {
        let log = try OperationLog(path: path)
        for account in accounts { try require(Items.delete(account), log) }
    }

    static func refill(log path: String, _ accounts: [String]) throws {
        let log = try OperationLog(path: path)
        for account in accounts { try require(Items.add(account, secret: secret(of: account)), log) }
    }

    static func expect(_ accounts: [String]) {
        for account in accounts where Items.read(account).secret != secret(of: account) { exit(1) }
    }

    /// The size is a part of the account.
    private static func secret(of account: String) -> Data {
        let parts = account.split(separator: "-")
        let count = parts.count > 1 ? Int(parts[parts.count - 2]) ?? 0 : 0
        return Data(account.utf8) + Data(repeating: 0x5a, count: count)
    }

    private static func require(_ status: OSStatus, _ log: OperationLog) throws {
        guard status == errSecSuccess else {
            log.append("refused \(status)")
            throw Violation("a call answers \(status)")
        }
    }
}
