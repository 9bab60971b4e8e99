// Which files of the directory of teams count.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite struct TeamRootsTests {
    let files: TestFiles
    let team: TeamIdentifier

    init() throws {
        files = try TestFiles()
        team = try #require(TeamIdentifier("TEAM123456"))
    }

    private var count: Int { get throws { try files.teams.roots(of: team).count } }

    @Test func `an authority of a team is a root of this team`() throws {
        try files.install(TestTeam())
        #expect(try count == 1)
        #expect(try files.teams.roots(of: #require(TeamIdentifier("OTHERTEAM1"))).isEmpty)
        #expect(try files.teams.entries().map(\.refusal) == [nil])
    }

    @Test func `several certificates in a file count, and several files`() throws {
        try files.install([TestTeam().root, TestTeam().root], as: "a.pem")
        try files.install(TestTeam(), as: "b.pem")
        #expect(try count == 3)
    }

    @Test func `a file with a certificate that is no authority of a team does not count`() throws {
        try files.install([TestTeam().root, TestTeam().signer], as: "a.pem")
        try files.install(TestTeam { $0.rootUnits = [] }, as: "b.pem")
        try files.install(TestTeam { $0.isAuthority = false }, as: "c.pem")
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: files.teams.directory + "/d.pem"))
        #expect(try count == 0)
        #expect(try files.teams.entries().map(\.name) == ["a.pem", "b.pem", "c.pem", "d.pem"])
        #expect(try files.teams.entries().allSatisfy { $0.refusal != nil })
    }

    @Test(arguments: [0o666, 0o646, 0o664, 0o622])
    func `a file that others may write does not count`(mode: Int) throws {
        try files.install(TestTeam())
        try setMode(mode, of: files.teams.directory + "/team.pem")
        #expect(try count == 0)
        try setMode(0o600, of: files.teams.directory + "/team.pem")
        #expect(try count == 1)
    }

    @Test(arguments: [0o777, 0o775, 0o757, 0o1777])
    func `nothing counts in a directory that others may write`(mode: Int) throws {
        try files.install(TestTeam())
        try setMode(mode, of: files.teams.directory)
        #expect(try count == 0 && !files.teams.isTrustworthy)
        try setMode(0o755, of: files.teams.directory)
        #expect(try count == 1 && files.teams.isTrustworthy)
    }

    @Test func `nothing of another owner counts`() throws {
        try files.install(TestTeam())
        let others = TeamRoots(directory: files.teams.directory, owner: geteuid() + 1)
        #expect(try others.roots(of: team).isEmpty && !others.isTrustworthy)
    }

    @Test func `links, pipes, hidden files, other names and long files do not count`() throws {
        try files.install(TestTeam(), as: "team.crt")
        try files.install(TestTeam(), as: ".hidden.pem")
        let directory = files.teams.directory
        unsafe symlink(directory + "/team.crt", directory + "/link.pem")
        unsafe mkfifo(directory + "/pipe.pem", 0o644)
        try setMode(0o644, of: directory + "/pipe.pem")
        try files.install(Array(repeating: TestTeam().root, count: 200), as: "long.pem")
        #expect(try count == 0)
        #expect(try files.teams.entries().map(\.name) == ["link.pem", "long.pem", "pipe.pem"])
    }

    @Test func `a directory that is missing trusts nobody`() throws {
        #expect(try TeamRoots(directory: files.path + "/absent", owner: geteuid()).entries().isEmpty)
    }

    @Test func `a directory that cannot be read is no directory without teams`() throws {
        let file = files.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(throws: SignatureProblem.unreadable(errno: ENOTDIR)) {
            _ = try TeamRoots(directory: file, owner: geteuid()).entries()
        }
        #expect(throws: SignatureProblem.unreadable(errno: ENOTDIR)) {
            _ = try TeamRoots(directory: file + "/teams.d", owner: geteuid()).roots(of: team)
        }
    }
}
