// Calls of senders whose turn has not come are held in their order, and not without end.
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

    private func take(_ sender: String, from held: inout HeldCalls) -> [UInt64] {
        var numbers: [UInt64] = []
        while let call = held.takeFirst(of: sender) { numbers.append(call.number) }
        return numbers
    }

    @Test func `calls of a sender come back in their order, without those of others`() {
        var held = HeldCalls()
        for number in 1...5 as ClosedRange<UInt64> {
            let isHeld = held.hold(call(number, from: number == 3 ? ":1.2" : ":1.1"), isKnown: false)
            #expect(isHeld)
        }
        let (first, second) = (take(":1.1", from: &held), take(":1.1", from: &held))
        #expect(first == [1, 2, 4, 5])
        #expect(second.isEmpty)
        #expect(!held.has(":1.1") && held.has(":1.2"))
    }

    @Test func `a sender that is known may have thousands of calls, a stranger fewer`() {
        var held = HeldCalls()
        let known = (0..<20_000 as Range<UInt64>).count { held.hold(call($0, from: ":1.1"), isKnown: true) }
        #expect(known == HeldCalls.largestCountOfSender)
        let strange = (0..<20_000 as Range<UInt64>).count { held.hold(call($0, from: ":1.2"), isKnown: false) }
        #expect(strange == HeldCalls.largestSizeOfStranger / 256)
        let isOthersHeld = held.hold(call(1, from: ":1.3"), isKnown: false)
        #expect(isOthersHeld)
        #expect(take(":1.1", from: &held).count == known)
        let isHeldAgain = held.hold(call(1, from: ":1.1"), isKnown: true)
        #expect(isHeldAgain)
        held.drop(":1.2")
        #expect(!held.has(":1.2"))
    }

    @Test func `whoever has much leaves room for those who have little`() {
        var held = HeldCalls()
        let text = String(repeating: "x", count: 1 << 19)
        let much = (0..<200 as Range<UInt64>).count {
            held.hold(call($0, from: ":1.\($0 / 7)", [.string(text)]), isKnown: true)
        }
        #expect((much - 3) << 19 < HeldCalls.largestSize && much << 19 > HeldCalls.largestSize / 2)
        let little = (0..<64 as Range<UInt64>).count { held.hold(call($0, from: ":2.\($0)"), isKnown: false) }
        #expect(little == 64)
        let largest = String(repeating: "x", count: HeldCalls.largestSize / 2)
        var empty = HeldCalls()
        let isLargestHeld = empty.hold(call(1, from: ":1.1", [.string(largest)]), isKnown: false)
        #expect(isLargestHeld)
    }
}
