// Files that are replaced as a whole.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainModel
import TestSupport
import Testing

@Suite struct FileReplacementTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private var path: String { home.path + "/file" }

    private func replacement(_ mode: FileReplacement.Mode) -> FileReplacement {
        FileReplacement(of: path, mode: mode, during: "writing a file of a test", hint: "the test said so")
    }

    private func contents(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [0, 1, 100_000]) func `a file has the new contents and nothing stays beside it`(count: Int) throws
    {
        try replacement(.kept(else: 0o600)).write([1, 2, 3])
        let new = [UInt8](repeating: 7, count: count)
        try replacement(.kept(else: 0o600)).write(new)
        #expect(try contents(of: path) == new)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["file"])
    }

    @Test func `a mode is the one that is said, or the one of before`() throws {
        try replacement(.exactly(0o640)).write([1])
        #expect(try mode() == 0o640)
        try replacement(.kept(else: 0o600)).write([2])
        #expect(try mode() == 0o640)
        try replacement(.exactly(0o666)).write([3])
        #expect(try mode() == 0o666)
    }

    @Test func `what a killed process has left is not followed and goes away`() throws {
        let other = home.path + "/other"
        try Data([9]).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
        try replacement(.exactly(0o600)).write([1])
        #expect(try contents(of: path) == [1])
        #expect(try contents(of: other) == [9])
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test func `a file that cannot be written stays as it was`() throws {
        try replacement(.exactly(0o600)).write([1])
        try FileManager.default.createDirectory(atPath: path + ".new/full", withIntermediateDirectories: true)
        #expect(throws: KeychainError(.writePermission, during: "")) { try replacement(.exactly(0o600)).write([2]) }
        #expect(try contents(of: path) == [1])
    }

    @Test func `a directory in the place of the file leaves no draft`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: KeychainError(.writePermission, during: "")) { try replacement(.exactly(0o600)).write([2]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["file"])
    }
}
