// Two connections to a real bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct SessionBusTests {
    private let bus: PrivateBus
    private let server: EchoServer

    init() throws {
        bus = try PrivateBus()
        server = try EchoServer(on: bus)
    }

    private static let values: @Sendable () -> [BusValue] = {
        [
            .byte(7), .boolean(true), .int16(-2), .uint16(3), .int32(-4), .uint32(5), .int64(-6), .uint64(.max),
            .double(1.5), .string("größer"), .path("/a/b_1"), .signature("a{sv}"),
            .bytes(ItemSecret(SecretBytes(unrecorded: Array(0...255)))),
            .bytes(ItemSecret(SecretBytes(unrecorded: []))),
            .array(of: "s", []), .array(of: "o", [.path("/"), .path("/x")]),
            .array(of: "(oayays)", []), .array(of: "ai", [.array(of: "i", []), .array(of: "i", [.int32(1)])]),
            .dictionary(key: "s", value: "v", []),
            .dictionary(
                key: "s", value: "v",
                [
                    (key: .string("one"), value: .variant(.array(of: "u", []))),
                    (key: .string("two"), value: .variant(.variant(.boolean(false)))),
                ]),
            .structure([.path("/s"), .bytes(ItemSecret(SecretBytes(unrecorded: [1]))), .string("text/plain")]),
        ]
    }

    @Test func `every type comes back as it was sent`() throws {
        let values = Self.values
        let result = try server.exchange(on: bus) {
            [EchoCall(member: "Echo", arguments: values()), EchoCall(member: "Where", arguments: values())]
        }
        #expect(result.values(0) == values().map { "\($0)" }.joined(separator: " "))
        #expect(result.values(1)?.contains(#""\#(values().map(\.signature).joined())""#) == true)
        #expect(result.end == .stopped)
        #expect(try server.stop() == .stopped)
    }

    @Test func `bytes come back as they were sent`() throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let result = try server.exchange(on: bus) {
            [EchoCall(member: "Echo", arguments: [.bytes(ItemSecret(SecretBytes(unrecorded: bytes)))])]
        }
        guard case .success(let values)? = result.answers.first, case .bytes(let secret)? = values.first else {
            Issue.record("there are no bytes")
            return
        }
        #expect(secret.bytes.declassified(because: "it is test data") == bytes)
    }

    @Test func `a call is answered once, at once or later`() throws {
        let result = try server.exchange(on: bus) {
            [
                EchoCall(member: "Twice"), EchoCall(member: "Later", arguments: [.string("kept")]),
                EchoCall(member: "Unknown"), EchoCall(member: "Later", arguments: [.uint32(2)]),
            ]
        }
        #expect(result.values(0) == #"string("first")"#)
        #expect(result.values(1) == #"string("kept")"#)
        #expect(result.failure(2) == "NotSupported")
        #expect(result.values(3) == "uint32(2)")
    }

    @Test func `sd-bus answers nothing by itself`() throws {
        let result = try server.exchange(on: bus) {
            [
                EchoCall(member: "Ping", interface: "org.freedesktop.DBus.Peer", arguments: [.string("ours")]),
                EchoCall(member: "Introspect", interface: "org.freedesktop.DBus.Introspectable", path: "/"),
            ]
        }
        #expect(result.values(0) == #"string("ours")"#)
        #expect(result.failure(1) == "NotSupported")
    }

    @Test func `a signal goes to one connection`() throws {
        let result = try server.exchange(on: bus) {
            [EchoCall(member: "Signal", arguments: [.boolean(true)]), EchoCall(member: "Echo")]
        }
        #expect(result.signals.map(\.member) == ["Sent"] && result.signals.map(\.path) == ["/signal"])
        #expect(result.answers.count == 2)
        let others = try server.exchange(on: bus) { [EchoCall(member: "Echo")] }
        #expect(others.signals.isEmpty)
    }

    @Test(arguments: ["Wrong", "Mixed", "Zero"])
    func `an answer that D-Bus cannot carry is an error`(member: String) throws {
        let result = try server.exchange(on: bus) { [EchoCall(member: member), EchoCall(member: "Echo")] }
        #expect(result.failure(0) == "Failed" && result.values(1) == "")
    }

    @Test func `a message that is too long is refused, and the connection lives on`() throws {
        let result = try server.exchange(on: bus) {
            [1 << 20, 2 << 20, 1 << 10].map { count in
                EchoCall(
                    member: "Echo",
                    arguments: [.bytes(ItemSecret(SecretBytes(unrecorded: Array(repeating: 7, count: count))))])
            }
        }
        #expect(result.values(0) == "bytes(<secret, 1048576 bytes>)")
        #expect(result.failure(1) == "LimitsExceeded")
        #expect(result.values(2) == "bytes(<secret, 1024 bytes>)")
    }

    @Test func `an answer that is too long for the caller is an error to it`() throws {
        var limits = BusLimits()
        limits.longestMessage = 4096
        let result = try server.exchange(on: bus, limits: limits) {
            [5000, 50].map { count in
                EchoCall(
                    member: "Echo",
                    arguments: [.bytes(ItemSecret(SecretBytes(unrecorded: Array(repeating: 7, count: count))))])
            }
        }
        #expect(result.failure(0) == "LimitsExceeded" && result.values(1) == "bytes(<secret, 50 bytes>)")
    }

    @Test func `an answer that is too long to send is an error`() throws {
        var limits = BusLimits()
        limits.longestAnswer = 4096
        let small = try EchoServer(on: bus, limits: limits)
        let result = try small.exchange(on: bus) {
            [5000, 50].map { count in
                EchoCall(
                    member: "Echo",
                    arguments: [.bytes(ItemSecret(SecretBytes(unrecorded: Array(repeating: 7, count: count))))])
            }
        }
        #expect(result.failure(0) == "LimitsExceeded" && result.values(1) == "bytes(<secret, 50 bytes>)")
    }

    @Test func `descriptors are taken from the portal alone`() throws {
        let result = try server.exchange(on: bus) {
            let descriptor = {
                BusValue.descriptor(BusDescriptor(owning: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)))
            }
            return [
                EchoCall(member: "Echo", arguments: [descriptor()]),
                EchoCall(member: "RetrieveSecret", arguments: [descriptor()]),
                EchoCall(member: "Where", interface: EchoServer.portal, arguments: [descriptor()]),
                EchoCall(
                    member: "RetrieveSecret", interface: EchoServer.portal, arguments: [descriptor(), descriptor()]),
                EchoCall(member: "Echo"),
            ]
        }
        for index in 0..<4 { #expect(result.failure(index) == "NotSupported") }
        #expect(result.values(4) == "")
    }

    @Test func `the portal's descriptor is written to`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(unsafe pipe(&pair) == 0)
        let output = pair[1]
        let result = try server.exchange(on: bus) {
            [
                EchoCall(
                    member: "RetrieveSecret", interface: EchoServer.portal,
                    arguments: [.descriptor(BusDescriptor(owning: output))])
            ]
        }
        #expect(result.values(0) == "")
        // The bus has no copy any more, and neither has the server: else this would not end.
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(unsafe read(pair[0], &bytes, bytes.count) == 6 && read(pair[0], &bytes, bytes.count) == 0)
        close(pair[0])
    }

    @Test func `what nests too deep or has too many values is refused`() throws {
        var limits = BusLimits()
        limits.mostValues = 100
        let small = try EchoServer(on: bus, limits: limits)
        let result = try small.exchange(on: bus) {
            var deep = BusValue.byte(1)
            for _ in 0..<31 { deep = .variant(deep) }
            let many = { BusValue.array(of: "q", Array(repeating: .uint16(1), count: $0)) }
            return [
                EchoCall(member: "Echo", arguments: [deep]),
                EchoCall(member: "Echo", arguments: [.variant(deep)]),
                EchoCall(member: "Echo", arguments: [many(99)]),
                EchoCall(member: "Echo", arguments: [many(100)]),
            ]
        }
        #expect(result.values(0)?.contains("byte(1)") == true)
        #expect(result.failure(1) == "Failed")
        #expect(result.values(2) != nil)
        #expect(result.failure(3) == "LimitsExceeded")
    }

    @Test func `a call to nobody, and one that cannot be sent, come to an error`() throws {
        let result = try server.exchange(on: bus, to: ":1.4000") { [EchoCall(member: "Echo")] }
        #expect(result.failure(0) != nil)
        let unsent = try server.exchange(on: bus) {
            [EchoCall(member: "no member"), EchoCall(member: "Echo", arguments: [.path("")])]
        }
        #expect(unsent.failure(0) == "Failed" && unsent.failure(1) == "Failed")
    }

    @Test func `a call without an answer ends after its time`() throws {
        var limits = BusLimits()
        limits.answerTime = 50
        let result = try server.exchange(on: bus, limits: limits) { [EchoCall(member: "Never")] }
        #expect(result.failure(0) == "NoReply")
    }

    @Test func `calls that nobody answers are bounded`() throws {
        var limits = BusLimits()
        limits.mostPending = 2
        let small = try EchoServer(on: bus, limits: limits)
        var waiting = BusLimits()
        waiting.answerTime = 50
        let result = try small.exchange(on: bus, limits: waiting) {
            [EchoCall(member: "Never"), EchoCall(member: "Never"), EchoCall(member: "Never"), EchoCall(member: "Echo")]
        }
        #expect((0..<4).map { result.failure($0) } == ["NoReply", "NoReply", "LimitsExceeded", "LimitsExceeded"])
    }

    @Test func `nothing is done for a call that is refused since too many wait`() throws {
        var limits = BusLimits()
        limits.mostPending = 1
        let small = try EchoServer(on: bus, limits: limits)
        var waiting = BusLimits()
        waiting.answerTime = 200
        let result = try small.exchange(on: bus, limits: waiting) {
            [EchoCall(member: "NeverAfterSignal"), EchoCall(member: "NeverAfterSignal"), EchoCall(member: "Signal")]
        }
        #expect((0..<3).map { result.failure($0) } == ["NoReply", "LimitsExceeded", "LimitsExceeded"])
        #expect(result.signals.map(\.member) == ["Done"])
    }
}
