// How values of the model are written and read, and the small ones of which others are made.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// A value with one encoding (Documentation/Reference/Formats/Wire.md, section 4). What decodes encodes to the same
/// bytes.
package protocol WireValue {
    /// The fewest bytes that an encoding has, so that a count is compared with what is left before memory is taken for
    /// it.
    static var smallestEncoding: Int { get }

    func write(to writer: inout WireWriter)
    /// - Throws: `.decode`.
    init(from reader: inout WireReader) throws(KeychainError)
}

extension WireValue {
    package static var smallestEncoding: Int { 1 }
}

extension WireWriter {
    mutating func flag(_ value: Bool) { number(value ? 1 as UInt8 : 0) }

    mutating func text(_ text: String) {
        var text = text
        unsafe text.withUTF8Bytes { bytes in
            number(UInt32(clamping: bytes.count))
            unsafe raw(bytes)
        }
    }

    mutating func data(_ data: [UInt8]) {
        number(UInt32(clamping: data.count))
        unsafe data.withRawBytes { unsafe raw($0) }
    }

    /// Goes from wiped memory to wiped memory.
    mutating func secret(_ secret: ItemSecret) {
        number(UInt32(clamping: secret.count))
        unsafe secret.bytes.withUnsafeBytes { unsafe raw($0) }
    }

    mutating func seconds(_ seconds: Double) { number(seconds.bitPattern) }

    mutating func list(_ values: [some WireValue]) {
        number(UInt32(clamping: values.count))
        for value in values { value.write(to: &self) }
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    mutating func optional(_ value: (some WireValue)?) { optional(value) { $1.write(to: &$0) } }
}

extension WireReader {
    mutating func flag() throws(KeychainError) -> Bool {
        switch try number(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw WireError.broken
        }
    }

    /// - Throws: `.decode` for bytes that are no UTF-8, too.
    mutating func text(atMost limit: Int = WireLimits.largestBody) throws(KeychainError) -> String {
        let count = Int(try number(UInt32.self))
        guard count <= limit else { throw WireError.broken }
        return unsafe try take(count) { bytes throws(KeychainError) in
            guard let text = unsafe String(validating: bytes, as: UTF8.self) else { throw WireError.broken }
            return text
        }
    }

    mutating func data() throws(KeychainError) -> [UInt8] {
        let count = Int(try number(UInt32.self))
        return unsafe try take(count) { bytes throws(KeychainError) in unsafe Array(bytes) }
    }

    /// Goes from wiped memory to wiped memory.
    mutating func secret() throws(KeychainError) -> ItemSecret {
        let count = Int(try number(UInt32.self))
        return unsafe try take(count) { bytes throws(KeychainError) in
            unsafe ItemSecret(SecretBytes(copying: bytes))
        }
    }

    mutating func seconds() throws(KeychainError) -> Double { Double(bitPattern: try number(UInt64.self)) }

    mutating func list<Value: WireValue>(
        of _: Value.Type, atMost limit: Int = WireLimits.largestList
    ) throws(KeychainError) -> [Value] {
        let count = Int(try number(UInt32.self))
        guard count <= limit, count <= remaining / Value.smallestEncoding else { throw WireError.broken }
        try self.count(values: count)
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try Value(from: &self)) }
        return values
    }

    mutating func optional<Value>(
        _ read: (inout WireReader) throws(KeychainError) -> Value
    ) throws(KeychainError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    mutating func optional<Value: WireValue>(_: Value.Type) throws(KeychainError) -> Value? {
        try flag() ? try Value(from: &self) : nil
    }
}
