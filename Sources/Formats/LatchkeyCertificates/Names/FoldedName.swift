// Names as RFC 5280, section 7.1 compares them.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Two names that a path may lead through are the same if these are equal: a PrintableString and a UTF8String can be
/// the same text, whatever the case of its ASCII letters, and however many blanks stand for one.
package struct FoldedName: Hashable, Sendable {
    /// The relative names in their order.
    private let parts: [[UInt8]]
    /// Bytes that a comparison may look at.
    package let size: Int

    /// Longest name whose text is looked at, in bytes. Of a longer one only the bytes are compared.
    private static let largestText = 1 << 16

    init(_ relativeNames: [[NameAttribute]], contents: [UInt8]) {
        self.init(
            contents.count > Self.largestText
                ? [contents] : relativeNames.map { Self.part($0.map { ($0, $0.foldedText) }) })
    }

    /// One part of a name.
    init(relative attributes: [NameAttribute]) { self.init([Self.part(attributes.map { ($0, $0.foldedText) })]) }

    private init(_ parts: [[UInt8]]) {
        self.parts = parts
        size = parts.reduce(parts.count) { $0 + $1.count }
    }

    package var isEmpty: Bool { parts.isEmpty }

    /// Whether it is the other name, or one below it.
    package func isWithin(_ other: FoldedName) -> Bool { parts.starts(with: other.parts) }

    /// The name with another below it.
    func appending(_ other: FoldedName) -> FoldedName { FoldedName(parts + other.parts) }

    /// Attributes in one order. Each text has the count of its bytes before it, so that no two attributes run together.
    private static func part(_ attributes: [(attribute: NameAttribute, text: [UInt8]?)]) -> [UInt8] {
        let parts = attributes.map { attribute, text in
            let value = text.map { [0] + $0 } ?? [1] + Array(attribute.value.encodedBytes)
            let size = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value.count >> $0) }
            return attribute.encodedType + size + value
        }
        return Array(parts.sorted { $0.lexicographicallyPrecedes($1) }.joined())
    }
}

extension NameAttribute {
    fileprivate var foldedText: [UInt8]? {
        guard value.identifier == .printableString || value.identifier == .utf8String, let text = value.text else {
            return nil
        }
        return Self.words(text.utf8).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
        }
    }

    /// One space in place of blanks, and none at the ends.
    private static func words(_ text: some Collection<UInt8>) -> [UInt8] {
        Array(text.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.joined(separator: [UInt8(ascii: " ")]))
    }
}
