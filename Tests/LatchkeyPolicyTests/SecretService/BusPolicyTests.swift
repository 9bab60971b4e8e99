// Who sees what over the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct BusPolicyTests {
    private let bus: BusFixture
    private let twoAttributes = SearchAttributes.of("service=a", "user=b")

    init() throws { bus = try BusFixture() }

    @Test func `a program has its own, and nothing of others`() {
        let (own, other) = (bus.program("/usr/bin/gh"), bus.program("/usr/bin/glab"))
        #expect(bus.access(own, own.group) == .full)
        for search in [nil, SearchAttributes.none, twoAttributes] {
            #expect(bus.access(other, own.group, searching: search) == .hidden)
        }
        #expect(bus.access(bus.signed("a"), bus.signed("b").group, searching: twoAttributes) == .hidden)
        #expect(bus.access(own, AccessGroup(rawValue: "ABCDE12345.app"), searching: twoAttributes) == .hidden)
    }

    @Test func `what its owner cannot be verified for is listed as locked, and stays so`() {
        let doubtful = bus.program("/usr/lib/chromium/chromium", refusal: "it was replaced while it ran")
        #expect(bus.access(doubtful, BusFixture.group(named: "family.chromium"), searching: twoAttributes) == .locked)
        #expect(bus.access(doubtful, BusFixture.group("/usr/bin/gh"), searching: twoAttributes) == .hidden)
        #expect(bus.access(doubtful, .imported, searching: twoAttributes) == .hidden)
        guard case .only(let groups) = bus.policy.scope(of: bus.contained) else {
            Issue.record("a container looks everywhere")
            return
        }
        #expect(groups.isEmpty)
    }

    @Test func `a pool has its own alone`() {
        let pool = bus.program("/usr/bin/secret-tool")
        #expect(bus.access(pool, pool.group) == .full)
        #expect(bus.access(pool, bus.program("/usr/bin/python3").group, searching: twoAttributes) == .hidden)
        #expect(bus.access(bus.program("/usr/bin/gh"), pool.group, searching: twoAttributes) == .hidden)
        bus.policy.note(BusDecision(.allowed, for: pool, on: BusFixture.group("/usr/bin/gh")))
        #expect(bus.access(pool, BusFixture.group("/usr/bin/gh"), searching: twoAttributes) == .hidden)
    }

    @Test func `an imported item is asked for by who names it well enough`() {
        let program = bus.program("/usr/bin/gh")
        let weak: [SearchAttributes] = [.none, .of("service=a"), .of("xdg:schema=a")]
        for search in weak { #expect(bus.access(program, .imported, searching: search) == .hidden) }
        // Nor by its path, before a search has named it.
        #expect(bus.access(program, .imported) == .hidden)
        for search in [twoAttributes, .of("service=a", "xdg:schema=b")] {
            #expect(bus.access(program, .imported, searching: search) == .askable(.imported))
        }
        #expect(bus.access(program, .imported) == .askable(.imported))
        #expect(bus.access(bus.program("/usr/bin/glab"), .imported) == .hidden)
        #expect(bus.access(bus.proxied("a.b.C"), .imported, searching: twoAttributes) == .hidden)
        #expect(bus.access(bus.contained, .imported, searching: twoAttributes) == .hidden)
    }

    @Test func `a yes to one imported item gives no other one, and a no holds for all`() {
        let program = bus.program("/usr/bin/gh")
        bus.policy.note(BusDecision(.allowed, for: program, on: .imported))
        #expect(bus.access(program, .imported, searching: twoAttributes) == .askable(.imported))
        bus.policy.note(BusDecision(.denied, for: program, on: .imported))
        #expect(bus.access(program, .imported, searching: twoAttributes) == .locked)
        #expect(bus.access(program, .imported, searching: .of("service=a")) == .hidden)
    }

    @Test func `a program that has moved asks for what it made at another path`() {
        let (old, new) = (BusFixture.group("/home/linuxbrew/bin/gh"), bus.program("/usr/bin/gh"))
        #expect(bus.policy.scope(of: new) == .all)
        #expect(bus.access(new, old, searching: .of("service=gh:github.com")) == .askable(.moved))
        #expect(bus.access(new, old, searching: SearchAttributes.none) == .hidden)
        #expect(bus.access(bus.program("/usr/bin/glab"), old, searching: twoAttributes) == .hidden)
        #expect(bus.access(bus.signed("gh", at: "/opt/gh"), old, searching: twoAttributes) == .hidden)
        bus.policy.note(BusDecision(.allowed, for: new, on: old))
        #expect(bus.access(new, old) == .full)
        #expect(bus.access(bus.program("/home/me/gh"), old, searching: twoAttributes) == .askable(.moved))
    }

    @Test func `a program that anybody can replace is permitted one call alone`() {
        let (old, new) = (BusFixture.group("/usr/bin/gh"), bus.program("/home/me/gh"))
        bus.policy.note(BusDecision(.allowed, for: new, on: old))
        bus.policy.note(BusDecision(.allowedOnce, for: new, on: old))
        #expect(bus.access(new, old, searching: twoAttributes) == .askable(.moved))
        #expect(bus.state.withLock { $0.decisions.verdicts.isEmpty })
    }

    @Test func `a namesake of a family asks, and who had the family that is gone`() throws {
        let family = BusFixture.group(named: "family.chromium")
        #expect(bus.access(bus.program("/opt/chromium"), family, searching: .of("application=c")) == .askable(.moved))
        #expect(bus.access(bus.program("/opt/chrome"), family, searching: .of("application=c")) == .hidden)
        let without = try BusFixture("")
        #expect(without.access(without.program("/opt/x"), family, searching: twoAttributes) == .askable(.moved))
        #expect(without.access(without.program("/opt/x"), family, searching: .of("application=c")) == .hidden)
    }

    @Test func `what the user decides is kept, and a no weighs against what is shared`() {
        let (program, foreign) = (bus.program("/usr/bin/calendar"), BusFixture.group("/usr/bin/gh"))
        bus.policy.note(BusDecision(.allowed, for: program, on: foreign))
        #expect(bus.access(program, foreign) == .full)
        bus.policy.note(BusDecision(.denied, for: program, on: foreign))
        #expect(bus.access(program, foreign) == .hidden)
        let sources = BusFixture.group(named: "schema.sources")
        bus.policy.note(BusDecision(.denied, for: program, on: sources))
        #expect(bus.access(program, sources) == .locked)
        bus.policy.note(BusDecision(.denied, for: program, on: program.group))
        #expect(bus.access(program, program.group) == .full)
        // No decision reaches what is not for the bus.
        let apart = AccessGroup(rawValue: "ABCDE12345.app")
        bus.policy.note(BusDecision(.allowed, for: program, on: apart))
        #expect(bus.access(program, apart) == .hidden)
    }

    @Test func `what is refused to a program in doubt is no word of the user about the program`() {
        let program = bus.program("/usr/bin/gh")
        #expect(bus.access(program, .imported, searching: twoAttributes) == .askable(.imported))
        bus.policy.note(BusEvent(.asked, by: program, on: .imported))
        bus.policy.note(BusEvent(.refused, by: bus.program("/usr/bin/gh", refusal: "replaced"), on: .imported))
        #expect(bus.access(program, .imported) == .askable(.imported))
    }

    @Test func `a refusal of the user holds for a minute`() {
        let program = bus.program("/usr/bin/gh")
        bus.policy.note(BusEvent(.refused, by: program, on: .imported))
        #expect(bus.access(program, .imported, searching: twoAttributes) == .askable(.imported))
        bus.policy.note(BusEvent(.asked, by: program, on: .imported))
        bus.policy.note(BusEvent(.refused, by: program, on: .imported))
        #expect(bus.access(program, .imported, searching: twoAttributes) == .locked)
        bus.pass(seconds: 61)
        #expect(bus.access(program, .imported, searching: twoAttributes) == .askable(.imported))
    }

    @Test func `a manager sees what there is after the user's word, and asks for each secret`() {
        let manager = bus.program("/usr/bin/seahorse")
        let (group, other) = (BusFixture.group("/usr/bin/gh"), BusFixture.group(named: "pool.secret-tool"))
        #expect(bus.policy.scope(of: manager) == .all)
        #expect(bus.access(manager, group) == .askable(.managed))
        #expect(!bus.policy.seesAttributesOfAll(manager))
        bus.policy.note(BusDecision(.allowed, for: manager, on: group))
        #expect(bus.policy.seesAttributesOfAll(manager))
        #expect(bus.access(manager, group) == .askable(.managed))
        bus.policy.note(BusDecision(.allowed, for: manager, on: group))
        #expect(bus.access(manager, group) == .full)
        #expect(bus.access(manager, other) == .askable(.managed))
        bus.pass(seconds: 300)
        #expect(bus.access(manager, group) == .askable(.managed))
        bus.policy.note(BusDecision(.allowedOnce, for: manager, on: group))
        #expect(bus.access(manager, group) == .askable(.managed))
        let epoch = bus.policy.epoch
        bus.policy.forgetManagers()
        #expect(bus.policy.epoch != epoch)
        #expect(!bus.policy.seesAttributesOfAll(manager))
        #expect(!bus.policy.seesAttributesOfAll(bus.program("/usr/bin/gh")))
        #expect(bus.state.withLock { $0.decisions.verdicts.isEmpty })
    }

    @Test func `observe shows everything, and puts on the record what enforce would stop`() throws {
        let bus = try BusFixture("mode = \"observe\"\n" + BusFixture.configuration)
        let (program, foreign) = (bus.program("/usr/bin/gh"), BusFixture.group("/usr/bin/glab"))
        #expect(!bus.policy.keepsProgramsApart)
        #expect(bus.policy.scope(of: program) == .all)
        for principal in [program, bus.signed("a"), bus.proxied("a.b.C"), bus.contained, bus.program("/usr/bin/bash")] {
            #expect(bus.access(principal, foreign) == .full)
        }
        #expect(bus.access(program, AccessGroup(rawValue: "ABCDE12345.app")) == .hidden)
        bus.policy.note(BusEvent(.foreignRead, by: program, on: foreign))
        bus.policy.note(BusEvent(.foreignRead, by: program, on: foreign))
        bus.policy.note(BusEvent(.foreignRead, by: program, on: program.group))
        let record = bus.state.withLock { $0.record.newestFirst }
        #expect(record.map(\.count) == [2])
        #expect(record.first?.pair == BusPair(program.program, foreign))
    }

    @Test func `compat has programs without a signature in common, and the others apart`() throws {
        let bus = try BusFixture("mode = \"compat\"\n" + BusFixture.configuration)
        let common = [bus.program("/usr/bin/gh"), bus.program("/usr/bin/bash"), bus.program("/usr/bin/chromium")]
        let apart = [bus.signed("a"), bus.packaged(.snap("b"), named: "snap.b"), bus.proxied("a.b.C")]
        for reader in common {
            #expect(bus.policy.scope(of: reader) == .all)
            for owner in common { #expect(bus.access(reader, owner.group) == .full) }
            for owner in apart { #expect(bus.access(reader, owner.group, searching: twoAttributes) == .hidden) }
            #expect(bus.access(reader, .imported) == .full)
        }
        for reader in apart {
            for owner in common + apart where owner != reader {
                #expect(bus.access(reader, owner.group, searching: twoAttributes) == .hidden)
            }
            #expect(bus.access(reader, reader.group) == .full)
        }
        #expect(bus.access(bus.contained, common[0].group, searching: twoAttributes) == .hidden)
        #expect(!bus.policy.keepsProgramsApart)
    }

    @Test func `programs are kept apart in enforce alone, and by the daemon of the system alone`() throws {
        #expect(bus.policy.keepsProgramsApart)
        let ofUser = try BusFixture(isKeptApart: false)
        let (program, foreign) = (ofUser.program("/usr/bin/gh"), BusFixture.group("/usr/bin/glab"))
        #expect(!ofUser.policy.keepsProgramsApart)
        #expect(ofUser.policy.scope(of: program) == .all && ofUser.access(program, foreign) == .full)
    }

    @Test func `in enforce nobody has more than what is theirs, shared, or decided`() throws {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<60 {
            let bus = try BusFixture()
            let principals = Self.principals(of: bus)
            let groups = principals.map(\.group) + principals.flatMap(\.ownGroups) + [.imported]
            var decided: Set<BusPair> = []
            var leased: Set<BusPair> = []
            for _ in 0..<200 {
                let (principal, group) = (
                    principals.randomElement(using: &random)!, groups.randomElement(using: &random)!
                )
                switch UInt8.random(in: 0..<8, using: &random) {
                case 0:
                    let verdict = [BusDecision.Verdict.allowed, .allowedOnce, .denied].randomElement(using: &random)!
                    bus.policy.note(BusDecision(verdict, for: principal, on: group))
                    if principal.kind == .manager {
                        if verdict == .allowed { leased.insert(BusPair(principal.program, group)) }
                    } else if verdict == .allowed, principal.offersAlways, principal.doubt == nil, group != .imported {
                        decided.insert(BusPair(principal.program, group))
                    } else if verdict == .denied {
                        decided.remove(BusPair(principal.program, group))
                    }
                case 1: bus.policy.note(BusEvent(.asked, by: principal, on: group))
                case 2: bus.policy.note(BusEvent(.refused, by: principal, on: group))
                default:
                    let search = [nil, SearchAttributes.none, .of("a=b"), twoAttributes].randomElement(using: &random)!
                    let access = bus.access(principal, group, searching: search)
                    let pair = BusPair(principal.program, group)
                    let isOwn = principal.ownGroups.contains(group) && principal.doubt == nil
                    #expect(access != .full || isOwn || decided.contains(pair) || leased.contains(pair))
                    #expect(principal.kind != .nobody || access == .hidden)
                    if principal.ownGroups.contains(group) { #expect(access == .full || access == .locked) }
                    // What is found must be looked for.
                    if access != .hidden, case .only(let scope) = bus.policy.scope(of: principal) {
                        #expect(scope.contains(group))
                    }
                }
            }
        }
    }

    static func principals(of bus: BusFixture) -> [BusPrincipal] {
        [
            bus.program("/usr/bin/gh"), bus.program("/home/me/gh"), bus.program("/usr/bin/chromium"),
            bus.program("/opt/chromium"), bus.program("/usr/lib/chromium/chromium"), bus.program("/usr/bin/evolution"),
            bus.program("/usr/bin/calendar"), bus.program("/usr/bin/seahorse"), bus.program("/usr/bin/secret-tool"),
            bus.program("/usr/bin/python3.11"), bus.signed("a"), bus.signed("b"), bus.proxied("a.b.C"),
            bus.packaged(.flatpak("a.b.C"), named: "flatpak.a.b.C"), bus.contained,
            bus.program("/usr/bin/chromium", refusal: "replaced"), bus.program("/usr/bin/gh", refusal: "traced"),
            bus.program("/home/me/a"), bus.program("/home/me/b"),
        ]
    }
}
