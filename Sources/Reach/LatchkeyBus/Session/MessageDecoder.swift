// The values of a message of sd-bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd
import Glibc
import LatchkeyPlatform

/// Reads all arguments of one message.
@safe
struct MessageDecoder {
    /// Why values are not read.
    enum Failure: Error {
        case malformed
        /// More values, or deeper ones, than anybody has a use for.
        case tooMany
    }

    /// Containers in one another.
    static let deepest = 32

    private let library: BusLibrary
    private let message: OpaquePointer
    private var left: Int

    /// - Parameter most: how many values are read.
    init(_ message: OpaquePointer, of library: BusLibrary, most: Int) {
        self.library = library
        unsafe self.message = unsafe message
        left = most
    }

    mutating func arguments() throws(Failure) -> [BusValue] { try values(depth: 0) }

    /// The values up to the end of what is around them.
    private mutating func values(depth: Int) throws(Failure) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next(depth: depth) { values.append(value) }
        return values
    }

    private mutating func next(depth: Int) throws(Failure) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let result = unsafe library.calls.message_peek_type(message, &type, &contents)
        guard result >= 0 else { throw .malformed }
        guard result > 0 else { return nil }
        guard left > 0, depth < Self.deepest else { throw .tooMany }
        left -= 1
        switch UnicodeScalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try basic(type, 0))
        case "b": return .boolean(try basic(type, 0 as CInt) != 0)
        case "n": return .int16(try basic(type, 0))
        case "q": return .uint16(try basic(type, 0))
        case "i": return .int32(try basic(type, 0))
        case "u": return .uint32(try basic(type, 0))
        case "x": return .int64(try basic(type, 0))
        case "t": return .uint64(try basic(type, 0))
        case "d": return .double(try basic(type, 0))
        case "s": return .string(try text(type))
        case "o": return .path(try text(type))
        case "g": return .signature(try text(type))
        case "h": return .descriptor(try descriptor())
        case "a":
            guard let contents = unsafe contents else { throw .malformed }
            return try array(of: unsafe String(cString: contents), depth: depth + 1)
        case "r":
            return .structure(try inside(type) { decoder throws(Failure) in try decoder.values(depth: depth + 1) })
        case "v":
            let value = try inside(type) { decoder throws(Failure) in try decoder.next(depth: depth + 1) }
            guard let value else { throw .malformed }
            return .variant(value)
        default: throw .malformed
        }
    }

    private mutating func array(of element: String, depth: Int) throws(Failure) -> BusValue {
        if element == "y" { return .bytes(try secret()) }
        guard element.utf8.first == UInt8(ascii: "{") else {
            let array = CChar(UInt8(ascii: "a"))
            return .array(
                of: element, try inside(array) { decoder throws(Failure) in try decoder.values(depth: depth) })
        }
        // A key is of a basic type, which is one letter.
        let types = element.dropFirst().dropLast()
        guard let key = types.first else { throw .malformed }
        let entries = try inside(CChar(UInt8(ascii: "a"))) { decoder throws(Failure) in
            var entries: [(key: BusValue, value: BusValue)] = []
            while let entry = try decoder.entry(depth: depth + 1) { entries.append(entry) }
            return entries
        }
        return .dictionary(key: String(key), value: String(types.dropFirst()), entries)
    }

    private mutating func entry(depth: Int) throws(Failure) -> (key: BusValue, value: BusValue)? {
        let result = unsafe library.calls.message_enter_container(message, CChar(UInt8(ascii: "e")), nil)
        guard result >= 0 else {
            // At the end of an array sd-bus says that there is nothing of this type.
            guard unsafe library.calls.message_at_end(message, 0) > 0 else { throw .malformed }
            return nil
        }
        guard result > 0 else { return nil }
        guard let key = try next(depth: depth), let value = try next(depth: depth),
            unsafe library.calls.message_exit_container(message) >= 0
        else { throw .malformed }
        return (key, value)
    }

    private mutating func inside<R>(
        _ type: CChar, _ body: (inout MessageDecoder) throws(Failure) -> R
    ) throws(Failure) -> R {
        guard unsafe library.calls.message_enter_container(message, type, nil) > 0 else { throw .malformed }
        let result = try body(&self)
        guard unsafe library.calls.message_exit_container(message) >= 0 else { throw .malformed }
        return result
    }

    private func basic<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) throws(Failure) -> Number {
        var number = zero
        guard unsafe library.calls.message_read_basic(message, type, &number) > 0 else { throw .malformed }
        return number
    }

    private func text(_ type: CChar) throws(Failure) -> String {
        var text: UnsafePointer<CChar>?
        guard unsafe library.calls.message_read_basic(message, type, &text) > 0, let text = unsafe text else {
            throw .malformed
        }
        return unsafe String(cString: text)
    }

    /// Bytes, which are wiped in the message.
    private func secret() throws(Failure) -> ItemSecret {
        var start: UnsafeRawPointer?
        var count = 0
        guard unsafe library.calls.message_read_array(message, CChar(UInt8(ascii: "y")), &start, &count) >= 0 else {
            throw .malformed
        }
        let secret = unsafe ItemSecret(SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count)))
        if let start = unsafe start { unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), count) }
        return secret
    }

    private func descriptor() throws(Failure) -> BusDescriptor {
        let number = try basic(CChar(UInt8(ascii: "h")), -1 as CInt)
        // The message closes its own.
        let own = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw .tooMany }
        return BusDescriptor(owning: own)
    }
}
