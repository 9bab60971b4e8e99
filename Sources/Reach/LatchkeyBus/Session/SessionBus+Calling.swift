// Calls of this process over a session's bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd

extension SessionBus: BusCalling {
    /// A call whose answer is awaited.
    struct AskedCall {
        let destination: String
        /// In milliseconds of the monotonic clock.
        let deadline: UInt64

        /// If it went to one connection, or to the bus, nobody else may answer.
        func mayAnswer(_ sender: String) -> Bool {
            let isOne = destination.utf8.first == UInt8(ascii: ":") || destination == SystemBus.name
            // The bus also answers for a connection that has gone.
            return !isOne || sender == destination || sender == SystemBus.name
        }
    }

    /// Numbers of calls that were not sent: sd-bus counts in 32 bits.
    private static let firstUnsent: UInt64 = 1 << 32

    package func call(
        _ member: String, of interface: String, at path: String, in destination: String, _ arguments: [BusValue]
    ) -> UInt64 {
        var message: OpaquePointer?
        var cookie: UInt64 = 0
        if unsafe library.calls.message_new_method_call(bus, &message, destination, path, interface, member) >= 0,
            let message = unsafe message
        {
            defer { _ = unsafe library.calls.message_unref(message) }
            if unsafe fillAndSend(message, arguments, cookie: &cookie) == nil, cookie != 0 {
                let deadline = Self.now + limits.answerTime
                asked[cookie] = AskedCall(destination: destination, deadline: deadline)
                firstDeadline = min(firstDeadline, deadline)
                return cookie
            }
        }
        lastUnsent += 1
        let number = Self.firstUnsent + lastUnsent
        unsent.append(number)
        return number
    }

    /// Gives the handler an answer for calls that get none.
    func answerLate(at now: UInt64) {
        guard !unsent.isEmpty || !asked.isEmpty else { return }
        let failed = unsent
        unsent = []
        for number in failed {
            handler?.received(
                .answer(number: number, sender: "", .failure(BusFailure(.failed, "the call cannot be sent"))))
        }
        guard now >= firstDeadline else { return }
        let late = asked.filter { $0.value.deadline <= now }.keys
        firstDeadline = asked.values.reduce(.max) { $1.deadline <= now ? $0 : min($0, $1.deadline) }
        for number in late {
            asked[number] = nil
            handler?.received(
                .answer(number: number, sender: "", .failure(BusFailure(.noReply, "no answer came in time"))))
        }
    }

    /// Milliseconds until the next call is late.
    func nextDeadline(after now: UInt64) -> UInt64 {
        guard !asked.isEmpty else { return .max }
        return firstDeadline > now ? firstDeadline - now : 0
    }
}
