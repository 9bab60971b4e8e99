// What a bus can do to this process.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite(.serialized) struct HostileBusTests {
    @Test func `a bus that hangs up ends the connection`() throws {
        for text in ["", "DATA\r\n", "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\n", FakeBus.handshake] {
            let bus = try FakeBus()
            _ = bus.receive(until: "BEGIN")
            bus.send(Array(text.utf8))
            bus.hangUp()
            #expect(try bus.ended() == .closed)
        }
        let connected = try FakeBus()
        connected.connect()
        connected.send(Array(WireMessage.call(body: [1, 2, 3]).bytes.dropLast()))
        connected.hangUp()
        #expect(try connected.ended() == .closed)
    }

    @Test(arguments: ["REJECTED EXTERNAL\r\n", "HTTP/1.1 400\r\n\r\n"])
    func `a bus that refuses ends the connection`(text: String) throws {
        let bus = try FakeBus()
        bus.send(Array(text.utf8))
        #expect(try bus.ended() == .broken(.handshake))
    }

    @Test func `bytes that are no messages end the connection`() throws {
        let bus = try FakeBus()
        bus.connect()
        bus.send(WireMessage.call().bytes + Array(repeating: 7, count: 100))
        #expect(try bus.ended() == .broken(.header))
    }

    @Test func `another process that sends something ends the connection`() throws {
        let bus = try FakeBus(isWatched: true)
        _ = bus.receive(until: "BEGIN")
        bus.connect()
        _ = bus.receive(until: "Number")
        try bus.sendElsewhere("l")
        #expect(try bus.ended() == .broken(.sender))
    }

    @Test func `what the bus does not bring back ends the connection, and nothing counts before`() throws {
        var limits = BusLimits()
        limits.proofTime = 500
        let bus = try FakeBus(limits: limits, isWatched: true)
        _ = bus.receive(until: "BEGIN")
        bus.connect()
        var call = WireMessage.call("Asked")
        call.body = [5, 0, 0, 0] + Array("found".utf8) + [0]
        call.fields.append((8, .text("g", "s")))
        bus.send(call.bytes)
        #expect(try bus.ended() == .broken(.proof))
        let said = String(decoding: bus.receive(until: "found"), as: Unicode.ASCII.self)
        #expect(said.contains("io.latchkey.Proof") && !said.contains("found"))
    }

    @Test func `messages in pieces, and of the other byte order, are answered`() throws {
        let bus = try FakeBus()
        bus.connect()
        _ = bus.receive(until: "Hello")
        var call = WireMessage.call("Swapped", bigEndian: true)
        call.body = [0, 0, 0, 5] + Array("found".utf8) + [0]
        call.fields.append((8, .text("g", "s")))
        for byte in call.bytes { bus.send([byte]) }
        let answer = bus.receive(until: "found")
        #expect(answer.count > 16 && answer[1] == 2)
        bus.hangUp()
        #expect(try bus.ended() == .closed)
    }

    @Test func `a body that is not what its types say is refused`() throws {
        let bus = try FakeBus()
        bus.connect()
        _ = bus.receive(until: "Hello")
        var bodies: [(String, [UInt8])] = [
            ("s", [255, 255, 255, 255, 0]), ("s", [1, 0, 0, 0, 255, 0]), ("s", [1, 0, 0, 0]),
        ]
        bodies += [
            ("ay", [9, 0, 0, 0, 1]), ("v", [1, 115, 0]), ("a{sv}", [255, 255, 255, 3]), ("o", [1, 0, 0, 0, 97, 0]),
        ]
        for (types, body) in bodies {
            var call = WireMessage.call(body: body)
            call = call.with(8, .text("g", types))
            bus.send(call.bytes)
            #expect(!bus.receive(until: "org.freedesktop.DBus.Error.InvalidArgs").isEmpty)
        }
        bus.send(WireMessage.call("Again").bytes)
        #expect(bus.receive(until: ":1.3")[1] == 2)
    }

    @Test func `a bus that reads nothing ends the connection`() throws {
        var limits = BusLimits()
        limits.stuckTime = 100
        let bus = try FakeBus(limits: limits)
        bus.connect()
        bus.send(WireMessage.call("Flood").bytes)
        #expect(try bus.ended() == .stuck)
    }

    @Test func `while the bus does not read, nothing is taken from it`() throws {
        let bus = try FakeBus()
        bus.connect()
        _ = bus.receive(until: "Hello")
        bus.send(WireMessage.call("Flood").bytes + WireMessage.call("Last", body: [3, 0, 0, 0, 1, 2, 3]).bytes)
        let all = bus.receive(until: "\u{3}\0\0\0\u{1}\u{2}\u{3}")
        #expect(all.count > FakeBus.flood << 16)
        bus.hangUp()
        #expect(try bus.ended() == .closed)
    }
}
