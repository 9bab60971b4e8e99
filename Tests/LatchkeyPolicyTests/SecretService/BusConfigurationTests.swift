// What configuration files can say, and what the user's own cannot.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct BusConfigurationTests {
    private func reading(
        _ text: String, isShipped: Bool = false, user: String? = nil
    ) throws(TomlProblem) -> BusConfiguration {
        var configuration = BusConfiguration.builtIn
        try configuration.read(ofSystem: Array(text.utf8), isShipped: isShipped)
        if let user { try configuration.read(ofUser: Array(user.utf8)) }
        return configuration
    }

    @Test func `a fresh configuration keeps programs apart, and has pools alone`() {
        let configuration = BusConfiguration.builtIn
        #expect(configuration.mode == .enforce)
        #expect(!configuration.userMayWiden)
        #expect(configuration.families.isEmpty && configuration.schemas.isEmpty && configuration.managers.isEmpty)
        #expect(configuration.pool(of: Array("/usr/bin/secret-tool".utf8))?.name == "secret-tool")
        #expect(configuration.pool(of: Array("/usr/bin/gh".utf8)) == nil)
    }

    @Test func `root's file says all of it, and takes the place of what is shipped`() throws {
        let shipped = "[[family]]\nname = 'a'\nprograms = ['/usr/bin/a']\n[[family]]\nname='b'\nprograms=['/usr/bin/b']"
        var configuration = try reading(shipped, isShipped: true)
        let text = """
            mode = "compat"
            user-may-widen = true
            [[family]]
            name = "a"
            programs = []
            [[pool]]
            name = "mine"
            names = ["mine*"]
            """
        try configuration.read(ofSystem: Array(text.utf8), isShipped: false)
        #expect(configuration.mode == .compat)
        #expect(configuration.userMayWiden)
        #expect(configuration.family(of: Array("/usr/bin/a".utf8)) == nil)
        #expect(configuration.family(of: Array("/usr/bin/b".utf8))?.name == "b")
        #expect(configuration.pool(of: Array("/home/me/mine2".utf8))?.name == "mine")
    }

    @Test(arguments: [
        "mode = 'off'", "mode = true", "modes = 'enforce'", "user-may-widen = 'yes'", "[family]\nname='a'",
        "[[families]]\nname='a'", "[[family]]\nprograms=[]", "[[family]]\nname='A'", "[[family]]\nname='a.b'",
        "[[family]]\nname=''", "[[family]]\nname='a'\nschemas=['b']", "[[family]]\nname='a'\nprograms='/b'",
        "[[family]]\nname='a'\nprograms=['b']", "[[family]]\nname='a'\nprograms=['/a/../b']",
        "[[family]]\nname='a'\nprograms=['/a//b']", "[[family]]\nname='a'\nprograms=['/a/']",
        "[[family]]\nname='a'\nprograms=['/']", "[[pool]]\nname='a'\nnames=['*']", "[[pool]]\nname='a'\nnames=['a/b']",
        "[[schema]]\nname='a'\nschemas=['*']", "[[schema]]\nname='a'\nschemas=['']", "[[share]]\nname='a'",
        "without = ['a']",
    ])
    func `what is not known is a problem, and changes nothing`(text: String) {
        var configuration = BusConfiguration.builtIn
        #expect(throws: TomlProblem.self) {
            try configuration.read(ofSystem: Array("mode = 'observe'\n\(text)".utf8), isShipped: false)
        }
        #expect(throws: TomlProblem.self) { try configuration.read(ofSystem: Array(text.utf8), isShipped: false) }
        #expect(configuration == .builtIn)
    }

    @Test(arguments: ["mode = 'enforce'", "user-may-widen = true"])
    func `a shipped file has lists alone`(text: String) {
        #expect(throws: TomlProblem.self) { try reading(text, isShipped: true) }
    }

    @Test(arguments: [
        "mode = 'observe'", "mode = 'compat'", "user-may-widen = true", "[[family]]\nname='a'\nprograms=['/usr/bin/a']",
        "[[schema]]\nname='a'", "[[manager]]\nname='a'\nprograms=['/home/me/a']",
        "[[pool]]\nname='python'\nnames=['x']",
        "[[share]]\nname='a'\n[[share]]\nname='a'", "[[share]]\nname='a'\nnames=['b']",
    ])
    func `the user's file cannot widen`(text: String) {
        #expect(throws: TomlProblem.self) { try reading("", user: text) }
    }

    @Test func `the user's file can where root's says so`() throws {
        let configuration = try reading(
            "user-may-widen = true", user: "mode = 'observe'\n[[manager]]\nname='a'\nprograms=['/usr/bin/a']")
        #expect(configuration.mode == .observe)
        #expect(configuration.isManager(Array("/usr/bin/a".utf8)))
        #expect(throws: TomlProblem.self) { try reading("user-may-widen = true", user: "user-may-widen = false") }
    }

    @Test func `the user makes the mode narrower, and drops families, which then ask`() throws {
        let bus = try BusFixture(
            "mode = 'observe'\n" + BusFixture.configuration,
            user: "mode = 'enforce'\nwithout = ['chromium', 'sources', 'seahorse', 'nothing']")
        #expect(bus.policy.keepsProgramsApart)
        let browser = bus.program("/usr/bin/chromium")
        #expect(browser.group == BusFixture.group("/usr/bin/chromium"))
        let family = BusFixture.group(named: "family.chromium")
        #expect(bus.access(browser, family, searching: .of("application=c")) == .askable(.moved))
        let sources = BusFixture.group(named: "schema.sources")
        #expect(bus.access(bus.program("/usr/bin/calendar"), sources, searching: .of("a=b")) == .askable(.moved))
        #expect(bus.access(bus.program("/usr/bin/gh"), sources, searching: .of("a=b", "c=d")) == .hidden)
        #expect(bus.program("/usr/bin/seahorse").kind == .program)
    }

    @Test func `programs that the user can replace may share, and root's never do`() throws {
        let user = "[[share]]\nname = 'mine'\nprograms = ['/home/me/a', '/home/me/b', '/usr/bin/gh']"
        let bus = try BusFixture(BusFixture.configuration, user: user)
        let (first, second) = (bus.program("/home/me/a"), bus.program("/home/me/b"))
        #expect(first.group == BusFixture.group(named: "share.mine"))
        #expect(bus.access(second, first.group) == .full)
        // What they had before stays their own.
        #expect(bus.access(first, BusFixture.group("/home/me/a")) == .full)
        #expect(bus.access(second, BusFixture.group("/home/me/a"), searching: .of("a=b", "c=d")) == .hidden)
        let roots = bus.program("/usr/bin/gh")
        #expect(roots.group == BusFixture.group("/usr/bin/gh"))
        #expect(bus.access(roots, first.group, searching: .of("a=b", "c=d")) == .hidden)
        #expect(bus.access(first, roots.group, searching: .of("a=b", "c=d")) == .hidden)
        // Without the share its items are asked for.
        let without = try BusFixture()
        let access = without.access(without.program("/home/me/a"), first.group, searching: .of("a=b", "c=d"))
        #expect(access == .askable(.moved))
    }

    @Test func `no file of the user makes anything wider for what is root's`() throws {
        var random = SeededGenerator(seed: 28)
        let searches: [SearchAttributes?] = [nil, SearchAttributes.none, .of("a=b"), .of("a=b", "c=d")]
        var accepted = 0
        for _ in 0..<60 {
            let root = Self.text(BusMode.allCases, of: &random) + BusFixture.configuration
            let (without, with) = (try BusFixture(root), try? BusFixture(root, user: Self.usersText(&random)))
            // A file that is refused is not used.
            guard let with else { continue }
            accepted += 1
            let pairs = zip(BusPolicyTests.principals(of: without), BusPolicyTests.principals(of: with))
            let groups = BusPolicyTests.principals(of: without).flatMap(\.ownGroups) + [.imported]
            for (before, after) in pairs where !Self.isShared(after) {
                #expect(after.ownGroups.allSatisfy(before.ownGroups.contains))
                for group in groups {
                    for search in searches {
                        let access = with.access(after, group, searching: search)
                        #expect(Self.width(access) <= Self.width(without.access(before, group, searching: search)))
                    }
                }
            }
            #expect(with.state.configuration.mode <= without.state.configuration.mode)
        }
        #expect(accepted > 20)
    }

    /// The plain model: less is seen from right to left.
    private static func width(_ access: BusAccess) -> Int {
        switch access {
        case .hidden: 0
        case .locked: 1
        case .askable: 2
        case .full: 3
        }
    }

    private static func isShared(_ principal: BusPrincipal) -> Bool {
        principal.ownGroups.contains {
            if case .share = $0.busOwner { true } else { false }
        }
    }

    private static func text(_ modes: [BusMode], of random: inout SeededGenerator) -> String {
        "mode = '\(modes.randomElement(using: &random)?.rawValue ?? "")'\n"
    }

    private static func usersText(_ random: inout SeededGenerator) -> String {
        var text = Bool.random(using: &random) ? Self.text(BusMode.allCases, of: &random) : ""
        let names = ["chromium", "evolution", "sources", "seahorse", "python"].filter { _ in Bool.random(using: &random)
        }
        if Bool.random(using: &random) { text += "without = [\(names.map { "'\($0)'" }.joined(separator: ","))]\n" }
        for index in 0..<Int.random(in: 0..<3, using: &random) {
            let paths = ["/usr/bin/gh", "/home/me/gh", "/home/me/*", "/usr/bin/*", "/usr/lib/chromium/chromium"]
            let path = paths.randomElement(using: &random) ?? ""
            text += "[[share]]\nname = 's\(index)'\nprograms = ['\(path)', '/home/me/a']\n"
        }
        return text
    }
}
