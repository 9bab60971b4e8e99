// The listing of an item: class and attributes, tag by tag (reference 6.7).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package enum ItemListing {
    /// The version that macOS prints for every keychain of a file.
    private static let keychainVersion = 512

    /// All lines of `item`, its secret left out.
    package static func text(of item: ReturnedItem, inKeychainAt path: String) -> [UInt8] {
        var lines = Array("keychain: \"\(path)\"\nversion: \(keychainVersion)\nclass: ".utf8)
        lines += BufferRule.text(of: classBytes(of: item))
        lines += Array("\nattributes:\n".utf8)
        for tag in ListingTag.tags(of: item.reference.itemClass) {
            lines += Array("    \(tag.name)<\(tag.format.rawValue)>=".utf8)
            lines += value(of: tag.attribute, in: item) ?? Array("<NULL>".utf8)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    /// The class as macOS has it in four bytes: text for passwords, numbers for certificates and the kinds of keys.
    private static func classBytes(of item: ReturnedItem) -> [UInt8] {
        let number: UInt32 =
            switch (item.reference.itemClass, item.attributes[.keyClass]) {
            case (.certificate, _): 0x8000_1000
            case (.key, .number(1)): 0x10
            case (.key, .number(2)): 0x11
            case (.key, _): 0x0f
            case (let itemClass, _): itemClass.code
            }
        return number.bigEndianBytes
    }

    /// - Returns: nil for what is absent. An empty value is printed as nothing (reference 6.7.5).
    private static func value(of attribute: Attribute, in item: ReturnedItem) -> [UInt8]? {
        let value = item.attributes[attribute]
        if attribute == .keyClass, value != nil { return BufferRule.text(of: classBytes(of: item)) }
        if attribute == .startDate || attribute == .endDate, value == .date(0) {
            // The key has no such date.
            return BufferRule.text(of: Array(repeating: 0, count: 8))
        }
        return text(of: value)
    }

    private static func text(of value: AttributeValue?) -> [UInt8]? {
        switch value {
        case nil: nil
        case .string(let text)?: BufferRule.text(of: Array(text.utf8))
        case .data(let bytes)?: BufferRule.text(of: bytes)
        case .date(let seconds)?: BufferRule.text(of: Array(DateText.compact(seconds).utf8) + [0])
        case .number(let number)?:
            if let narrow = UInt32(exactly: number) {
                BufferRule.text(of: narrow.bigEndianBytes)
            } else if let narrow = Int32(exactly: number) {
                BufferRule.text(of: narrow.bigEndianBytes)
            } else {
                BufferRule.text(of: number.bigEndianBytes)
            }
        }
    }
}
