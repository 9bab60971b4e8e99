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
            let left = held.hold(call(number, from: number == 3 ? ":1.2" : ":1.1"))
            #expect(left.isEmpty)
        }
        let (first, second) = (held.take(of: ":1.1"), held.take(of: ":1.1"))
        #expect(first.map(\.number) == [1, 2, 4, 5])
        #expect(second.isEmpty)
        #expect(!held.has(":1.1") && held.has(":1.2"))
    }

    @Test func `a sender does not take the room of others, and leaves it when its calls are taken`() {
        var held = HeldCalls()
        let most = HeldCalls.largestCountOfSender
        let count = (0...UInt64(most)).count { held.hold(call($0, from: ":1.1")).isEmpty }
        #expect(count == most)
        let othersLeft = held.hold(call(10000, from: ":1.2"))
        #expect(othersLeft.isEmpty)
        let taken = held.take(of: ":1.1")
        #expect(taken.count == most)
        let left = held.hold(call(10001, from: ":1.1"))
        #expect(left.isEmpty)
    }

    @Test func `who comes when there is no room takes it from who holds the most`() {
        var held = HeldCalls()
        for number in 0..<UInt64(HeldCalls.largestCount) { _ = held.hold(call(number, from: ":1.\(number / 64)")) }
        let last = UInt64(HeldCalls.largestCount)
        let left = held.hold(call(last, from: ":1.999"))
        // The newest of one of the others.
        #expect(left.count == 1 && left.allSatisfy { $0.sender != ":1.999" && $0.number % 64 == 63 })
        let taken = held.take(of: ":1.999")
        #expect(taken.map(\.number) == [last])
    }

    @Test func `all together have a bound, in calls and in bytes`() {
        var held = HeldCalls()
        var left = 0
        for number in 0..<UInt64(HeldCalls.largestCount * 2) {
            left += held.hold(call(number, from: ":1.\(number / 8)")).count
        }
        #expect(left == HeldCalls.largestCount)
        var heavy = HeldCalls()
        let text = String(repeating: "x", count: HeldCalls.largestSize / 4)
        let kept = (0..<UInt64(8)).filter { heavy.hold(call($0, from: ":1.\($0)", [.variant(.string(text))])).isEmpty }
        #expect(kept == [0, 1, 2])
        #expect(heavy.has(":1.2") && !heavy.has(":1.3"))
        let small = heavy.hold(
            call(9, from: ":1.9", [.string(String(repeating: "x", count: HeldCalls.largestSize / 5))]))
        #expect(small.isEmpty)
        let more = heavy.hold(call(10, from: ":1.10", [.string(String(repeating: "x", count: 1 << 20))]))
        #expect(more.count == 1 && more.allSatisfy { $0.number < 3 })
        // Who it is was asked already.
        #expect(more.allSatisfy { heavy.has($0.sender) })
    }
}
