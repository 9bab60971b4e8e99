// How much memory a call takes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform

extension BusCall {
    /// Roughly: bytes of its values, and something for each.
    var weight: Int { arguments.reduce(256) { $0 + $1.weight } }
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
