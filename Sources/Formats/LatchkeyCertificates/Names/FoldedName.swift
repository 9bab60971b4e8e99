// Names as RFC 5280, section 7.1 compares them.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Two names that a path may lead through are the same if these are equal: a PrintableString and a UTF8String can be
/// the same text, whatever the case of its ASCII letters, and however many blanks stand for one.
package struct FoldedName: Hashable, Sendable {
    /// The relative names in their order.
    private let parts: [[UInt8]]

    init(_ name: DistinguishedName) {
        parts = name.relativeNames.map { attributes in
            attributes.map(\.folded).sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
        }
    }

    package var isEmpty: Bool { parts.isEmpty }

    /// Whether it is the other name, or one below it.
    package func isWithin(_ other: FoldedName) -> Bool { parts.starts(with: other.parts) }
}

extension DistinguishedName {
    package var folded: FoldedName { FoldedName(self) }
}

extension NameAttribute {
    /// With the count of its bytes before them, so that no two attributes run together.
    fileprivate var folded: [UInt8] {
        let value = foldedText.map { [0] + $0 } ?? [1] + Array(value.encodedBytes)
        return encodedType + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value.count >> $0) }
            + value
    }

    private var foldedText: [UInt8]? {
        guard value.identifier == .printableString || value.identifier == .utf8String, let text = value.text else {
            return nil
        }
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let small = words.map { word in
            word.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
        }
        return Array(small.joined(separator: [UInt8(ascii: " ")]))
    }
}
