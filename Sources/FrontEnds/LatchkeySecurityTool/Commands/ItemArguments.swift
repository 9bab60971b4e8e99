// The options that name attributes of a password, read into typed attributes.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum ItemArguments {
    /// How the value of an option becomes an attribute.
    private enum Reading { case text, codeAsNumber, codeAsText, port }

    private static let common: [(Character, Attribute, Reading)] = [
        ("a", .account, .text), ("c", .creator, .codeAsNumber), ("C", .type, .codeAsNumber),
        ("D", .description, .text), ("j", .comment, .text), ("l", .label, .text),
    ]
    private static let generic = common + [("G", .generic, .text), ("s", .service, .text)]
    private static let internet =
        common + [
            ("d", .securityDomain, .text), ("p", .path, .text), ("P", .port, .port), ("r", .protocolType, .codeAsText),
            ("s", .server, .text), ("t", .authenticationType, .codeAsText),
        ]

    /// The attributes that `arguments` give, converted to the kinds of their columns.
    package static func attributes(
        of itemClass: ItemClass, from arguments: ParsedArguments
    ) throws(CommandFailure) -> AttributeValues {
        var attributes: AttributeValues = [:]
        for (letter, attribute, reading) in itemClass == .internetPassword ? internet : generic {
            guard let word = arguments.last(letter) else { continue }
            let value = try value(of: word, reading)
            let kind = itemClass.description(of: attribute)?.kind ?? .blob
            attributes[attribute] = try calling("SecKeychainAttribute") { () throws(KeychainError) in
                try value.converted(to: kind)
            }
        }
        return attributes
    }

    /// A query for the items with these attributes, synchronizable ones among them.
    package static func query(
        _ itemClass: ItemClass, matching attributes: AttributeValues
    ) -> ItemQuery {
        var query = ItemQuery(itemClass: itemClass)
        query.matching = attributes
        query.synchronizable = .any
        query.returning = [.attributes, .persistentReference]
        return query
    }

    /// A query for exactly this item.
    package static func query(_ item: ReturnedItem) -> ItemQuery {
        var query = ItemQuery(itemClass: item.reference.itemClass)
        query.persistentReference = item.reference
        query.synchronizable = .any
        return query
    }

    private static func value(of word: ItemSecret, _ reading: Reading) throws(CommandFailure) -> AttributeValue {
        switch reading {
        case .text: return word.attributeValue
        case .codeAsNumber: return try FourCharacterCode(word.publicBytes).number
        case .codeAsText: return try FourCharacterCode(word.publicBytes).text
        case .port:
            guard let port = UInt16(word.publicText) else { throw .usage("a port is a number from 0 to 65535") }
            return .number(Int64(port))
        }
    }
}
