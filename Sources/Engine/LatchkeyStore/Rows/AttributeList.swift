// The attribute list: typed attributes as canonical bytes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/SealedItem.md, section 1.
package enum AttributeList {
    /// The versions that are read. The last one is written.
    private enum Version: UInt8 {
        case v1 = 1
    }

    /// More entries than any class has attributes.
    private static let largestCount = 256

    private enum ValueType {
        static let text: UInt8 = 1
        static let data: UInt8 = 2
        static let number: UInt8 = 3
        static let date: UInt8 = 4
    }

    /// The bytes of a list, entries ascending by name.
    package static func encode(_ attributes: AttributeValues) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(attributes.count * 32)
        appendStart(count: attributes.count, to: &bytes)
        for (attribute, value) in attributes { append(attribute, value, to: &bytes) }
        return bytes
    }

    /// The bytes of the list that has the entries of both, and of a name that is in both the one of `others`.
    static func encode(_ attributes: AttributeValues, with others: AttributeValues) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((attributes.count + others.count) * 32)
        let common = others.count { attributes.contains($0.key) }
        appendStart(count: attributes.count + others.count - common, to: &bytes)
        var rest = others[...]
        for (attribute, value) in attributes {
            while let other = rest.first, other.key < attribute {
                append(other.key, other.value, to: &bytes)
                rest.removeFirst()
            }
            if rest.first?.key != attribute { append(attribute, value, to: &bytes) }
        }
        for other in rest { append(other.key, other.value, to: &bytes) }
        return bytes
    }

    /// Version and number of entries.
    static func appendStart(count: Int, to bytes: inout [UInt8]) {
        bytes.append(Version.v1.rawValue)
        bytes.append(bigEndian: UInt16(count))
    }

    static func append(_ attribute: Attribute, _ value: AttributeValue, to bytes: inout [UInt8]) {
        appendHeader(of: attribute, type: type(of: value), count: byteCount(of: value), to: &bytes)
        switch value {
        case .string(let text): bytes.append(contentsOf: text.utf8)
        case .data(let data): bytes.append(contentsOf: data)
        case .number(let number): bytes.append(bigEndian: number)
        case .date(let seconds): bytes.append(bigEndian: seconds.bitPattern)
        }
    }

    static func appendHeader(of attribute: Attribute, type: UInt8, count: Int, to bytes: inout [UInt8]) {
        bytes.append(bigEndian: attribute.rawValue)
        bytes.append(type)
        bytes.append(bigEndian: UInt32(count))
    }

    private static func type(of value: AttributeValue) -> UInt8 {
        switch value {
        case .string: ValueType.text
        case .data: ValueType.data
        case .number: ValueType.number
        case .date: ValueType.date
        }
    }

    static func byteCount(of value: AttributeValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .data(let data): data.count
        case .number, .date: 8
        }
    }

    /// One entry where it lies, so that a secret need not be copied on the way.
    package struct Entry {
        package let attribute: Attribute
        let type: UInt8
        let range: Range<Int>
    }

    /// Visits the entries of the list at the start of `bytes`.
    /// - Returns: the offset behind the list.
    /// - Throws: `.wrongVersion` for a list of another version, `.decode` for anything else that is not a list, and
    ///   what `visit` throws.
    package static func forEachEntry(
        in bytes: UnsafeRawBufferPointer, _ visit: (Entry) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Int {
        let damage = KeychainError(.decode, during: "reading a list of attributes")
        let count = unsafe try entryCount(of: bytes)
        var offset = 3
        var last: Attribute?
        for _ in 0..<count {
            guard bytes.count - offset >= 9 else { throw damage }
            let attribute = unsafe Attribute(rawValue: bytes.bigEndian32(at: offset))
            let length = unsafe Int(bytes.bigEndian32(at: offset + 5))
            let start = offset + 9
            guard length <= bytes.count - start else { throw damage }
            if let last, last >= attribute { throw damage }
            try visit(unsafe Entry(attribute: attribute, type: bytes[offset + 4], range: start..<start + length))
            last = attribute
            offset = start + length
        }
        return offset
    }

    /// How many entries the list says it has.
    private static func entryCount(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> Int {
        let damage = KeychainError(.decode, during: "reading a list of attributes")
        guard bytes.count >= 3 else { throw damage }
        switch unsafe Version(rawValue: bytes[0]) {
        case .v1: break
        case nil: throw .newerVersion(during: "reading a list of attributes")
        }
        let count = unsafe Int(bytes[1]) << 8 | Int(bytes[2])
        guard count <= largestCount else { throw damage }
        return count
    }

    /// The value of an entry.
    package static func value(
        of entry: Entry, in bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> AttributeValue {
        let damage = KeychainError(.decode, during: "reading a list of attributes")
        let field = unsafe UnsafeRawBufferPointer(rebasing: bytes[entry.range])
        switch entry.type {
        case ValueType.text:
            guard let text = unsafe String(validating: field, as: UTF8.self) else { throw damage }
            return .string(text)
        case ValueType.data:
            return unsafe .data(Array(field))
        case ValueType.number where field.count == 8:
            return unsafe .number(Int64(bitPattern: field.bigEndian64(at: 0)))
        case ValueType.date where field.count == 8:
            return unsafe .date(Double(bitPattern: field.bigEndian64(at: 0)))
        default:
            throw damage
        }
    }

    /// Reads a whole list with nothing behind it.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> AttributeValues {
        var attributes = AttributeValues(minimumCapacity: unsafe try entryCount(of: bytes))
        let end = unsafe try forEachEntry(in: bytes) { entry throws(KeychainError) in
            attributes[entry.attribute] = unsafe try value(of: entry, in: bytes)
        }
        guard end == bytes.count else { throw KeychainError(.decode, during: "reading a list of attributes") }
        return attributes
    }
}

extension [UInt8] {
    /// Appends a number, most significant byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func bigEndian32(at offset: Int) -> UInt32 {
        unsafe UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    fileprivate func bigEndian64(at offset: Int) -> UInt64 {
        unsafe UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
