// A typed attribute value, and the conversions each kind of attribute allows.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// The value of an attribute. Private to the user, so its description shows the type only. Text and dates are equal
/// when their bytes are: Swift's own comparison takes composed and decomposed characters, and the two zeros, for equal,
/// and digests do not.
package enum AttributeValue: Hashable, Sendable {
    case string(String)
    case data([UInt8])
    case number(Int64)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
}

extension AttributeValue {
    package static func == (lhs: AttributeValue, rhs: AttributeValue) -> Bool {
        switch (lhs, rhs) {
        case (.string(let lhs), .string(let rhs)): lhs.hasSameBytes(as: rhs)
        case (.data(let lhs), .data(let rhs)): lhs == rhs
        case (.number(let lhs), .number(let rhs)): lhs == rhs
        case (.date(let lhs), .date(let rhs)): lhs.bitPattern == rhs.bitPattern
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
        case .data(let bytes): hasher.combine(bytes)
        case .number(let number): hasher.combine(number)
        case .date(let seconds): hasher.combine(seconds.bitPattern)
        }
    }
}

extension AttributeValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .string: "<string>"
        case .data: "<data>"
        case .number: "<number>"
        case .date: "<date>"
        }
    }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension AttributeValue {
    /// The value as an attribute of `kind` keeps it (reference 2.1).
    /// - Throws: `.parameter` for a type that the kind does not accept.
    package func converted(to kind: AttributeKind) throws(KeychainError) -> AttributeValue {
        let refusal = KeychainError(.parameter, during: "converting an attribute to the type of its column")
        switch (kind, self) {
        case (.string, .string), (.blob, .string), (.blob, .data), (.blob, .number), (.data, .data), (.date, .date):
            return self
        case (.string, .data(let bytes)):
            guard let text = String(validating: bytes, as: UTF8.self) else { throw refusal }
            return .string(text)
        case (.data, .string(let text)):
            return .data(Array(text.utf8))
        case (.data, .number(let number)):
            guard let narrow = Int32(exactly: number) else { throw refusal }
            return .data(narrow.littleEndianBytes)
        case (.number, .number):
            return self
        case (.number, .string(let text)):
            return Int64(text).flatMap { String($0) == text ? .number($0) : nil } ?? self
        case (.flag, .number(let number)):
            return .number(number == 0 ? 0 : 1)
        case (.flag, .string(let text)):
            guard let number = Int64(text) else { throw refusal }
            return .number(number == 0 ? 0 : 1)
        case (.accessible, .string(let text)):
            guard ProtectionClass(rawValue: text) != nil else { throw refusal }
            return self
        case (.uuid, .data(let bytes)):
            guard bytes.isEmpty || bytes.count == 16 else { throw refusal }
            return self
        case (.sha1, .data(let bytes)):
            guard bytes.count == 20 else { throw refusal }
            return self
        default:
            throw refusal
        }
    }

    /// The bytes that stand for the value in digests: text and data with the same bytes are the same key.
    package func canonicalBytes(for kind: AttributeKind) -> [UInt8] {
        switch self {
        case .string(let text): Array(text.utf8)
        case .data(let bytes): bytes
        case .date(let seconds): seconds.bitPattern.bigEndianBytes
        case .number(let number) where kind == .blob:
            Int32(exactly: number)?.littleEndianBytes ?? number.bigEndianBytes
        case .number(let number): number.bigEndianBytes
        }
    }

    /// True for the value that an absent primary-key attribute is stored as.
    package var isEmpty: Bool {
        switch self {
        case .string(let text): text.utf8.isEmpty
        case .data(let bytes): bytes.isEmpty
        case .number, .date: false
        }
    }
}

extension FixedWidthInteger {
    /// The value as bytes, most significant first.
    package var bigEndianBytes: [UInt8] {
        unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) }
    }

    /// The value as bytes, least significant first: what Apple's systems have in memory, on every machine.
    package var littleEndianBytes: [UInt8] {
        unsafe withUnsafeBytes(of: littleEndian) { unsafe Array($0) }
    }
}

extension String {
    /// Lends the bytes of the text, made contiguous first where they are not.
    @inlinable package mutating func withUTF8Bytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let result: Result<R, E> = withUTF8 { bytes in
            do throws(E) {
                return .success(unsafe try body(UnsafeRawBufferPointer(bytes)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension [UInt8] {
    /// Lends the bytes; unlike the standard library's, with a typed error.
    @inlinable package func withRawBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        unsafe try span.bytes.withUnsafeBytes { bytes throws(E) in unsafe try body(bytes) }
    }

    /// The same for change in place.
    @inlinable package mutating func withMutableRawBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        var span = mutableSpan
        var bytes = unsafe span.mutableBytes
        return unsafe try bytes.withUnsafeMutableBytes { bytes throws(E) in unsafe try body(bytes) }
    }
}
