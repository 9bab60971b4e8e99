// The files of a keychain, seen from outside.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The keychain of a home that SecItemAdd makes.
struct Keychain {
    let home: String
    var path: String { home + "/login.keychain-db" }

    /// An empty home below `directory`.
    static func fresh(_ name: String, in directory: String) throws -> Keychain {
        let home = "\(directory)/\(name)"
        try? FileManager.default.removeItem(atPath: home)
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return Keychain(home: home)
    }

    func remove() throws { try FileManager.default.removeItem(atPath: home) }

    /// SQLite finds nothing wrong, nothing is in quarantine, and only the four files of a keychain are there.
    func requireSound() throws {
        let findings = try sqlite("PRAGMA integrity_check; SELECT count(*) FROM quarantine")
        guard findings == "ok\n0\n" else { throw Violation("integrity check and quarantine: \(findings)") }
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: home))
        let file = "login.keychain-db"
        let strays = names.subtracting(["device.key", file, file + "-wal", file + "-shm"])
        guard strays.isEmpty else { throw Violation("left behind: \(strays.sorted().joined(separator: ", "))") }
        guard names.isSuperset(of: ["device.key", file]) else {
            throw Violation("device.key or the keychain is missing")
        }
    }

    func itemCount() throws -> Int { Int(try sqlite("SELECT count(*) FROM genp").dropLast()) ?? -1 }

    /// Bytes of the database and its log.
    func size() -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// Read-only, so that SQLite's shell neither tidies up nor repairs what the keychain has to cope with.
    private func sqlite(_ sql: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-readonly", "-batch", "-cmd", ".timeout 60000", path, sql]
        let output = Foundation.Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Violation("sqlite3 exits with \(process.terminationStatus)") }
        return String(decoding: data, as: UTF8.self)
    }
}
