// Names that may look the same to a user.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Equal if the texts are, whatever type they have, whatever case their letters, and without blanks and marks that
/// nobody sees; letters with accents are the same in one scalar and in several. For what is excluded: in doubt it is.
package struct LooseName: Hashable, Sendable {
    /// The relative names in their order.
    private let parts: [String]
    /// Bytes that a comparison may look at.
    package let size: Int

    /// Longest name whose text is looked at, in bytes. Of a longer one only the bytes are compared.
    private static let largestText = 1 << 16

    package init(_ name: DistinguishedName) {
        if name.contents.count > Self.largestText {
            parts = [Self.hex(name.contents)]
        } else {
            parts = name.relativeNames.map { attributes in attributes.map(Self.text).sorted().joined(separator: "\n") }
        }
        size = parts.reduce(parts.count) { $0 + $1.utf8.count * 2 }
    }

    /// Whether it is the other name, or one below it.
    package func isWithin(_ other: LooseName) -> Bool { parts.starts(with: other.parts) }

    private static func text(_ attribute: NameAttribute) -> String {
        let type = hex(attribute.encodedType)
        guard let text = attribute.value.text else { return type + ":" + hex(attribute.value.encodedBytes) }
        let letters = text.lowercased().unicodeScalars.filter { scalar in
            !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
        }
        return type + "=" + String(String.UnicodeScalarView(letters))
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
