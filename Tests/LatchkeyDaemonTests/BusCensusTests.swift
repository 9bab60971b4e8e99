// Which names a bus has, and how many of them are a process's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import Testing

@Suite struct BusCensusTests {
    private func census(_ names: [String: Int32?]) -> BusCensus {
        var census = BusCensus()
        for name in census.begin(with: names.keys.sorted()) { census.answer(name, names[name] ?? nil) }
        return census
    }

    @Test func `names are counted by process once the bus has said whose each is`() {
        #expect(BusCensus().names(of: 7) == nil, "nothing is listed")
        let all = census([":1.1": 7, ":1.2": 7, ":1.3": 8, "org.example": 9])
        #expect(all.names(of: 7) == 2)
        #expect(all.names(of: 8) == 1)
        #expect(all.names(of: 9) == 0, "only unique names are connections")
        #expect(all.count == 3)
        #expect(census([":1.1": 7, ":1.2": nil]).names(of: 7) == nil, "the second one may be anybody's")
    }

    @Test func `names come and go`() {
        var census = census([":1.1": 7])
        let asked1 = census.changed(":1.2", from: "", to: ":1.2")
        #expect(asked1)
        #expect(census.names(of: 7) == nil)
        census.answer(":1.2", 7)
        #expect(census.names(of: 7) == 2)
        let asked2 = census.changed(":1.1", from: ":1.1", to: "")
        #expect(!asked2)
        #expect(census.names(of: 7) == 1 && !census.contains(":1.1"))
        let asked3 = census.changed(":1.3", from: "", to: ":1.3")
        #expect(asked3)
        let asked4 = census.changed(":1.3", from: ":1.3", to: "")
        #expect(!asked4)
        census.answer(":1.3", 7)
        #expect(census.names(of: 7) == 1, "an answer about a name that has gone counts for nothing")
        census.answer(":1.2", 8)
        #expect(census.names(of: 7) == 1 && census.names(of: 8) == 0, "a name keeps its process")
        let asked5 = census.changed("org.example", from: "", to: ":1.2")
        #expect(!asked5)
        let asked6 = census.changed(":1.9", from: ":1.9", to: "")
        #expect(!asked6, "a name that was never there")
        #expect(census.count == 1)
    }

    @Test func `each change has another version`() {
        var census = BusCensus()
        var versions = [census.version]
        _ = census.begin(with: [":1.1"])
        versions.append(census.version)
        census.answer(":1.1", 7)
        versions.append(census.version)
        _ = census.changed(":1.2", from: "", to: ":1.2")
        versions.append(census.version)
        _ = census.changed(":1.2", from: ":1.2", to: "")
        versions.append(census.version)
        _ = census.begin(with: [":1.1"])
        versions.append(census.version)
        #expect(versions == versions.sorted() && Set(versions).count == versions.count)
        #expect(census.names(of: 7) == 1, "what is known of a name stays known in the next list")
    }

    @Test func `on a bus with too many names nobody is told from others`() {
        var census = BusCensus()
        let most = (0..<BusCensus.mostNames).map { ":1.\($0)" }
        let asked7 = census.begin(with: most)
        #expect(asked7.count == most.count)
        for name in most { census.answer(name, 7) }
        #expect(census.names(of: 7) == most.count)
        let asked8 = census.changed(":2.0", from: "", to: ":2.0")
        #expect(!asked8)
        #expect(census.names(of: 7) == nil && !census.isComplete)
        let asked9 = census.changed(":2.1", from: "", to: ":2.1")
        #expect(!asked9, "before the next list nothing is counted")
        let asked10 = census.begin(with: most + [":2.0"])
        #expect(asked10.isEmpty)
        #expect(census.names(of: 7) == nil)
        let asked11 = census.begin(with: [":1.1"])
        #expect(asked11 == [":1.1"])
    }

    @Test func `numbers that are no process's are none`() {
        for number in [Int32?.none, 0, -1] { #expect(census([":1.1": number]).names(of: 0) == nil) }
    }

    @Test(
        "a connection is a program's own if all are there and nobody else can have them",
        arguments: [
            (1, true, 1, 5, 5, .own), (2, true, 2, 5, 5, .own), (0, true, 1, 5, 5, .uncounted),
            (2, true, 1, 5, 5, .uncounted), (1, true, 1, 5, 6, .uncounted), (1, true, 1, 6, 5, .uncounted),
            (0, true, 0, 5, 5, .uncounted), (1, true, nil, 5, 5, .uncounted), (1, false, 1, 5, 5, .inherited),
        ] as [(Int, Bool, Int?, Int, Int, BusHolding.Verdict)])
    func verdict(
        _ sockets: Int, _ areClosed: Bool, _ names: Int?, _ allNames: Int, _ allSockets: Int,
        _ verdict: BusHolding.Verdict
    ) {
        let held = BusHolding.Held(sockets: sockets, areClosedOnExecution: areClosed)
        #expect(
            BusHolding.verdict(on: held, names: names, allNames: allNames, allSockets: allSockets) == verdict)
    }
}
