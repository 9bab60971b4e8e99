// Object identifiers as people write them.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package enum ObjectIdentifierText {
    /// `2.5.4.3` for the contents `55 04 03`. A number that is too great for the machine ends the text.
    package static func text(of contents: [UInt8]) -> String {
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        for byte in contents {
            guard number < 1 << 56 else { break }
            number = number << 7 | UInt64(byte & 0x7f)
            guard byte < 0x80 else { continue }
            if numbers.isEmpty {
                // The first two share a number.
                let first = min(number / 40, 2)
                numbers = [first, number - first * 40]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map(String.init).joined(separator: ".")
    }

    /// The contents `55 04 03` for `2.5.4.3`, or nil for what is no object identifier.
    package static func contents(of text: String) -> [UInt8]? {
        guard text.utf8.count <= 128, let name = try? ASN1ObjectIdentifier(dotRepresentation: text) else { return nil }
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(name)) != nil else { return nil }
        // Behind the tag and the length, which has one byte.
        return Array(serializer.serializedBytes.dropFirst(2))
    }
}
