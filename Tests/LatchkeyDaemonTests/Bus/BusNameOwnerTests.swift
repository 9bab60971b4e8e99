// A name on the bus is taken when it is free, and from nobody.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import Testing

private final class ScriptedBus: BusCalling {
    private(set) var calls: [(number: UInt64, member: String, arguments: [BusValue])] = []

    func call(
        _ member: String, of interface: String, at path: String, in destination: String, _ arguments: [BusValue]
    ) -> UInt64 {
        calls.append((UInt64(calls.count + 1), member, arguments))
        return UInt64(calls.count)
    }

    var last: String { calls.last?.member ?? "" }
}

@Suite struct BusNameOwnerTests {
    private let bus = ScriptedBus()
    private static let driver = "org.freedesktop.DBus"

    private func owner(_ noted: Noted) -> BusNameOwner {
        let owner = BusNameOwner("org.example.name", calling: bus, clock: { noted.now }) { noted.states.append($0) }
        owner.connected(as: ":1.7")
        return owner
    }

    private final class Noted {
        var states: [BusNameOwner.State] = []
        var now: UInt64 = 5_000_000
    }

    private func answer(_ owner: BusNameOwner, _ result: Result<[BusValue], BusFailure>) -> Bool {
        owner.received(.answer(number: UInt64(bus.calls.count), sender: Self.driver, result))
    }

    private func change(_ owner: BusNameOwner, of name: String = "org.example.name", to new: String, by sender: String)
    {
        let signal = BusSignal(
            path: "/org/freedesktop/DBus", interface: Self.driver, member: "NameOwnerChanged",
            arguments: [.string(name), .string(":1.9"), .string(new)])
        _ = owner.received(.signal(signal, sender: sender))
    }

    @Test func `a free name is owned, without queue and without replacement`() {
        let noted = Noted()
        let owner = owner(noted)
        #expect(bus.last == "RequestName")
        let flags: UInt32? = if case .uint32(let flags)? = bus.calls.last?.arguments.last { flags } else { nil }
        #expect(flags == 4)
        #expect(answer(owner, .success([.uint32(1)])))
        #expect(noted.states == [.owned])
    }

    @Test func `a name of another program is asked for again when that has gone, and the bus says so`() {
        let noted = Noted()
        let owner = owner(noted)
        _ = answer(owner, .success([.uint32(3)]))
        #expect(bus.last == "GetNameOwner")
        _ = answer(owner, .success([.string(":1.9")]))
        #expect(noted.states == [.foreign(":1.9")])
        let before = bus.calls.count
        change(owner, to: "", by: ":1.9")
        change(owner, of: "org.example.other", to: "", by: Self.driver)
        change(owner, to: ":1.10", by: Self.driver)
        #expect(bus.calls.count == before)
        noted.now += 1000
        change(owner, to: "", by: Self.driver)
        #expect(bus.last == "RequestName" && bus.calls.count == before + 1)
        _ = answer(owner, .success([.uint32(1)]))
        #expect(noted.states == [.foreign(":1.9"), .owned])
    }

    @Test func `however often a bus says that the name is free, it is asked for once in a second`() {
        let noted = Noted()
        let owner = owner(noted)
        _ = answer(owner, .success([.uint32(1)]))
        let before = bus.calls.count
        for step in 0..<1000 {
            change(owner, to: "", by: Self.driver)
            _ = answer(owner, .success([.uint32(step % 2 == 0 ? 3 : 1)]))
        }
        #expect(bus.calls.count == before)
        #expect(owner.tick(at: noted.now) == 1000)
        noted.now += 1000
        #expect(owner.tick(at: noted.now) == nil)
        #expect(bus.calls.count == before + 1 && bus.last == "RequestName")
        #expect(noted.states == [.owned])
    }

    @Test func `a name that the policy of the bus denies is not asked for again`() {
        let noted = Noted()
        let owner = owner(noted)
        _ = answer(owner, .failure(BusFailure("org.freedesktop.DBus.Error.AccessDenied", "no")))
        #expect(noted.states == [.denied])
        let before = bus.calls.count
        change(owner, to: "", by: Self.driver)
        #expect(bus.calls.count == before)
    }

    @Test(arguments: [[], [BusValue.string("1")], [.uint32(77)]] as [[BusValue]])
    func `an answer that is none is no name`(values: [BusValue]) {
        let noted = Noted()
        let owner = owner(noted)
        _ = answer(owner, .success(values))
        #expect(!noted.states.contains(.owned))
        #expect(!owner.received(.answer(number: 999, sender: Self.driver, .success([.uint32(1)]))))
    }
}
