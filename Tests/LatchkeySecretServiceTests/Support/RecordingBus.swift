// A bus that keeps what is sent.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus

@testable import LatchkeySecretService

final class RecordingBus: BusSending {
    private(set) var answers: [UInt64: [Result<[BusValue], BusFailure>]] = [:]
    var signals: [BusSignal] = []
    /// Answers and signals in the order in which they were sent.
    private(set) var order: [String] = []
    private(set) var lastAnswer: [BusValue]?

    func answer(_ call: BusCall, _ values: [BusValue]) {
        answers[call.number, default: []].append(.success(values))
        lastAnswer = values
        order.append(call.member)
    }

    func refuse(_ call: BusCall, _ failure: BusFailure) {
        answers[call.number, default: []].append(.failure(failure))
        order.append(call.member)
    }

    func send(_ signal: BusSignal) {
        signals.append(signal)
        order.append(signal.member)
    }
}
