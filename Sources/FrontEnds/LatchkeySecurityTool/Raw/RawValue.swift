// How `security item` reads and writes the values of attributes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyQuery
import LatchkeyTooling

package enum RawValue {
    /// The value that a dictionary has under `key`: hexadecimal is data, a date is `YYYYMMDDhhmmssZ`, a flag 0 or 1,
    /// and all else is text. What `key` does not take is refused by the call.
    static func value(
        _ value: ItemSecret, isHexadecimal: Bool, for key: QueryKey
    ) throws(KeychainError) -> QueryValue {
        let bytes = value.publicBytes
        switch key {
        case .value(.persistentReference): return .data(bytes)
        case .match(.issuers), .match(.itemList): return isHexadecimal ? .list([.data(bytes)]) : text(bytes)
        case _ where isHexadecimal: return .data(bytes)
        case .attribute(let attribute) where isDate(attribute): return try date(value)
        case .match(.validOnDate): return bytes.isEmpty ? .null : try date(value)
        case .match(.limit): return Int64(value.publicText).map { .number($0) } ?? text(bytes)
        case _ where isFlag(key): return flag(value) ?? text(bytes)
        default: return text(bytes)
        }
    }

    /// Bytes that are no UTF-8 are data, so that nothing is lost.
    private static func text(_ bytes: [UInt8]) -> QueryValue {
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
    }

    private static func date(_ value: ItemSecret) throws(KeychainError) -> QueryValue {
        guard let seconds = DateText.seconds(fromCompact: value.publicText) else {
            throw KeychainError(.parameter, during: "reading a date", hint: "a date is YYYYMMDDhhmmssZ")
        }
        return .date(seconds)
    }

    private static func isDate(_ attribute: Attribute) -> Bool {
        ItemClass.allCases.contains { $0.description(of: attribute)?.kind == .date }
    }

    private static func flag(_ value: ItemSecret) -> QueryValue? {
        if value.isEqual(to: "1") { return .boolean(true) }
        return value.isEqual(to: "0") ? .boolean(false) : nil
    }

    /// True for what takes a boolean, and no number or text in its place.
    private static func isFlag(_ key: QueryKey) -> Bool {
        switch key {
        case .returning, .match(.caseInsensitive), .match(.diacriticInsensitive), .match(.widthInsensitive),
            .match(.trustedOnly), .use(.noAuthenticationUI), .use(.systemKeychain), .use(.systemKeychainAlways),
            .use(.syncBubbleKeychain), .use(.userIndependentKeychain):
            true
        default: false
        }
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
