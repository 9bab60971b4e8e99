// Property lists in XML, looked at before they are parsed.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// FoundationEssentials' parser trusts what it reads: bytes that are no UTF-8 stop the process, and each dictionary and
/// array in another is a frame on its stack.
package struct PropertyListText: Sendable {
    private let bytes: [UInt8]

    /// Dictionaries and arrays in one another, at most.
    package static let deepestNesting = 256

    /// - Parameter isOwn: whether the file is part of the program that reads it: then it may be a binary list, too.
    /// - Returns: nil for what is no text that begins as such a list does, and for what the parser could stop at.
    package init?(_ file: [UInt8], isOwn: Bool = false) {
        guard !isOwn || !file.starts(with: Self.binary) else {
            self.bytes = file
            return
        }
        let text = file.starts(with: Self.byteOrderMark) ? file.dropFirst(Self.byteOrderMark.count) : file[...]
        let bytes = Array(text.drop { Self.whiteSpace.contains($0) })
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0),
            Self.beginnings.contains(where: bytes.starts(with:)), Self.isShallow(bytes)
        else { return nil }
        self.bytes = bytes
    }

    /// The value of the list, or nil if it has another type.
    package func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
        try? PropertyListDecoder().decode(type, from: Data(bytes))
    }

    private static let binary = Array("bplist00".utf8)
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    private static let whiteSpace = Array(" \t\r\n".utf8)
    private static let beginnings = ["<?xml", "<!DOCTYPE", "<!--", "<plist"].map { Array($0.utf8) }
    private static let containers = ["dict", "array"].map { Array($0.utf8) }
    private static let list = Array("plist".utf8)
    private static let withAttributes = ["?", "!", "plist"].map { Array($0.utf8) }
    /// What looks like a tag after one of these may be none.
    private static let sections = ["!--", "!["].map { Array($0.utf8) }

    /// Counts containers, rather too many than too few.
    private static func isShallow(_ bytes: [UInt8]) -> Bool {
        var (depth, lists) = (0, 0)
        var hasSections = false
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            let tag = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
            let isWhole = tag.endIndex < bytes.endIndex && bytes[tag.endIndex] == UInt8(ascii: ">")
            rest = rest[tag.endIndex...]
            hasSections = hasSections || sections.contains(where: tag.starts(with:))
            // In the value of an attribute could be what looks like the end of a container, and so in an instruction,
            // which ends with `?>`.
            let hasAttributes = tag.contains(UInt8(ascii: "=")) && !withAttributes.contains(where: tag.starts(with:))
            let isInstruction = tag.first == UInt8(ascii: "?")
            guard hasSections || isWhole && !hasAttributes,
                !isInstruction || isWhole && tag.count > 1 && tag.last == UInt8(ascii: "?")
            else { return false }
            if tag.starts(with: list) { lists += 1 }
            if containers.contains(where: tag.starts(with:)) {
                // The parser reads on to the end of the tag.
                guard isWhole else { return false }
                if tag.last != UInt8(ascii: "/") { depth += 1 }
            } else if !hasSections, tag.first == UInt8(ascii: "/"),
                containers.contains(where: tag.dropFirst().starts(with:))
            {
                depth -= 1
            }
            // The parser takes a list in a list, too, on its stack.
            guard depth <= deepestNesting, lists <= 1 else { return false }
        }
        return true
    }
}
