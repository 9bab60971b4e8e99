// Calls of senders whose turn has not come, in their order.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyPlatform

/// Used by the thread of the bus alone. What is held is bounded, so that who calls much takes nothing from others.
package struct HeldCalls {
    private struct Line {
        var calls: [BusCall?] = []
        var start = 0
        var size = 0

        var count: Int { calls.count - start }
    }

    private var lines: [String: Line] = [:]
    private var count = 0
    private var size = 0

    /// Of all that is held, in calls and bytes. The last quarter is for senders that have little in it.
    package static let largestCount = 1 << 16
    package static let largestSize = 32 << 20
    package static let largestCountOfSender = 1 << 14
    package static let largestSizeOfSender = 4 << 20
    /// The same of a sender that nothing is known of yet.
    package static let largestSizeOfStranger = 1 << 20
    private static let littleCount = 64
    private static let littleSize = 1 << 18

    package init() {}

    /// Whether calls of a sender wait.
    package func has(_ sender: String) -> Bool { lines[sender] != nil }

    /// - Parameter isKnown: whether it is known who the sender is.
    /// - Returns: false if there is no room.
    package mutating func hold(_ call: BusCall, isKnown: Bool) -> Bool {
        let weight = call.weight
        var isLittle = true
        // The largest message is always taken if it is the only one.
        if let line = lines[call.sender] {
            let most = isKnown ? Self.largestSizeOfSender : Self.largestSizeOfStranger
            guard line.count < Self.largestCountOfSender, line.size + weight <= most else { return false }
            isLittle = line.count < Self.littleCount && line.size + weight <= Self.littleSize
        }
        guard count < (isLittle ? Self.largestCount : Self.largestCount / 4 * 3),
            size + weight <= (isLittle ? Self.largestSize : Self.largestSize / 4 * 3)
        else { return false }
        lines[call.sender, default: Line()].calls.append(call)
        lines[call.sender]?.size += weight
        count += 1
        size += weight
        return true
    }

    package mutating func takeFirst(of sender: String) -> BusCall? {
        guard var line = lines.removeValue(forKey: sender), let call = line.calls[line.start].take() else { return nil }
        let weight = call.weight
        line.start += 1
        line.size -= weight
        count -= 1
        size -= weight
        if line.count > 0 {
            if line.start > line.count {
                line.calls.removeFirst(line.start)
                line.start = 0
            }
            lines[sender] = line
        }
        return call
    }

    /// Forgets the calls of a sender.
    package mutating func drop(_ sender: String) {
        guard let line = lines.removeValue(forKey: sender) else { return }
        count -= line.count
        size -= line.size
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
