// Calls of senders whose turn has not come are held in their order, and not without end.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPolicy
import Testing

@Suite struct HeldCallsTests {
    private let greedy = BusShare(of: .test("greedy"))
    private let other = BusShare(of: .test("other"))

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
            let isHeld = held.hold(call(number, from: number == 3 ? ":1.2" : ":1.1"), of: nil)
            #expect(isHeld)
        }
        let (first, second) = (take(":1.1", from: &held), take(":1.1", from: &held))
        #expect(first == [1, 2, 4, 5])
        #expect(second.isEmpty)
        #expect(!held.has(":1.1") && held.has(":1.2"))
    }

    @Test func `a program that is known may have thousands of calls, a stranger fewer`() {
        var held = HeldCalls()
        let known = (0..<20_000 as Range<UInt64>).count { held.hold(call($0, from: ":1.1"), of: greedy) }
        #expect(known == HeldCalls.largestCountOfProgram)
        let strange = (0..<20_000 as Range<UInt64>).count { held.hold(call($0, from: ":1.2"), of: nil) }
        #expect(strange == HeldCalls.largestSizeOfStranger / 256)
        let isOthersHeld = held.hold(call(1, from: ":1.3"), of: nil)
        #expect(isOthersHeld)
        #expect(take(":1.1", from: &held).count == known)
        let isHeldAgain = held.hold(call(1, from: ":1.1"), of: greedy)
        #expect(isHeldAgain)
        held.drop(":1.2")
        #expect(!held.has(":1.2"))
    }

    @Test func `a program with a thousand connections has one share`() {
        var held = HeldCalls()
        let text = String(repeating: "x", count: 1 << 15)
        let much = (0..<5000 as Range<UInt64>).count {
            held.hold(call($0, from: ":1.\($0 % 1000)", [.string(text)]), of: greedy)
        }
        #expect(much << 15 <= HeldCalls.largestSizeOfProgram && much << 15 > HeldCalls.largestSizeOfProgram / 2)
        let little = (0..<60 as Range<UInt64>).count { held.hold(call($0, from: ":2.1"), of: other) }
        #expect(little == 60)
    }

    @Test func `strangers fill nothing but their share, and who comes new has room`() {
        var held = HeldCalls()
        let text = String(repeating: "x", count: 1 << 15)
        let much = (0..<5000 as Range<UInt64>).count {
            held.hold(call($0, from: ":1.\($0 % 1000)", [.string(text)]), of: nil)
        }
        #expect(much << 15 <= HeldCalls.largestSizeOfStrangers && much << 15 > HeldCalls.largestSizeOfStrangers / 2)
        let new = (0..<5000 as Range<UInt64>).count { held.hold(call($0, from: ":2.\($0)"), of: nil) }
        #expect(new == 5000, "each has room for one small call")
        let known = (0..<60 as Range<UInt64>).count { held.hold(call($0, from: ":3.1", [.string(text)]), of: other) }
        #expect(known == 60)
    }

    @Test func `what is too much for a program is given back when its connections are known`() {
        var held = HeldCalls()
        let text = String(repeating: "x", count: 1 << 19)
        for number in 0..<11 as Range<UInt64> {
            let isTaken = held.hold(call(number, from: ":1.\(number)", [.string(text)]), of: nil)
            #expect(isTaken)
        }
        let refused = (0..<11).flatMap { held.move(":1.\($0)", to: greedy) }
        #expect(refused.map(\.number) == [7, 8, 9, 10])
        #expect((0..<11).map { held.has(":1.\($0)") } == (0..<11).map { $0 < 7 })
        let isHeld = held.hold(call(1, from: ":1.0", [.string(text)]), of: nil)
        #expect(!isHeld, "a connection that is known does not become a stranger")
        for number in 0..<11 { held.drop(":1.\(number)") }
        let again = (0..<7 as Range<UInt64>).count { held.hold(call($0, from: ":2.1", [.string(text)]), of: greedy) }
        #expect(again == 7, "what went is given back")
    }

    @Test func `whoever has much leaves room for those who have little`() {
        var held = HeldCalls()
        let text = String(repeating: "x", count: 1 << 19)
        let much = (0..<200 as Range<UInt64>).count {
            held.hold(call($0, from: ":1.\($0 / 7)", [.string(text)]), of: BusShare(of: .test("\($0 / 7)")))
        }
        #expect((much - 3) << 19 < HeldCalls.largestSize && much << 19 > HeldCalls.largestSize / 2)
        let little = (0..<64 as Range<UInt64>).count { held.hold(call($0, from: ":2.\($0)"), of: nil) }
        #expect(little == 64)
        let largest = String(repeating: "x", count: HeldCalls.largestSizeOfStrangers / 2)
        var empty = HeldCalls()
        let isLargestHeld = empty.hold(call(1, from: ":1.1", [.string(largest)]), of: nil)
        #expect(isLargestHeld)
    }
}

extension BusPrincipal {
    static func test(_ program: String) -> BusPrincipal {
        let group = AccessGroup(rawValue: program + ".bus")
        return BusPrincipal(
            kind: .program, program: program, path: "/usr/bin/" + program, group: group, ownGroups: [group])
    }
}
