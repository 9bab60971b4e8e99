// How `security item` reads and writes the values of attributes.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel
import KeychainTooling

package enum RawValue {
    /// A value as an attribute of `kind` keeps it: hexadecimal is data, a date is `YYYYMMDDhhmmssZ`, all else is text.
    package static func attribute(
        _ value: ItemSecret, isHexadecimal: Bool, kind: AttributeKind
    ) throws(KeychainError) -> AttributeValue {
        if isHexadecimal { return try AttributeValue.data(value.publicBytes).converted(to: kind) }
        if kind == .date {
            guard let seconds = DateText.seconds(fromCompact: value.publicText) else {
                throw KeychainError(.parameter, during: "reading a date", hint: "a date is YYYYMMDDhhmmssZ")
            }
            return .date(seconds)
        }
        return try value.attributeValue.converted(to: kind)
    }

    /// The value in the form in which it can be given again.
    package static func text(of value: AttributeValue) -> [UInt8] {
        switch value {
        case .number(let number): Array(String(number).utf8)
        case .date(let seconds): Array(DateText.compact(seconds).utf8)
        case .data(let bytes):
            bytes.reduce(into: Array("0x".utf8)) { text, byte in
                text += Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
            }
        case .string(let text): BufferRule.assignedText(of: Array(text.utf8))
        }
    }
}
