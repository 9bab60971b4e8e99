// Calls of senders that are not known yet are held in their order, and not without end.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import Testing

@Suite struct HeldCallsTests {
    private func call(_ number: UInt64, from sender: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            number: number, sender: sender, path: "/", interface: "", member: "M", signature: "", arguments: arguments,
            expectsAnswer: true)
    }

    @Test func `calls of a sender come back in their order, without those of others`() {
        var held = HeldCalls()
        for number in 1...5 as ClosedRange<UInt64> {
            let isHeld = held.hold(call(number, from: number == 3 ? ":1.2" : ":1.1"))
            #expect(isHeld)
        }
        let (first, second) = (held.take(of: ":1.1"), held.take(of: ":1.1"))
        #expect(first.map(\.number) == [1, 2, 4, 5])
        #expect(second.isEmpty)
        #expect(!held.has(":1.1") && held.has(":1.2"))
    }

    @Test func `a sender does not take the room of others, and leaves it when its calls are taken`() {
        var held = HeldCalls()
        let most = HeldCalls.largestCountOfSender
        let count = (0...UInt64(most)).count { held.hold(call($0, from: ":1.1")) }
        #expect(count == most)
        let isOthersHeld = held.hold(call(10000, from: ":1.2"))
        #expect(isOthersHeld)
        let taken = held.take(of: ":1.1")
        #expect(taken.count == most)
        let isHeldAgain = held.hold(call(10001, from: ":1.1"))
        #expect(isHeldAgain)
    }

    @Test func `all together have a bound, in calls and in bytes`() {
        var held = HeldCalls()
        let count = (0..<UInt64(HeldCalls.largestCount * 2)).count { held.hold(call($0, from: ":1.\($0 / 8)")) }
        #expect(count == HeldCalls.largestCount)
        var heavy = HeldCalls()
        let text = String(repeating: "x", count: HeldCalls.largestSize / 4)
        let parts = (0..<UInt64(8)).count { heavy.hold(call($0, from: ":1.\($0)", [.variant(.string(text))])) }
        #expect(parts == 3)
        _ = heavy.take(of: ":1.0")
        let isHeldAgain = heavy.hold(call(9, from: ":1.9", [.string(text)]))
        #expect(isHeldAgain)
    }
}
