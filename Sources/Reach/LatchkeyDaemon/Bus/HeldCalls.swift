// Calls of senders that are not known yet, in their order.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyPlatform

/// Used by the thread of the bus alone. What is held is bounded. If there is no room, whoever holds the most loses its
/// newest call: so programs with several connections that call much before they are known take nothing from one that
/// calls once.
package struct HeldCalls {
    private struct Calls {
        var calls: [BusCall] = []
        var size = 0
    }

    private var held: [String: Calls] = [:]
    private var count = 0
    private var size = 0

    package static let largestCount = 1024
    package static let largestCountOfSender = 64
    /// Bytes of all that is held.
    package static let largestSize = 8 << 20

    package init() {}

    /// Whether calls of a sender wait.
    package func has(_ sender: String) -> Bool { held[sender] != nil }

    /// - Returns: the calls that there is no room for: this one, or others.
    package mutating func hold(_ call: BusCall) -> [BusCall] {
        let (sender, weight, isNew) = (call.sender, call.weight, !has(call.sender))
        guard held[sender].map({ $0.calls.count < Self.largestCountOfSender }) ?? true else { return [call] }
        held[sender, default: Calls()].calls.append(call)
        held[sender]?.size += weight
        count += 1
        size += weight
        var left: [BusCall] = []
        while count > Self.largestCount {
            guard let call = removeLast(of: largest(\.calls.count, else: sender)) else { break }
            left.append(call)
        }
        while size > Self.largestSize {
            guard let call = removeLast(of: largest(\.size, else: sender)) else { break }
            left.append(call)
        }
        // Of whom nothing is held, nobody will ask who it is.
        if isNew, held[sender]?.calls.isEmpty == true { held[sender] = nil }
        return left
    }

    /// Who holds the most; who has come last, if others hold no more.
    private func largest(_ amount: (Calls) -> Int, else last: String) -> String {
        var (found, most) = (last, held[last].map(amount) ?? 0)
        for (sender, calls) in held where amount(calls) > most { (found, most) = (sender, amount(calls)) }
        return found
    }

    /// The sender stays, also with no call: who it is has been asked.
    private mutating func removeLast(of sender: String) -> BusCall? {
        guard let call = held[sender]?.calls.popLast() else { return nil }
        let weight = call.weight
        held[sender]?.size -= weight
        count -= 1
        size -= weight
        return call
    }

    package mutating func take(of sender: String) -> [BusCall] {
        guard let calls = held.removeValue(forKey: sender) else { return [] }
        count -= calls.calls.count
        size -= calls.size
        return calls.calls
    }
}

extension BusCall {
    /// What it takes in memory, roughly: bytes of its values, and something for each.
    fileprivate var weight: Int { arguments.reduce(256) { $0 + $1.weight } }
}

extension BusValue {
    fileprivate var weight: Int {
        switch self {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .descriptor: 16
        case .string(let text), .path(let text), .signature(let text): 32 + text.utf8.count
        case .bytes(let secret): 64 + secret.count
        case .array(_, let elements), .structure(let elements): elements.reduce(32) { $0 + $1.weight }
        case .dictionary(_, _, let pairs): pairs.reduce(32) { $0 + $1.key.weight + $1.value.weight }
        case .variant(let value): 16 + value.weight
        }
    }
}
