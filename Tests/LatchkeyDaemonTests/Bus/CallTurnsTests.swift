// Senders take turns.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPolicy
import Testing

@Suite struct CallTurnsTests {
    /// Each call takes a time; who calls is known at once, or when the test says so.
    private final class Bench {
        var now: UInt64 = 1000
        var isPausing = false
        var identifiesLater = false
        var identified: [() -> Void] = []
        var handled: [String] = []
        var turns: CallTurns?

        init(millisecondsOfCall: UInt64) {
            let group = AccessGroup(rawValue: "a.bus")
            let principal = BusPrincipal(
                kind: .program, program: "a", path: "/usr/bin/a", group: group, ownGroups: [group], doubt: nil)
            turns = CallTurns(
                identify: { [unowned self] _, _, body in
                    if identifiesLater { identified.append { body(principal) } } else { body(principal) }
                }, isPausing: { [unowned self] in isPausing }, clock: { [unowned self] in now }
            ) { [unowned self] call, _, _ in
                now += millisecondsOfCall
                handled.append("\(call.sender) \(call.number)")
            }
        }

        func receive(_ number: UInt64, from sender: String) -> Bool {
            turns?.receive(
                BusCall(
                    number: number, sender: sender, path: "/", interface: "", member: "M", signature: "",
                    arguments: [], expectsAnswer: true)) ?? false
        }

        func run() -> Bool { turns?.run() ?? false }
    }

    @Test func `a call is handled at once if nobody waits`() {
        let bench = Bench(millisecondsOfCall: 0)
        for number in 0..<1000 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        #expect(bench.handled.count == 1000)
        #expect(!bench.run())
    }

    @Test func `a sender with many calls keeps another one waiting for one turn`() {
        let bench = Bench(millisecondsOfCall: 2)
        for number in 0..<300 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        #expect(bench.receive(0, from: "b"))
        #expect(bench.handled.count <= 3)
        while bench.run() {}
        #expect(bench.handled.count == 301)
        let place = bench.handled.firstIndex(of: "b 0")
        #expect(place.map { $0 <= 6 } == true)
        #expect(bench.handled.filter { $0.hasPrefix("a") } == (0..<300).map { "a \($0)" })
    }

    @Test func `a round ends, so that the bus is looked at`() {
        let bench = Bench(millisecondsOfCall: 3)
        for number in 0..<100 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        let before = bench.now
        #expect(bench.run())
        #expect(bench.now - before <= CallTurns.round + CallTurns.turn + 3)
    }

    @Test func `while the bus takes nothing, nobody has a turn`() {
        let bench = Bench(millisecondsOfCall: 1)
        bench.isPausing = true
        for number in 0..<5 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        #expect(!bench.run() && bench.handled.isEmpty)
        bench.isPausing = false
        while bench.run() {}
        #expect(bench.handled.count == 5)
    }

    @Test func `what waits for its sender to be known keeps nobody waiting`() {
        let bench = Bench(millisecondsOfCall: 1)
        bench.identifiesLater = true
        #expect(bench.receive(0, from: "a") && bench.receive(1, from: "a"))
        bench.identifiesLater = false
        #expect(bench.receive(0, from: "b"))
        #expect(bench.handled == ["b 0"])
        for body in bench.identified { body() }
        while bench.run() {}
        #expect(bench.handled == ["b 0", "a 0", "a 1"])
    }

    @Test func `calls of who has left are not handled`() {
        let bench = Bench(millisecondsOfCall: 3)
        for number in 0..<10 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        let count = bench.handled.count
        bench.turns?.left("a")
        while bench.run() {}
        #expect(bench.handled.count == count)
    }
}
