// Values for a message of sd-bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import LatchkeyPlatform

/// Writes into one message that has not been sent.
@safe
struct MessageEncoder {
    private let library: BusLibrary
    private let message: OpaquePointer
    private let most: Int
    /// About as many bytes as were written.
    private(set) var count = 0

    /// - Parameter most: bytes at most.
    init(_ message: OpaquePointer, of library: BusLibrary, most: Int) {
        self.library = library
        unsafe self.message = unsafe message
        self.most = most
    }

    /// What ``append(_:)`` came to.
    enum Outcome {
        case done
        case tooLong
        /// D-Bus has no such value: a path that is none, an element of another type than its array.
        case refused
    }

    mutating func append(_ values: [BusValue]) -> Outcome {
        for value in values where !append(value, depth: 0) { return count > most ? .tooLong : .refused }
        return .done
    }

    private mutating func append(_ value: BusValue, depth: Int) -> Bool {
        guard depth < MessageDecoder.deepest else { return false }
        switch value {
        case .byte(let number): return basic("y", number)
        case .boolean(let flag): return basic("b", flag ? 1 : 0 as CInt)
        case .int16(let number): return basic("n", number)
        case .uint16(let number): return basic("q", number)
        case .int32(let number): return basic("i", number)
        case .uint32(let number): return basic("u", number)
        case .int64(let number): return basic("x", number)
        case .uint64(let number): return basic("t", number)
        case .double(let number): return basic("d", number)
        case .string(let text): return append(text, "s")
        case .path(let text): return append(text, "o")
        case .signature(let text): return append(text, "g")
        case .descriptor(let descriptor): return basic("h", descriptor.number)
        case .bytes(let secret):
            guard fits(secret.count + 8) else { return false }
            return unsafe secret.bytes.withUnsafeBytes { bytes in
                unsafe library.calls.message_append_array(
                    message, CChar(UInt8(ascii: "y")), bytes.baseAddress, bytes.count) >= 0
            }
        case .array(let element, let elements):
            return inside("a", element) { encoder in
                for value in elements where !encoder.append(value, depth: depth + 1) { return false }
                return true
            }
        case .dictionary(let key, let value, let entries):
            return inside("a", "{\(key)\(value)}") { encoder in
                for entry in entries {
                    let isWritten = encoder.inside("e", key + value) { encoder in
                        encoder.append(entry.key, depth: depth + 1) && encoder.append(entry.value, depth: depth + 1)
                    }
                    guard isWritten else { return false }
                }
                return true
            }
        case .structure(let members):
            return inside("r", members.map(\.signature).joined()) { encoder in
                for value in members where !encoder.append(value, depth: depth + 1) { return false }
                return true
            }
        case .variant(let value):
            return inside("v", value.signature) { encoder in encoder.append(value, depth: depth + 1) }
        }
    }

    private mutating func basic<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ number: Number) -> Bool {
        guard fits(8) else { return false }
        var number = number
        return unsafe library.calls.message_append_basic(message, CChar(UInt8(ascii: type)), &number) >= 0
    }

    private mutating func append(_ text: String, _ type: Unicode.Scalar) -> Bool {
        // For sd-bus it would end at a zero.
        guard fits(text.utf8.count + 8), !text.utf8.contains(0) else { return false }
        return unsafe library.calls.message_append_basic(message, CChar(UInt8(ascii: type)), text) >= 0
    }

    private mutating func inside(
        _ type: Unicode.Scalar, _ contents: String, _ body: (inout MessageEncoder) -> Bool
    ) -> Bool {
        guard fits(8), !contents.utf8.contains(0),
            unsafe library.calls.message_open_container(message, CChar(UInt8(ascii: type)), contents) >= 0
        else { return false }
        guard body(&self) else { return false }
        return unsafe library.calls.message_close_container(message) >= 0
    }

    private mutating func fits(_ more: Int) -> Bool {
        count += more
        return count <= most
    }
}
