// The file of a backup: there when it is whole.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyTestSupport
import LatchkeyTooling
import Testing

@Suite struct PartialFileTests {
    private let home: TemporaryHome
    private var path: String { home.path + "/backup" }

    init() throws { home = try TemporaryHome() }

    private func contents(_ name: String = "backup") -> String? {
        FileManager.default.contents(atPath: home.path + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    private func refusal(_ body: () throws(FileFailure) -> Void) -> String? {
        do throws(FileFailure) {
            try body()
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `a file gets its name when it is whole, and nobody else reads it`() throws {
        let file = try PartialFile(path: path, replacing: false)
        try file.write(Array("first ".utf8))
        #expect(contents() == nil)
        try file.write(Array("second".utf8))
        try file.finish()
        #expect(contents() == "first second" && contents("backup.partial") == nil)
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }

    @Test func `a file that is there stays unless it is to be replaced`() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        #expect(refusal { () throws(FileFailure) in _ = try PartialFile(path: path, replacing: false) } != nil)
        let file = try PartialFile(path: path, replacing: true)
        try file.write(Array("new".utf8))
        #expect(contents() == "old")
        try file.finish()
        #expect(contents() == "new")
    }

    @Test func `a file that came meanwhile stays`() throws {
        let file = try PartialFile(path: path, replacing: false)
        try file.write(Array("new".utf8))
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        #expect(refusal { () throws(FileFailure) in try file.finish() } != nil)
        #expect(contents() == "old")
    }

    @Test func `what a killed program has left is begun anew`() throws {
        try Data("a part that is longer".utf8).write(to: URL(fileURLWithPath: path + ".partial"))
        try setMode(0o644, of: path + ".partial")
        let file = try PartialFile(path: path, replacing: false)
        try file.write(Array("whole".utf8))
        try file.finish()
        #expect(contents() == "whole")
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }

    @Test func `of two that write one file the second is refused`() throws {
        let file = try PartialFile(path: path, replacing: false)
        #expect(refusal { () throws(FileFailure) in _ = try PartialFile(path: path, replacing: true) } != nil)
        file.discard()
        #expect(contents("backup.partial") == nil)
    }

    @Test func `a link or a second name in the place of the part is refused`() throws {
        let files = FileManager.default
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home.path + "/victim"))
        try files.createSymbolicLink(atPath: path + ".partial", withDestinationPath: home.path + "/victim")
        #expect(refusal { () throws(FileFailure) in _ = try PartialFile(path: path, replacing: false) } != nil)
        try files.removeItem(atPath: path + ".partial")
        try files.linkItem(atPath: home.path + "/victim", toPath: path + ".partial")
        #expect(refusal { () throws(FileFailure) in _ = try PartialFile(path: path, replacing: false) } != nil)
        #expect(contents("victim") == "mine")
    }

    @Test func `a bar shows the share, also if there is more than was known`() {
        #expect(ProgressLine.text("x", 0, of: 0) == "x [........................] 0 %, 0 of 0")
        #expect(ProgressLine.text("x", 50, of: 100) == "x [############............] 50 %, 50 of 100")
        #expect(ProgressLine.text("x", 7, of: 5) == "x [########################] 100 %, 7 of 7")
    }
}
