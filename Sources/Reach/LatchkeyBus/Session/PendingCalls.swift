// Calls that are answered later.
// SPDX-License-Identifier: Apache-2.0

/// Those of a connection that goes are forgotten without a look at the others: it takes no turn, and anybody can have
/// connections come and go.
struct PendingCalls {
    private var calls: [UInt64: SessionBus.PendingCall] = [:]
    private var numbers: [String: Set<UInt64>] = [:]

    var count: Int { calls.count }

    mutating func insert(_ call: SessionBus.PendingCall, numbered number: UInt64) {
        calls[number] = call
        numbers[call.sender, default: []].insert(number)
    }

    /// - Returns: nil for one that has been answered, or whose sender is gone.
    mutating func remove(_ number: UInt64) -> SessionBus.PendingCall? {
        guard let call = calls.removeValue(forKey: number) else { return nil }
        numbers[call.sender]?.remove(number)
        if numbers[call.sender]?.isEmpty ?? false { numbers[call.sender] = nil }
        return call
    }

    /// A connection is gone.
    mutating func left(_ sender: String) {
        for number in numbers.removeValue(forKey: sender) ?? [] { calls[number] = nil }
    }
}
