// The attributes of a password between their columns and the bytes of macOS.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

extension AttributeValue {
    /// The bytes of the value, as ``SecKeychainAttribute`` has them.
    func content(of attribute: Attribute) -> [UInt8] {
        switch self {
        case .string(let text) where attribute.isCode && text.utf8.count == 4: Array(text.utf8.reversed())
        case .string(let text): Array(text.utf8)
        case .data(let bytes): bytes
        case .number(let number): UInt32(truncatingIfNeeded: number).littleEndianBytes
        case .date(let seconds): Array(seconds.dateDigits.utf8) + [0]
        }
    }

    /// The value of bytes that a caller gives.
    /// - Returns: nil for an attribute that the keychain keeps itself.
    /// - Throws: `.parameter` for a number of other than one, two, four or eight bytes.
    init?(content bytes: [UInt8], of description: AttributeDescription) throws(KeychainError) {
        guard !description.traits.contains(.ignoredFromCaller), description.kind != .date else { return nil }
        if description.attribute.isCode, bytes.count == 4 {
            self = .text(bytes.reversed())
        } else if description.kind == .number {
            guard [1, 2, 4, 8].contains(bytes.count) else {
                throw KeychainError(.parameter, during: "reading a number among the attributes of an item")
            }
            let number = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            self = .number(Int64(bitPattern: number))
        } else {
            self = .text(bytes)
        }
    }
}

extension Attribute {
    /// Whether the value is four characters, which macOS has as one number in the order of the machine.
    fileprivate var isCode: Bool { self == .protocolType || self == .authenticationType }
}

extension Double {
    /// Seconds since 2001-01-01 UTC as `YYYYMMDDhhmmssZ`; zeros for a year that has not four digits.
    fileprivate var dateDigits: String {
        let unknown = "00000000000000Z"
        guard var time = Int(exactly: (self + 978_307_200).rounded(.down)) else { return unknown }
        var parts = unsafe tm()
        guard unsafe gmtime_r(&time, &parts) != nil, unsafe (0...9999).contains(parts.tm_year + 1900) else {
            return unknown
        }
        let day = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let fields = unsafe day + [parts.tm_hour, parts.tm_min, parts.tm_sec]
        return fields.enumerated().map { place, number in
            let digits = String(number)
            return String(repeating: "0", count: max(0, (place == 0 ? 4 : 2) - digits.count)) + digits
        }.joined() + "Z"
    }
}
