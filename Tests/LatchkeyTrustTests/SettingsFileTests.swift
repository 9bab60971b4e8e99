// The file of trust settings: who may read it, and what it takes.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct SettingsFileTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [(false, 0o700, 0o600), (true, 0o755, 0o644)])
    func `everybody reads the file of the machine, nobody else that of a user`(
        isOfMachine: Bool, directory: Int, file: Int
    ) throws {
        let settings = TrustSettingsFile(path: home.path + "/new/settings.plist", isOfMachine: isOfMachine)
        let denial = try setting("root", .deny)
        try settings.change { $0 = [denial] }
        #expect(try mode(of: home.path + "/new") == directory)
        #expect(try mode(of: settings.path) == file)
        #expect(try mode(of: settings.path + ".lock") == 0o600)
        try settings.change { $0 = [] }
        #expect(try mode(of: settings.path) == file)
        #expect(try settings.settings().isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home.path + "/new").sorted() == [
                "settings.plist", "settings.plist.lock",
            ])
    }

    @Test func `a directory that others could not enter is opened for the machine's file`() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/new", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let settings = TrustSettingsFile(path: home.path + "/new/settings.plist", isOfMachine: true)
        try settings.change { $0 = [] }
        #expect(try mode(of: home.path + "/new") == 0o755)
    }

    @Test func `more settings than a file has are refused, and those before stay`() throws {
        let settings = TrustSettingsFile(home: home.path)
        let one = try setting("root", .deny)
        try settings.change { $0 = [one] }
        #expect(throws: KeychainError(.parameter, during: "writing trust settings")) {
            try settings.change { $0 = Array(repeating: one, count: TrustSettingsFile.largestCount + 1) }
        }
        #expect(try settings.settings() == [one])
        // Fewer, but longer than what is read.
        let long = try setting("root", .deny, name: String(repeating: "x", count: 1 << 20))
        #expect(throws: KeychainError(.parameter, during: "writing trust settings")) {
            try settings.change { $0 = Array(repeating: long, count: 17) }
        }
        #expect(try settings.settings() == [one])
    }

    @Test func `who holds a lock of the directory keeps no writer waiting`() throws {
        let descriptor = unsafe open(home.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        try TrustSettingsFile(home: home.path).change { $0 = [] }
        #expect(FileManager.default.fileExists(atPath: home.path + "/trust-settings.plist"))
    }
}
