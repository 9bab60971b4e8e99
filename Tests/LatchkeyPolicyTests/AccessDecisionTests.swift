// Every row of the table of who may see and write what.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

private let a = AccessGroup(rawValue: "TEAM.a")
private let b = AccessGroup(rawValue: "TEAM.b")
private let foreign = AccessGroup(rawValue: "OTHER.c")

private struct Row: Sendable, CustomTestStringConvertible {
    let groups: [AccessGroup]
    let wanted: AccessGroup?
    let search: AccessDecision
    let write: AccessDecision

    init(_ groups: [AccessGroup], _ wanted: AccessGroup?, search: AccessDecision, write: AccessDecision) {
        self.groups = groups
        self.wanted = wanted
        self.search = search
        self.write = write
    }

    var testDescription: String { "\(groups.map(\.rawValue)) names \(wanted?.rawValue ?? "nothing")" }
}

private func only(_ groups: AccessGroup...) -> AccessDecision { .allowed(in: .only(groups)) }

private let rows: [Row] = [
    .init([], nil, search: .refused(.noEntitlement), write: .refused(.noEntitlement)),
    .init([], a, search: .refused(.noEntitlement), write: .refused(.noEntitlement)),
    .init([], .token, search: .refused(.noEntitlement), write: .refused(.groupNotWritable)),
    .init([], .all, search: .refused(.noEntitlement), write: .refused(.noEntitlement)),
    .init([a], nil, search: only(a), write: only(a)),
    .init([a], a, search: only(a), write: only(a)),
    .init([a], foreign, search: .refused(.groupNotEntitled), write: .refused(.groupNotEntitled)),
    .init([a], .all, search: .refused(.groupNotEntitled), write: .refused(.groupNotEntitled)),
    .init([a], .token, search: .refused(.groupNotEntitled), write: .refused(.groupNotWritable)),
    .init([b, a], nil, search: only(b, a), write: only(b)),
    .init([b, a], a, search: only(a), write: only(a)),
    .init([a, .token], nil, search: only(a, .token), write: only(a)),
    .init([a, .token], .token, search: only(.token), write: .refused(.groupNotWritable)),
    .init([.token, a], nil, search: only(.token, a), write: only(a)),
    .init([.token], nil, search: only(.token), write: .refused(.noEntitlement)),
    .init([.token], a, search: .refused(.groupNotEntitled), write: .refused(.noEntitlement)),
    .init([.all], nil, search: .allowed(in: .all), write: .refused(.noEntitlement)),
    .init([.all], foreign, search: only(foreign), write: only(foreign)),
    .init([.all], .token, search: only(.token), write: .refused(.groupNotWritable)),
    .init([a, .all], nil, search: .allowed(in: .all), write: only(a)),
    .init([a, .all], foreign, search: only(foreign), write: only(foreign)),
]

@Suite struct AccessDecisionTests {
    @Test(arguments: rows)
    fileprivate func `a call is decided as the table says`(row: Row) {
        let caller = Caller(accessGroups: row.groups)
        #expect(caller.decideSearch(naming: row.wanted) == row.search)
        #expect(caller.decideWrite(naming: row.wanted) == row.write)
    }

    @Test(arguments: ["TEAM.A", "TEAM.a ", "TEAM", "TEAM.a.b", ""])
    func `a group is compared whole and exactly`(name: String) {
        let caller = Caller(accessGroups: [a])
        let decision = caller.decideSearch(naming: AccessGroup(rawValue: name))
        #expect(decision == .refused(.groupNotEntitled))
    }

    @Test(arguments: [AccessDecision.Reason.noEntitlement, .groupNotEntitled, .groupNotWritable])
    func `every refusal is a missing entitlement`(reason: AccessDecision.Reason) {
        #expect(failure { _ = try AccessDecision.refused(reason).scope() } == .missingEntitlement)
    }

    @Test func `an allowed call gets its scope`() throws {
        #expect(try only(a, b).scope() == .only([a, b]))
        #expect(try AccessDecision.allowed(in: .all).scope() == .all)
    }

    @Test func `the group of the bus is the last one, is searched, and is never the default of a new item`() throws {
        let bus = AccessGroup(rawValue: "TEAM.a.bus")
        let caller = Caller(accessGroups: [a, .token], overBusAs: "TEAM.a")
        #expect(caller.accessGroups == [a, .token, bus])
        #expect(caller.decideSearch(naming: nil) == only(a, .token, bus))
        #expect(caller.decideSearch(naming: bus) == only(bus))
        #expect(caller.decideWrite(naming: nil) == only(a))
        #expect(caller.decideWrite(naming: bus) == only(bus))
        #expect(caller.decideWrite(naming: AccessGroup(rawValue: "TEAM.b.bus")) == .refused(.groupNotEntitled))
        let reading = try caller.decideReading(naming: nil)
        #expect(reading.scope == .only([a, .token, bus]) && reading.first == .only([a, .token]))
        #expect(try caller.decideReading(naming: bus).first == .only([bus]))
    }

    @Test(arguments: [[], [AccessGroup.token], [.all]])
    func `a program that may store nothing has no group of the bus`(groups: [AccessGroup]) {
        let caller = Caller(accessGroups: groups, overBusAs: "TEAM.a")
        #expect(caller.accessGroups == groups)
        #expect(caller.decideWrite(naming: nil) == .refused(.noEntitlement))
    }

    @Test func `a group that a program has already stays where it is`() {
        let bus = AccessGroup(rawValue: "TEAM.a.bus")
        let caller = Caller(accessGroups: [bus, a], overBusAs: "TEAM.a")
        #expect(caller.accessGroups == [bus, a] && caller.directGroups == [bus, a])
    }
}
