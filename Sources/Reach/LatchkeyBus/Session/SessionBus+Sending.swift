// Answers and signals over a session's bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd

extension SessionBus: BusSending {
    package func answer(_ call: BusCall, _ values: [BusValue]) {
        unsafe withMessage(of: call) { message in
            var reply: OpaquePointer?
            guard unsafe library.calls.message_new_method_return(message, &reply) >= 0, let reply = unsafe reply else {
                return
            }
            defer { _ = unsafe library.calls.message_unref(reply) }
            if let failure = unsafe fillAndSend(reply, values) { unsafe refuse(message, failure) }
        }
    }

    package func refuse(_ call: BusCall, _ failure: BusFailure) {
        unsafe withMessage(of: call) { message in unsafe refuse(message, failure) }
    }

    package func send(_ signal: BusSignal) {
        var message: OpaquePointer?
        guard
            unsafe library.calls.message_new_signal(bus, &message, signal.path, signal.interface, signal.member) >= 0,
            let message = unsafe message
        else { return }
        defer { _ = unsafe library.calls.message_unref(message) }
        if let destination = signal.destination {
            guard unsafe library.calls.message_set_destination(message, destination) >= 0 else { return }
        }
        _ = unsafe fillAndSend(message, signal.arguments)
    }

    /// Answers a message with an error.
    func refuse(_ call: OpaquePointer, _ failure: BusFailure) {
        // A name that is none, or a text with a zero, would leave the call without an answer.
        let text = String(failure.message.prefix { $0 != "\0" })
        var reply: OpaquePointer?
        let isMade = unsafe failure.name.withCString { name in
            unsafe text.withCString { text in
                var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
                return unsafe library.calls.message_new_method_error(call, &reply, &error) >= 0
            }
        }
        guard isMade, let reply = unsafe reply else { return }
        defer { _ = unsafe library.calls.message_unref(reply) }
        _ = unsafe fillAndSend(reply, [])
    }

    /// Lends the message of a call that was not answered yet, or one that stands for it.
    private func withMessage(of call: BusCall, _ body: (OpaquePointer) -> Void) {
        if let current, current.number == call.number {
            self.current = nil
            if call.expectsAnswer { unsafe body(current.message) }
            return
        }
        guard let waiting = pending.remove(call.number) else { return }
        // Of a call sd-bus takes the sender and the number into the answer.
        var message: OpaquePointer?
        guard unsafe library.calls.message_new_method_call(bus, &message, nil, "/", nil, "Call") >= 0,
            let message = unsafe message
        else { return }
        defer { _ = unsafe library.calls.message_unref(message) }
        guard unsafe library.calls.message_set_sender(message, waiting.sender) >= 0,
            unsafe library.calls.message_seal(message, waiting.cookie, 0) >= 0
        else { return }
        unsafe body(message)
    }

    /// - Returns: why it was not sent, if another message can still be.
    func fillAndSend(_ message: OpaquePointer, _ values: [BusValue], cookie: UnsafeMutablePointer<UInt64>? = nil)
        -> BusFailure?
    {
        _ = unsafe library.calls.message_sensitive(message)
        var encoder = unsafe MessageEncoder(message, of: library, most: limits.longestAnswer)
        switch encoder.append(values) {
        case .tooLong: return BusFailure(.limitsExceeded, "the answer is too large")
        case .refused: return BusFailure(.failed, "the answer cannot be written")
        case .done: break
        }
        guard !isBroken else { return nil }
        // There is room for an error also if there is none for an answer.
        let count = encoder.count + 256
        guard queued + count <= limits.mostQueued * (values.isEmpty ? 2 : 1) || !isPausing else {
            return BusFailure(.limitsExceeded, "too much waits for the bus")
        }
        let result = unsafe library.calls.send(bus, message, cookie)
        guard result >= 0 else {
            // Too many descriptors, or a message that is too long.
            return BusFailure(.failed, "the answer cannot be sent")
        }
        // What a socket takes at once is not counted.
        if queued > 0 || queuedMessages > 0 {
            if queued == 0 { lastTaken = Self.now }
            queued += count
        }
        return nil
    }
}
