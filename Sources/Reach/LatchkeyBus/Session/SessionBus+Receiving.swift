// Messages of a session's bus as values.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd

extension SessionBus {
    /// A call that is being handled.
    @safe
    struct CurrentCall {
        let number: UInt64
        let message: OpaquePointer
    }

    /// A message that is handled later. Whoever takes it out gives it back to sd-bus.
    @safe
    struct KeptMessage {
        let message: OpaquePointer
    }

    /// A call that is answered later: of its message only this is kept.
    struct PendingCall {
        let cookie: UInt64
        let sender: String
    }

    /// Takes every message, before sd-bus answers one by itself.
    func filter(_ message: OpaquePointer) {
        delivered += 1
        _ = unsafe library.calls.message_sensitive(message)
        if kept.isEmpty, !isPausing { return unsafe take(message) }
        if let message = unsafe library.calls.message_ref(message) { kept.append(unsafe KeptMessage(message: message)) }
    }

    /// Handles what came while too much waited for the bus.
    func takeKept() {
        var count = 0
        while count < kept.count, !isPausing {
            let message = unsafe kept[count].message
            count += 1
            unsafe take(message)
            _ = unsafe library.calls.message_unref(message)
        }
        kept.removeFirst(count)
    }

    private func take(_ message: OpaquePointer) {
        var type: UInt8 = 0
        guard unsafe library.calls.message_get_type(message, &type) >= 0,
            let sender = unsafe Self.text(library.calls.message_get_sender(message))
        else { return }
        if let proof {
            if type == MessageHeader.Kind.signal.rawValue, unsafe isProof(message, sender, proof) { self.proof = nil }
            return
        }
        switch MessageHeader.Kind(rawValue: type) {
        case .call: unsafe takeCall(message, sender)
        case .signal: unsafe takeSignal(message, sender)
        case .result, .error: unsafe takeAnswer(message, sender)
        case nil: return
        }
    }

    private func takeCall(_ message: OpaquePointer, _ sender: String) {
        let interface = unsafe Self.text(library.calls.message_get_interface(message)) ?? ""
        let member = unsafe Self.text(library.calls.message_get_member(message)) ?? ""
        if interface == MessageHeader.Refusal.interface {
            let isLarge = member == MessageHeader.Refusal.tooLarge.rawValue
            unsafe refuse(
                message, isLarge ? .tooLarge : BusFailure(.notSupported, "no file descriptors are taken here"))
            return
        }
        let values: [BusValue]
        do throws(MessageDecoder.Failure) {
            values = try unsafe decoded(message)
        } catch {
            switch error {
            case .malformed: unsafe refuse(message, BusFailure(.invalidArgs, "the arguments cannot be read"))
            case .tooMany: unsafe refuse(message, .tooLarge)
            }
            return
        }
        let expectsAnswer = unsafe library.calls.message_get_expect_reply(message) > 0
        var cookie: UInt64 = 0
        guard unsafe library.calls.message_get_cookie(message, &cookie) >= 0 else { return }
        // Before anything is done for it: whoever is refused can rely on that.
        guard !expectsAnswer || pending.count < limits.mostPending else {
            unsafe refuse(message, BusFailure(.limitsExceeded, "too many calls wait for an answer"))
            return
        }
        lastCall += 1
        let call = BusCall(
            number: lastCall, sender: sender, path: unsafe Self.text(library.calls.message_get_path(message)) ?? "",
            interface: interface, member: member,
            signature: unsafe Self.text(library.calls.message_get_signature(message, 1)) ?? "", arguments: values,
            expectsAnswer: expectsAnswer)
        current = unsafe CurrentCall(number: lastCall, message: message)
        handler?.received(.call(call))
        defer { current = nil }
        // It is answered later.
        guard current != nil, expectsAnswer else { return }
        pending.insert(PendingCall(cookie: cookie, sender: sender), numbered: call.number)
    }

    private func takeSignal(_ message: OpaquePointer, _ sender: String) {
        guard let values = try? unsafe decoded(message),
            let path = unsafe Self.text(library.calls.message_get_path(message)),
            let interface = unsafe Self.text(library.calls.message_get_interface(message)),
            let member = unsafe Self.text(library.calls.message_get_member(message))
        else { return }
        // Who has left waits for no answer.
        if sender == SystemBus.name, member == "NameOwnerChanged", values.count == 3,
            case .string(let name) = values[0], case .string(let owner) = values[2], owner.isEmpty
        {
            pending.left(name)
        }
        let signal = BusSignal(
            path: path, interface: interface, member: member,
            destination: nil, arguments: values)
        handler?.received(.signal(signal, sender: sender))
    }

    private func takeAnswer(_ message: OpaquePointer, _ sender: String) {
        var cookie: UInt64 = 0
        guard unsafe library.calls.message_get_reply_cookie(message, &cookie) >= 0, let call = asked[cookie],
            call.mayAnswer(sender)
        else { return }
        asked[cookie] = nil
        let result: Result<[BusValue], BusFailure>
        if let error = unsafe library.calls.message_get_error(message) {
            result = .failure(
                BusFailure(unsafe Self.text(error.pointee.name) ?? "", unsafe Self.text(error.pointee.message) ?? ""))
        } else if let values = try? unsafe decoded(message) {
            result = .success(values)
        } else {
            result = .failure(BusFailure(.inconsistentMessage, "the answer cannot be read"))
        }
        handler?.received(.answer(number: cookie, sender: sender, result))
    }

    private func decoded(_ message: OpaquePointer) throws(MessageDecoder.Failure) -> [BusValue] {
        var decoder = unsafe MessageDecoder(message, of: library, most: limits.mostValues)
        return try decoder.arguments()
    }

    static func text(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
