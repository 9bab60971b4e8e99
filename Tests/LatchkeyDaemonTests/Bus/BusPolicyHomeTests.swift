// The policy of a user's bus, as it is read from files and kept in them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct BusPolicyHomeTests {
    private let folder: TemporaryHome
    private let log = Log()

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }

    init() throws {
        folder = try TemporaryHome()
        for name in ["shipped", "kept"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true, attributes: nil)
        }
    }

    private var places: BusPolicyPlaces {
        var places = BusPolicyPlaces(of: geteuid(), home: folder.path + "/kept")
        places.system = folder.path + "/system.toml"
        places.shipped = folder.path + "/shipped"
        places.users = folder.path + "/users.toml"
        places.isOfSystem = { !$0.contains("open") }
        places.systemOwners = [geteuid()]
        return places
    }

    private func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/" + name))
        #expect(unsafe chmod(folder.path + "/" + name, mode) == 0)
    }

    private func home(_ places: BusPolicyPlaces? = nil, isKeptApart: Bool = true) -> BusPolicyHome {
        let log = log
        return BusPolicyHome(
            of: geteuid(), places ?? self.places, isKeptApart: isKeptApart,
            facts: { path in
                let group = AccessGroup(rawValue: "ADHOCAAAAA.x.ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                return BusProgramFacts(
                    path: path, origin: .path, applicationIdentifier: group.rawValue, groups: [group],
                    isRoots: !path.starts(with: Array("/home/".utf8)))
            },
            log: { line in log.lines.withLock { $0.append(line) } })
    }

    private func program(_ home: BusPolicyHome, _ path: String) -> BusPrincipal {
        home.policy().principal(
            for: BusProgramFacts(
                path: Array(path.utf8), origin: .path, applicationIdentifier: "x." + path, groups: [], isRoots: true))
    }

    @Test func `without files programs are kept apart, and nothing is said`() {
        let home = home()
        #expect(
            home.report
                == BusReport(
                    mode: .enforce, isDaemonOfSystem: true, problems: [], decisions: [], events: []))
        #expect(home.policy().keepsProgramsApart)
        #expect(log.all.isEmpty)
        #expect(!self.home(isKeptApart: false).report.keepsProgramsApart)
    }

    @Test func `root's file, shipped ones and the user's own are read`() throws {
        try write("shipped/a.toml", "[[family]]\nname='a'\nprograms=['/usr/bin/a']")
        try write("shipped/b.txt", "nonsense")
        try write("system.toml", "mode = 'compat'\n[[family]]\nname='b'\nprograms=['/usr/bin/b']")
        try write("users.toml", "without = ['b']")
        let home = home()
        #expect(home.report.mode == .compat && log.all.isEmpty)
        #expect(program(home, "/usr/bin/a").program == "family.a")
        #expect(program(home, "/usr/bin/b").group == AccessGroup(ofBusProgram: "x./usr/bin/b"))
    }

    @Test(arguments: ["system.toml", "users.toml"])
    func `a file with a problem makes nothing wider`(name: String) throws {
        try write("shipped/a.toml", "[[family]]\nname='a'\nprograms=['/usr/bin/a']")
        try write("system.toml", "mode = 'observe'")
        try write(name, "mode = 'observe'\n\nnonsense")
        let home = home()
        #expect(home.report.mode == .enforce)
        #expect(home.report.problems == ["\(folder.path)/\(name) is not used: line 3: the key is not followed by `=`"])
        #expect(log.all == home.report.problems)
        #expect(program(home, "/usr/bin/a").program == "family.a")
    }

    @Test func `a file that others can write, a link and a folder do not count`() throws {
        try write("system.toml", "mode = 'observe'", mode: 0o666)
        #expect(home().report.mode == .enforce)
        try write("system.toml", "mode = 'observe'")
        #expect(home().report.mode == .observe)
        try write("users.toml", "mode = 'observe'", mode: 0o620)
        #expect(home().report.mode == .enforce)
        try FileManager.default.removeItem(atPath: folder.path + "/users.toml")
        #expect(unsafe symlink(folder.path + "/system.toml", folder.path + "/users.toml") == 0)
        #expect(home().report.mode == .enforce)
        try FileManager.default.removeItem(atPath: folder.path + "/users.toml")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/users.toml", withIntermediateDirectories: false, attributes: nil)
        #expect(home().report.mode == .enforce)
        try FileManager.default.removeItem(atPath: folder.path + "/users.toml")
        #expect(unsafe mkfifo(folder.path + "/users.toml", 0o600) == 0)
        #expect(home().report.mode == .enforce)
    }

    @Test func `a shipped file or folder that others can write does not count`() throws {
        try write("shipped/open.toml", "[[family]]\nname='a'\nprograms=['/usr/bin/a']")
        let home = home()
        #expect(program(home, "/usr/bin/a").kind == .program)
        #expect(program(home, "/usr/bin/a").program == "x./usr/bin/a")
        #expect(home.report.problems.count == 1)
    }

    @Test func `what has changed is read again`() throws {
        let home = home()
        try write("system.toml", "mode = 'observe'")
        let now = monotonicMilliseconds()
        _ = home.tick(at: now + 10_000)
        #expect(home.report.mode == .observe)
        try FileManager.default.removeItem(atPath: folder.path + "/system.toml")
        _ = home.tick(at: now + 12_000)
        #expect(home.report.mode == .observe, "not looked at every time")
        _ = home.tick(at: now + 20_000)
        #expect(home.report.mode == .enforce)
    }

    @Test func `what is outdated is read by the next tick or report, whatever it looks like`() throws {
        let home = home()
        let now = monotonicMilliseconds()
        _ = home.tick(at: now + 10_000)
        try write("system.toml", "mode = 'observe'")
        _ = home.tick(at: now + 10_001)
        #expect(home.report.mode == .enforce, "not looked at every time")
        home.setOutdated()
        #expect(home.policy().keepsProgramsApart, "nothing is read by who says so")
        _ = home.tick(at: now + 10_002)
        #expect(!home.policy().keepsProgramsApart)
        try write("system.toml", "mode = 'compat'")
        home.setOutdated()
        #expect(home.report.mode == .compat)
    }

    @Test func `decisions and the record are there again after the end`() throws {
        let first = home()
        try first.decide(BusChoice(.allow, program: "/usr/bin/a", owner: "secret-tool"))
        let principal = program(first, "/usr/bin/b")
        first.policy().note(BusEvent(.refused, by: principal, on: .imported))
        first.policy().note(BusDecision(.denied, for: principal, on: .imported))
        first.flush()
        let again = home()
        #expect(again.report == first.report)
        #expect(again.report.decisions.count == 2 && again.report.events.count == 1)
        for name in ["decisions", "record"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.path + "/kept/secret-service/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(log.all.isEmpty)
        try again.decide(BusChoice(.forget, program: "/usr/bin/a", owner: "secret-tool"))
        #expect(home().report.decisions.count == 1)
    }

    @Test func `the record is written every few seconds, decisions at once`() throws {
        let home = home()
        let (principal, now) = (program(home, "/usr/bin/b"), monotonicMilliseconds())
        let record = folder.path + "/kept/secret-service/record"
        #expect(home.tick(at: now) == nil)
        home.policy().note(BusEvent(.refused, by: principal, on: .imported))
        #expect(home.tick(at: now) == nil)
        let written = try Data(contentsOf: URL(filePath: record))
        home.policy().note(BusEvent(.refused, by: principal, on: .imported))
        #expect(home.tick(at: now + 1000) == 4000)
        #expect(try Data(contentsOf: URL(filePath: record)) == written)
        home.policy().note(BusDecision(.denied, for: principal, on: .imported))
        #expect(home.tick(at: now + 1000) == 4000)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/kept/secret-service/decisions"))
        #expect(home.tick(at: now + 5000) == nil)
        #expect(try Data(contentsOf: URL(filePath: record)) != written)
    }

    @Test(arguments: ["decisions", "record"])
    func `a damaged file is moved aside, and nothing of it counts`(name: String) throws {
        let first = home()
        try first.decide(BusChoice(.allow, program: "/usr/bin/a", owner: "secret-tool"))
        first.policy().note(BusEvent(.refused, by: program(first, "/usr/bin/b"), on: .imported))
        first.flush()
        let path = "kept/secret-service/" + name
        try write(path, "latchkey-\(name) 1\nallow x", mode: 0o600)
        let again = home()
        #expect(name == "decisions" ? again.report.decisions.isEmpty : again.report.events.isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/" + path + ".damaged"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + path))
        #expect(log.all.count == 1)
    }

    @Test func `a folder that cannot be written is said once`() throws {
        try write("kept/secret-service", "no folder")
        let home = home()
        home.policy().note(BusDecision(.denied, for: program(home, "/usr/bin/b"), on: .imported))
        let now = monotonicMilliseconds()
        #expect(home.tick(at: now) == 60_000)
        #expect(home.tick(at: now + 60_000) == 60_000)
        #expect(log.all.filter { $0.hasSuffix("cannot be written") }.count == 1)
        #expect(throws: KeychainError.self) {
            try home.decide(BusChoice(.allow, program: "/usr/bin/a", owner: "secret-tool"))
        }
    }
}
