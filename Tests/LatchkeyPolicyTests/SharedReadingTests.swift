// Who may read what an access list shares.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@Suite struct SharedReadingTests {
    private let own = AccessGroup(rawValue: "TEAM.own")
    private let foreign = AccessGroup(rawValue: "TEAM.foreign")
    private let me = AccessListEntry.application(TrustedApplication(identifier: "TEAM.me", path: "/me"))
    private let other = AccessListEntry.application(TrustedApplication(identifier: "TEAM.other", path: "/me"))

    private var caller: Caller { Caller(accessGroups: [own], applicationIdentifier: "TEAM.me") }

    @Test func `a list decides by the application identifier, not by the path`() throws {
        let reading = try #require(try caller.decideReading(naming: nil).shared)
        #expect(reading.permitsReading(itemIn: foreign, with: AccessList([other, me])))
        #expect(reading.permitsReading(itemIn: foreign, with: AccessList([.anyApplication])))
        #expect(!reading.permitsReading(itemIn: foreign, with: AccessList([other])))
        #expect(!reading.permitsReading(itemIn: foreign, with: .groupOnly))
    }

    @Test func `no list shares an item of the caller's own groups again, nor one of a token`() throws {
        let reading = try #require(try caller.decideReading(naming: nil).shared)
        #expect(!reading.permitsReading(itemIn: own, with: AccessList([.anyApplication])))
        #expect(!reading.permitsReading(itemIn: .token, with: AccessList([.anyApplication])))
    }

    @Test func `a named foreign group is searched for what lists share, and refused where that is nothing`() throws {
        let decision = try caller.decideReading(naming: foreign)
        #expect(decision.scope == .only([]))
        #expect(decision.shared?.scope == .only([foreign]))
        #expect(decision.refusal?.code == .missingEntitlement)
        #expect(try caller.decideReading(naming: own).shared == nil)
    }

    @Test func `lists give nothing to a program without identifier or groups, or one that sees all`() throws {
        #expect(try Caller(accessGroups: [own]).decideReading(naming: nil).shared == nil)
        #expect(failure { _ = try Caller(accessGroups: [own]).decideReading(naming: foreign) } == .missingEntitlement)
        let without = Caller(accessGroups: [], applicationIdentifier: "TEAM.me")
        #expect(failure { _ = try without.decideReading(naming: nil) } == .missingEntitlement)
        let tool = Caller(accessGroups: [own, .all], applicationIdentifier: "TEAM.me")
        #expect(try tool.decideReading(naming: nil).shared == nil)
    }

    @Test func `of two entries for one program the first stays`() {
        let again = AccessListEntry.application(TrustedApplication(identifier: "TEAM.me", path: "/elsewhere"))
        #expect(
            AccessList([me, again, other, .anyApplication, .anyApplication]).entries == [me, other, .anyApplication])
    }
}
