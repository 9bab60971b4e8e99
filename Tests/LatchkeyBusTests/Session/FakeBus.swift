// A bus that does what a test says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyBus
import LatchkeyTestSupport
import Synchronization
import Testing

/// One end of a pair of sockets; a thread serves the other one as it would a real bus.
final class FakeBus {
    private var socket: CInt
    private let thread: RunningThread<SessionBus.End>
    private let counter = Counter()

    /// Calls that were handled.
    var handled: Int { counter.value.load(ordering: .acquiring) }

    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    static let handshake = "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n"

    /// Signals of 64 KiB that a flood has: more than a socket takes, also of root.
    static let flood = 400

    /// - Parameter limits: of the connection.
    /// - Parameter isWatched: whether one process must send everything, and what is old is discarded.
    init(limits: BusLimits = BusLimits(), isWatched: Bool = false) throws {
        var pair: [CInt] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        socket = pair[0]
        let other = pair[1]
        // A fault is to end the test.
        var time = timeval(tv_sec: 20, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(socket, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let counter = counter
        thread = startThread {
            let bus = try SessionBus(taking: other, limits: limits, watchesSender: isWatched)
            return bus.run(Answering(bus, counter, isWatched))
        }
    }

    deinit { if socket >= 0 { close(socket) } }

    /// Sends all of it.
    /// - Returns: false if the other end has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return unsafe Glibc.send(socket, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Has another process send something.
    func sendElsewhere(_ text: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/echo")
        process.arguments = [text]
        process.standardOutput = FileHandle(fileDescriptor: socket, closeOnDealloc: false)
        try process.run()
        process.waitUntilExit()
    }

    /// The handshake, and the answer to Hello.
    func connect() {
        var hello = WireMessage.answer(to: 1, sender: "org.freedesktop.DBus")
        hello.fields.append((8, .text("g", "s")))
        hello.body = [4, 0, 0, 0] + Array(":1.2".utf8) + [0]
        send(Array(Self.handshake.utf8) + hello.bytes)
    }

    /// Reads until these bytes have come.
    /// - Returns: all that came.
    /// - Parameter isKept: false if only the end is wanted.
    func receive(until text: String, isKept: Bool = true) -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while !Self.ends(all, with: text, within: part.count) {
            let count = unsafe recv(socket, &part, part.count, 0)
            guard count > 0 else { break }
            if !isKept { all.removeFirst(max(0, all.count - text.utf8.count)) }
            all += part.prefix(count)
        }
        return all
    }

    /// Looks at what came last.
    private static func ends(_ bytes: [UInt8], with text: String, within count: Int) -> Bool {
        String(decoding: bytes.suffix(count + text.utf8.count), as: Unicode.ASCII.self).contains(text)
    }

    func hangUp() {
        close(socket)
        socket = -1
    }

    /// Waits until calls were handled, and no further ones are for a while.
    func handled(atLeast count: Int) throws -> Bool {
        var last = -1
        for _ in 0..<200 {
            if handled >= count, handled == last { return true }
            last = handled
            usleep(100_000)
        }
        return false
    }

    func ended() throws -> SessionBus.End { try thread.wait(seconds: 30) }

    /// Answers each call with what it holds, as often as it says.
    private final class Answering: BusHandling {
        private let bus: SessionBus
        private let isWatched: Bool

        private let counter: Counter

        init(_ bus: SessionBus, _ counter: Counter, _ isWatched: Bool) {
            self.bus = bus
            self.counter = counter
            self.isWatched = isWatched
        }

        func connected(as name: String) { if isWatched { bus.discardOlder() } }

        func received(_ arrival: BusArrival) {
            guard case .call(let call) = arrival else { return }
            counter.value.add(1, ordering: .acquiringAndReleasing)
            if call.member == "Large" {
                return bus.answer(call, [.string(String(repeating: "x", count: 1 << 20))])
            }
            if call.member == "Flood" {
                let text = String(repeating: "x", count: 1 << 16)
                for _ in 0..<FakeBus.flood {
                    bus.send(
                        BusSignal(
                            path: "/", interface: EchoServer.interface, member: "Sent", arguments: [.string(text)]))
                }
            }
            bus.answer(call, call.arguments)
        }

        func woken() {}
        func tick(at now: UInt64) -> UInt64? { nil }
    }
}
