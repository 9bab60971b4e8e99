// Calls an echo, one call after the other.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyTestSupport

struct EchoCall {
    var member: String
    var interface = EchoServer.interface
    var path = "/echo"
    var arguments: [BusValue] = []
}

/// What came back: the answers in the order of their calls, and the signals of the server.
struct EchoResult: Sendable {
    var answers: [Result<[BusValue], BusFailure>] = []
    var signals: [BusSignal] = []
    var end: SessionBus.End?

    /// The error of a call, without `org.freedesktop.DBus.Error.` before it.
    func failure(_ index: Int) -> String? {
        guard answers.indices.contains(index), case .failure(let failure) = answers[index] else { return nil }
        return failure.name.split(separator: ".").last.map(String.init)
    }

    /// The values of an answer, as text.
    func values(_ index: Int) -> String? {
        guard answers.indices.contains(index), case .success(let values) = answers[index] else { return nil }
        return values.map { "\($0)" }.joined(separator: " ")
    }
}

extension EchoServer {
    /// Sends calls over a connection of their own.
    func exchange(
        on bus: PrivateBus, limits: BusLimits = BusLimits(), to destination: String? = nil,
        _ calls: @escaping @Sendable () -> [EchoCall]
    ) throws -> EchoResult {
        let (address, name) = (bus.address, destination ?? name)
        return try startThread {
            let bus = try SessionBus(taking: SessionBus.connect(to: address), limits: limits)
            let client = EchoClient(bus, calls(), to: name)
            client.result.end = bus.run(client)
            return client.result
        }.wait(seconds: 60)
    }
}

private final class EchoClient: BusHandling {
    var result = EchoResult()
    private let bus: SessionBus
    private let name: String
    private var calls: ArraySlice<EchoCall>
    private var number: UInt64 = 0

    init(_ bus: SessionBus, _ calls: [EchoCall], to name: String) {
        self.bus = bus
        self.calls = calls[...]
        self.name = name
    }

    func connected(as name: String) { send() }

    func received(_ arrival: BusArrival) {
        switch arrival {
        case .call: return
        case .signal(let signal, let sender): if sender == name { result.signals.append(signal) }
        case .answer(let number, _, let answer):
            guard number == self.number else { return }
            result.answers.append(answer)
            send()
        }
    }

    func woken() {}
    func tick(at now: UInt64) -> UInt64? { nil }

    private func send() {
        guard let call = calls.popFirst() else {
            bus.waker.stop()
            return
        }
        number = bus.call(call.member, of: call.interface, at: call.path, in: name, call.arguments)
    }
}
