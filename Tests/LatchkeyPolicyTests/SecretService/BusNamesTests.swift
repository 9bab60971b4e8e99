// The names by which the user decides about programs.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import Testing

@Suite struct BusNamesTests {
    private let bus: BusFixture

    init() throws { bus = try BusFixture() }

    private func pair(_ verdict: BusChoice.Verdict, _ program: String, _ owner: String) throws(KeychainError) -> BusPair
    {
        let contents = bus.state.withLock { $0 }
        let namer = BusNamer(contents.configuration) { BusFixture.unsigned($0) }
        let names = BusNames(contents, namer) { path in
            let text = String(decoding: path, as: UTF8.self)
            guard !text.contains("missing") else { return nil }
            let group = BusFixture.unsigned(path)
            return BusProgramFacts(
                path: path, origin: .path, applicationIdentifier: group.rawValue, groups: [group],
                isRoots: !text.hasPrefix("/home/"))
        }
        return try names.pair(of: BusChoice(verdict, program: program, owner: owner))
    }

    @Test func `a path is the program that runs from it`() throws {
        let found = try pair(.allow, "/usr/bin/gh", "/usr/bin/chromium")
        #expect(found == BusPair(bus.program("/usr/bin/gh").program, BusFixture.group(named: "family.chromium")))
        #expect(throws: KeychainError.self) { try pair(.allow, "/usr/bin/missing", "/usr/bin/chromium") }
        #expect(throws: KeychainError.self) { try pair(.deny, "/usr/bin/gh", "/usr/bin/missing") }
    }

    @Test func `families and pools have short names`() throws {
        let found = try pair(.allow, "chromium", "secret-tool")
        #expect(found == BusPair("family.chromium", BusFixture.group(named: "pool.secret-tool")))
        #expect(
            try pair(.allow, "family.chromium", "schema.sources").group == BusFixture.group(named: "schema.sources"))
    }

    @Test(arguments: ["", "gh", "org.example.App", "family.none", "pool.none", "schema.sources", "imported", "a\n"])
    func `a name that no program has is refused`(name: String) {
        for verdict in BusChoice.Verdict.allCases {
            #expect(throws: KeychainError.self) { try pair(verdict, name, "chromium") }
        }
    }

    @Test func `what was seen has the name that the report shows`() throws {
        let (gh, flatpak, own) = (
            bus.program("/usr/bin/gh"), bus.packaged(.flatpak("org.example.App"), named: "flatpak.org.example.App"),
            bus.program("/home/me/tool")
        )
        for principal in [gh, flatpak, own, bus.proxied("org.example.Old"), bus.signed("app")] {
            bus.policy.note(BusEvent(.refused, by: principal, on: BusFixture.group(named: "family.chromium")))
        }
        #expect(try pair(.allow, gh.program, "chromium").program == gh.program)
        #expect(try pair(.allow, "org.example.App", "chromium").program == "flatpak.org.example.App")
        #expect(try pair(.allow, "ABCDE12345.app", "chromium").program == "ABCDE12345.app")
        #expect(try pair(.deny, "org.example.Old", "chromium").program == "flatpak-proxy.org.example.Old")
        #expect(throws: KeychainError.self) { try pair(.allow, "org.example.Old", "chromium") }
        // Others can replace it.
        #expect(throws: KeychainError.self) { try pair(.allow, own.program, "chromium") }
        #expect(try pair(.deny, own.program, "chromium").program == own.program)
        #expect(throws: KeychainError.self) { try pair(.allow, "/home/me/tool", "chromium") }
    }

    @Test func `a pool is allowed nothing, and nobody all that was imported`() throws {
        #expect(throws: KeychainError.self) { try pair(.allow, "secret-tool", "chromium") }
        #expect(throws: KeychainError.self) { try pair(.allow, "/usr/bin/python3.11", "chromium") }
        #expect(try pair(.deny, "secret-tool", "chromium").program == "pool.secret-tool")
        #expect(throws: KeychainError.self) { try pair(.allow, "chromium", "imported") }
        #expect(try pair(.deny, "chromium", "imported").group == .imported)
    }

    @Test func `what is forgotten counts no more`() throws {
        let found = try pair(.allow, "/usr/bin/gh", "chromium")
        let isKept = bus.state.withLock { $0.decide(.allow, for: found) }
        #expect(isKept)
        #expect(bus.access(bus.program("/usr/bin/gh"), found.group) == .full)
        bus.state.withLock { $0.forget(found) }
        #expect(bus.access(bus.program("/usr/bin/gh"), found.group) == .hidden)
        #expect(bus.state.withLock { $0.changesOfDecisions } == 2)
    }

    @Test func `the report has the decisions, and the newest event first`() throws {
        let (program, group) = (bus.program("/usr/bin/gh"), BusFixture.group(named: "family.chromium"))
        bus.policy.note(BusEvent(.asked, by: program, on: group))
        bus.pass(seconds: 10)
        bus.policy.note(BusEvent(.foreignRead, by: program, on: group))
        bus.policy.note(BusDecision(.denied, for: program, on: group))
        let report = bus.state.withLock { $0.report(isDaemonOfSystem: true, problems: ["x"]) }
        #expect(report.events.map(\.kind) == [.read, .asked])
        #expect(report.events.first?.path == "/usr/bin/gh")
        #expect(report.decisions == [.init(program: program.program, owner: "family.chromium", isAllowed: false)])
        #expect(report.keepsProgramsApart && report.problems == ["x"])
    }
}
