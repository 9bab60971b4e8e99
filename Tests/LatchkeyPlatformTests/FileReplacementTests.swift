// Files that are replaced as a whole.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyPlatform
import LatchkeyTestSupport
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
        // More than the umask of anybody leaves.
        try replacement(.kept(else: 0o600)).write([4])
        #expect(try mode() == 0o666)
        #expect(try contents(of: path) == [4])
    }

    @Test func `those who change a file take turns`() throws {
        let replacement = replacement(.kept(else: 0o600))
        let path = path
        try replacement.write([0])
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            do {
                try replacement.inTurn { () throws(KeychainError) in
                    let old = FileManager.default.contents(atPath: path)?.first ?? 0
                    try replacement.write([old + 1])
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try contents(of: path) == [32])
    }

    @Test func `directories are made on the way, for everybody or for one`() throws {
        for (name, bits, expected) in [("one", 0o600, 0o700), ("all", 0o644, 0o755)] as [(String, UInt32, Int)] {
            let file = home.path + "/\(name)/deep/file"
            let replacement = FileReplacement(
                of: file, mode: .exactly(bits), during: "writing a file of a test", hint: "the test said so")
            try replacement.inTurn { () throws(KeychainError) in try replacement.write([1]) }
            #expect(try contents(of: file) == [1])
            let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/\(name)/deep")
            #expect(attributes[.posixPermissions] as? Int == expected)
        }
    }

    @Test(arguments: ["file.lock", "file.lock/full", "elsewhere"])
    func `without a turn nothing is changed`(obstacle: String) throws {
        // A directory in the place of the lock, or a file in the place of the directory.
        let isDirectory = obstacle != "elsewhere"
        if isDirectory {
            try FileManager.default.createDirectory(
                atPath: home.path + "/" + obstacle, withIntermediateDirectories: true)
        } else {
            try Data([9]).write(to: URL(fileURLWithPath: home.path + "/elsewhere"))
        }
        let replacement = FileReplacement(
            of: isDirectory ? path : home.path + "/elsewhere/file", mode: .exactly(0o600),
            during: "writing a file of a test", hint: "the test said so")
        var isRun = false
        #expect(throws: KeychainError(.writePermission, during: "")) {
            try replacement.inTurn { () throws(KeychainError) in isRun = true }
        }
        #expect(!isRun)
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
