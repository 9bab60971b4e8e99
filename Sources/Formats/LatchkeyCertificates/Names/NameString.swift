// The text of the string types that names are made of.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension ASN1Node {
    /// The text of a string, or nil for a type that is none, and for bytes that are no text of their type.
    var text: String? {
        guard case .primitive(let bytes) = content else { return nil }
        switch identifier {
        case .utf8String: return String(validating: bytes, as: UTF8.self)
        case .printableString, .ia5String, .numericString, .visibleString, .generalString, .graphicString:
            return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
        case .teletexString, .videotexString:
            // T.61 as everybody wrote it: ISO 8859-1.
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case .bmpString: return bytes.bigEndianUnits(of: UInt16.self).flatMap { String(validating: $0, as: UTF16.self) }
        case .universalString:
            return bytes.bigEndianUnits(of: UInt32.self).flatMap { String(validating: $0, as: UTF32.self) }
        default: return nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes as numbers of several bytes, or nil if they do not come out even.
    fileprivate func bigEndianUnits<Unit: FixedWidthInteger & UnsignedInteger>(of _: Unit.Type) -> [Unit]? {
        let width = Unit.bitWidth / 8
        guard count.isMultiple(of: width) else { return nil }
        return stride(from: startIndex, to: endIndex, by: width).map { place in
            self[place..<place + width].reduce(0) { $0 << 8 | Unit($1) }
        }
    }
}
