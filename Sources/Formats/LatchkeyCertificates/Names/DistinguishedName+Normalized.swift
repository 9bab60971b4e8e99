// The form of names that are compared: case and blanks of PrintableStrings do not count (reference 5.8.2).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension DistinguishedName {
    /// The contents of the SEQUENCE with every PrintableString in capitals, without blanks at its ends and with one
    /// space if there were several. Strings of other types stay as they are.
    package var normalizedContents: [UInt8] {
        var serializer = DER.Serializer()
        for relativeName in relativeNames { serializer.append(normalized: relativeName) }
        return serializer.serializedBytes
    }

    /// The same with the header of the SEQUENCE.
    package var normalizedSequence: [UInt8] {
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { $0.serializeRawBytes(normalizedContents) }
        return serializer.serializedBytes
    }

    /// What `kSecAttrIssuer` and `kSecAttrSubject` of a dictionary are looked for as (reference 3.2.15): a whole name
    /// is replaced by its normalised contents, and other bytes stay as they are, those contents among them.
    package static func normalizedContents(of bytes: [UInt8]) -> [UInt8] {
        (try? DistinguishedName(der: bytes))?.normalizedContents ?? bytes
    }
}

extension DER.Serializer {
    fileprivate mutating func append(normalized relativeName: [NameAttribute]) {
        appendConstructedNode(identifier: .set) { set in
            for attribute in relativeName {
                set.appendConstructedNode(identifier: .sequence) { parts in
                    parts.serializeRawBytes(attribute.encodedType)
                    if let bytes = attribute.normalizedPrintable {
                        parts.appendPrimitiveNode(identifier: .printableString) { $0 += bytes }
                    } else {
                        parts.serializeRawBytes(attribute.value.encodedBytes)
                    }
                }
            }
        }
    }
}

extension NameAttribute {
    /// The normalised bytes of a PrintableString, or nil for a value of another type.
    fileprivate var normalizedPrintable: [UInt8]? {
        guard value.identifier == .printableString, case .primitive(let bytes) = value.content else { return nil }
        let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let capitals = words.map { word in
            word.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 0x20 : $0 }
        }
        return Array(capitals.joined(separator: [UInt8(ascii: " ")]))
    }
}
