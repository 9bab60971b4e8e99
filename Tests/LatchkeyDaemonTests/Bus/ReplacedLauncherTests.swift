// An interpreter whose launcher was upgraded while it ran.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyDaemon
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"))) struct ReplacedLauncherTests {
    private let folder: TemporaryHome
    private let identifier = ProgramIdentifier(tools: OwnTools(isEnabled: false), keepsProgramsApart: true)
    /// The file that the name leads to.
    private static let python = URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path
    private static let parent = """
        ctypes, subprocess, sys, time = map(__import__, "ctypes subprocess sys time".split())
        ctypes.CDLL(None).prctl(15, sys.argv[1].encode())
        child = subprocess.Popen(["/usr/bin/python3", "-c", "import time; time.sleep(600)"])
        print(child.pid, flush=True)
        time.sleep(600)
        """

    init() throws { folder = try TemporaryHome() }

    /// What is said of a child before and after the file of its parent was replaced.
    private func words(ofParentNamed name: String) throws -> [String] {
        let path = folder.path + "/launcher"
        try FileManager.default.copyItem(atPath: Self.python, toPath: path)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = ["-S", "-c", Self.parent, name]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let child = try #require(Int32(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        defer {
            for number in [child, process.processIdentifier] { kill(number, SIGKILL) }
            process.waitUntilExit()
        }
        let peer = try #require(PeerProcess(numbered: child))
        let before = try words(of: peer)
        try FileManager.default.copyItem(atPath: Self.python, toPath: path + ".new")
        unsafe rename(path + ".new", path)
        return [before, try words(of: peer)]
    }

    private func words(of peer: PeerProcess) throws -> String {
        let executable = try peer.executable()
        do {
            _ = try identifier.identity(of: executable, in: peer)
            return ""
        } catch { return "\(error.hint.map { "\($0)" } ?? "")" }
    }

    @Test func `it is not what everybody runs`() throws {
        let words = try words(ofParentNamed: "latchkey/script")
        #expect(words[0].hasPrefix("an interpreter lends its identity to no script"), "a copy of Python is no launcher")
        #expect(words[1].hasPrefix("the launcher's file was replaced"))
    }

    @Test func `a child of another program that was upgraded is`() throws {
        let words = try words(ofParentNamed: "other")
        #expect(words.allSatisfy { $0.hasPrefix("an interpreter lends its identity to no script") })
    }
}
