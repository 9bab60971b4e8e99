// What a bus can make this process hold in memory.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyBus
import Testing

/// Each test is a process of its own, since what is counted is the process's and the other tests fill it as well.
@Suite(.serialized) struct BusMemoryTests {
    @Test func `a hundred million bytes take no memory here`() async {
        await #expect(processExitsWith: .success) {
            let bus = try FakeBus()
            bus.connect()
            _ = bus.receive(until: "Hello")
            var long = WireMessage.call().with(8, .text("g", "ay"))
            long.bodyCount = 100_000_000
            let part = [UInt8](repeating: 1, count: 1_000_000)
            let before = try BusMemoryTests.resident()
            bus.send(long.header)
            for _ in 0..<100 { #expect(bus.send(part)) }
            #expect(!bus.receive(until: "LimitsExceeded").isEmpty)
            let after = try BusMemoryTests.resident()
            #expect(after - before < 32 << 20, "\(before) bytes became \(after)")
            bus.send(WireMessage.call("After").bytes)
            #expect(bus.receive(until: ":1.3")[1] == 2)
        }
    }

    @Test func `calls for large answers wait while the bus does not read`() async {
        await #expect(processExitsWith: .success) {
            let bus = try FakeBus()
            bus.connect()
            _ = bus.receive(until: "Hello")
            let before = try BusMemoryTests.resident()
            // As many answers of a million bytes as come of ten thousand bytes of calls.
            for _ in 0..<2 { bus.send(Array(repeating: WireMessage.call("Large").bytes, count: 50).flatMap(\.self)) }
            #expect(try bus.handled(atLeast: 1))
            let (count, after) = (bus.handled, try BusMemoryTests.resident())
            #expect(after - before < 48 << 20, "\(before) bytes became \(after)")
            #expect(count < 20)
            bus.send(WireMessage.call("Last", body: [3, 0, 0, 0, 1, 2, 3]).bytes)
            let all = bus.receive(until: "\u{3}\0\0\0\u{1}\u{2}\u{3}", isKept: false)
            #expect(!all.isEmpty && bus.handled == 101)
            bus.hangUp()
            #expect(try bus.ended() == .closed)
        }
    }

    /// Bytes of this process that are in memory.
    static func resident() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * 4096
    }
}
