// A value of a message, of any type of D-Bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What stands in the body of a message. Bytes are always taken for secret, and wiped with their last reference: a body
/// does not say which of its arrays is a password.
package indirect enum BusValue: Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// The path of an object.
    case path(String)
    case signature(String)
    /// `ay`.
    case bytes(ItemSecret)
    /// Any other array but a dictionary; the signature is that of an element.
    case array(of: String, [BusValue])
    /// The signatures are those of a key and a value.
    case dictionary(key: String, value: String, [(key: BusValue, value: BusValue)])
    case structure([BusValue])
    case variant(BusValue)
    /// Closed with the last reference.
    case descriptor(BusDescriptor)

    /// The type, in the letters of D-Bus.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{\(key)\(value)}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        case .descriptor: "h"
        }
    }
}
