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
        var refused: [UInt64] = []
        var turns: CallTurns?

        init(millisecondsOfCall: UInt64) {
            turns = CallTurns(
                identify: { [unowned self] sender, _, hasWaited, body in
                    // `b7` is a connection of the program `b`.
                    let principal = BusPrincipal.test(String(sender.prefix(1)))
                    if identifiesLater, !hasWaited { identified.append { body(principal) } } else { body(principal) }
                },
                isPausing: { [unowned self] in isPausing }, clock: { [unowned self] in now },
                refuse: { [unowned self] in refused.append($0.number) }
            ) { [unowned self] call, _, _ in
                now += millisecondsOfCall
                handled.append("\(call.sender) \(call.number)")
            }
        }

        func receive(_ number: UInt64, from sender: String, _ arguments: [BusValue] = []) -> Bool {
            turns?.receive(
                BusCall(
                    number: number, sender: sender, path: "/", interface: "", member: "M", signature: "",
                    arguments: arguments, expectsAnswer: true)) ?? false
        }

        /// Everybody who waits to be known is.
        func identify() {
            let bodies = identified
            identified = []
            for body in bodies { body() }
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
        bench.identify()
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

    @Test(arguments: [false, true])
    func `a program with a thousand connections keeps another one waiting for one turn`(_ isLater: Bool) {
        let bench = Bench(millisecondsOfCall: 2)
        bench.identifiesLater = isLater
        for number in 0..<3000 as Range<UInt64> { #expect(bench.receive(number, from: "a\(number % 1000)")) }
        for number in 0..<4 as Range<UInt64> { #expect(bench.receive(number, from: "b")) }
        bench.identify()
        #expect(bench.handled.count <= 3, "who is known now has no turn by that")
        while bench.run() { bench.identify() }
        #expect(bench.handled.count == 3004)
        let places = (0..<4).compactMap { bench.handled.firstIndex(of: "b \($0)") }
        #expect(places.count == 4 && places.max().map { $0 <= 16 } == true)
        for sender in 0..<1000 {
            let own = bench.handled.filter { $0.hasPrefix("a\(sender) ") }
            #expect(own == (0..<3).map { "a\(sender) \(sender + 1000 * $0)" }, "its calls keep their order")
        }
    }

    @Test func `whose turn comes too late is found out once more, and has the next one of its program`() {
        let bench = Bench(millisecondsOfCall: 4)
        for number in 0..<3 as Range<UInt64> { #expect(bench.receive(number, from: "a")) }
        #expect(bench.receive(3, from: "a2") && bench.receive(0, from: "b"))
        bench.identifiesLater = true
        _ = bench.run()
        bench.identifiesLater = false
        bench.identify()
        while bench.run() {}
        #expect(bench.handled.count == 5)
        #expect(bench.handled.filter { $0.hasPrefix("a ") } == ["a 0", "a 1", "a 2"])
    }

    @Test func `calls that are too many for a program are refused once it is known`() {
        let bench = Bench(millisecondsOfCall: 1)
        bench.identifiesLater = true
        let text = String(repeating: "x", count: 1 << 19)
        for number in 0..<11 as Range<UInt64> { #expect(bench.receive(number, from: "a\(number)", [.string(text)])) }
        bench.identify()
        #expect(bench.refused.count == 4)
        while bench.run() { bench.identify() }
        #expect(bench.handled.count == 7)
    }
}
