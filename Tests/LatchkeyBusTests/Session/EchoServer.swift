// An object on a bus that gives back what it is given.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LatchkeyBus
import LatchkeyTestSupport
import Synchronization

/// A thread that serves it. ``stop()`` ends it.
final class EchoServer: Sendable {
    static let interface = "test.Echo"
    static let portal = "org.freedesktop.impl.portal.Secret"

    let name: String
    let waker: BusWaker
    private let thread: RunningThread<SessionBus.End>

    init(on bus: PrivateBus, limits: BusLimits = BusLimits()) throws {
        let start = Start()
        let address = bus.address
        thread = startThread {
            let bus = try SessionBus(taking: SessionBus.connect(to: address), limits: limits)
            return bus.run(Handler(bus, start))
        }
        (name, waker) = try start.wait()
    }

    func stop() throws -> SessionBus.End {
        waker.stop()
        return try thread.wait(seconds: 30)
    }

    func ended() throws -> SessionBus.End { try thread.wait(seconds: 30) }

    /// How the thread says who it is.
    private final class Start: Sendable {
        struct NotStarted: Error {}
        private let isDone = DispatchSemaphore(value: 0)
        private let value = Mutex<(String, BusWaker)?>(nil)

        func give(_ name: String, _ waker: BusWaker) {
            value.withLock { $0 = (name, waker) }
            isDone.signal()
        }

        func wait() throws -> (String, BusWaker) {
            guard isDone.wait(timeout: .now() + .seconds(30)) == .success, let value = value.withLock({ $0 }) else {
                throw NotStarted()
            }
            return value
        }
    }

    private final class Handler: BusHandling {
        private let bus: SessionBus
        private let start: Start
        private var later: [BusCall] = []

        init(_ bus: SessionBus, _ start: Start) {
            self.bus = bus
            self.start = start
        }

        func connected(as name: String) { start.give(name, bus.waker) }

        func received(_ arrival: BusArrival) {
            guard case .call(let call) = arrival else { return }
            switch call.member {
            case "Echo", "Ping": bus.answer(call, call.arguments)
            case "RetrieveSecret":
                for case .descriptor(let descriptor) in call.arguments { unsafe write(descriptor.number, "secret", 6) }
                bus.answer(call, [])
            case "Twice":
                bus.answer(call, [.string("first")])
                bus.answer(call, [.string("second")])
                bus.refuse(call, BusFailure("test.Error", "third"))
            case "Where": bus.answer(call, [.path(call.path), .string(call.signature), .string(call.sender)])
            case "Later":
                later.append(call)
                bus.waker.wake()
            case "Never": return
            case "NeverAfterSignal":
                bus.send(
                    BusSignal(
                        path: "/done", interface: EchoServer.interface, member: "Done", destination: call.sender,
                        arguments: []))
            case "Signal":
                let signal = BusSignal(
                    path: "/signal", interface: EchoServer.interface, member: "Sent", destination: call.sender,
                    arguments: call.arguments)
                bus.send(signal)
                bus.answer(call, [])
            case "Wrong":
                bus.answer(call, [.path("no path")])
            case "Mixed":
                bus.answer(call, [.array(of: "s", [.uint32(1)])])
            case "Zero": bus.answer(call, [.string("a\0b")])
            default: bus.refuse(call, BusFailure(.notSupported, "no such method"))
            }
        }

        func woken() {
            for call in later { bus.answer(call, call.arguments) }
            later = []
        }

        func tick(at now: UInt64) -> UInt64? { nil }
    }
}
