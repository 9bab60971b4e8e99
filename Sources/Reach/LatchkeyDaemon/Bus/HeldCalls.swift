// Calls of senders that are not known yet, in their order.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyPlatform

/// Used by the thread of the bus alone. What is held is bounded, so that who calls much before it is known takes
/// nothing from others.
package struct HeldCalls {
    private var held: [String: [BusCall]] = [:]
    private var count = 0
    private var size = 0

    package static let largestCount = 1024
    package static let largestCountOfSender = 256
    /// Bytes of all that is held.
    package static let largestSize = 8 << 20

    package init() {}

    /// Whether calls of a sender wait.
    package func has(_ sender: String) -> Bool { held[sender] != nil }

    /// - Returns: false if there is no room.
    package mutating func hold(_ call: BusCall) -> Bool {
        let weight = call.weight
        guard count < Self.largestCount, size + weight <= Self.largestSize,
            held[call.sender, default: []].count < Self.largestCountOfSender
        else { return false }
        held[call.sender, default: []].append(call)
        count += 1
        size += weight
        return true
    }

    package mutating func take(of sender: String) -> [BusCall] {
        let calls = held.removeValue(forKey: sender) ?? []
        count -= calls.count
        size -= calls.reduce(0) { $0 + $1.weight }
        return calls
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
