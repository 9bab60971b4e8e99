// The lines of a listing, in the order of macOS.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

/// One attribute of a listing: how it is named, and as what kind it is printed.
package struct ListingTag: Hashable, Sendable {
    package let attribute: Attribute
    /// The four characters in quotes, or a number for the two that macOS knows by number.
    package let name: String
    package let format: Format

    package enum Format: String, Hashable, Sendable { case blob, timedate, uint32, sint32 }

    private init(_ attribute: Attribute, _ format: Format, name: String? = nil) {
        self.attribute = attribute
        self.name = name ?? "\"\(attribute.code)\""
        self.format = format
    }

    package static func tags(of itemClass: ItemClass) -> [ListingTag] {
        switch itemClass {
        case .genericPassword: genericPassword
        case .internetPassword: internetPassword
        case .certificate, .key: named
        }
    }

    private static let named = [
        ListingTag(.label, .blob, name: "0x00000007 "),
        ListingTag(.alias, .blob, name: "0x00000008 "),
    ]

    private static let genericPassword =
        named + [
            ListingTag(.account, .blob), ListingTag(.creationDate, .timedate), ListingTag(.creator, .uint32),
            ListingTag(.hasCustomIcon, .sint32), ListingTag(.description, .blob), ListingTag(.generic, .blob),
            ListingTag(.comment, .blob), ListingTag(.isInvisible, .sint32), ListingTag(.modificationDate, .timedate),
            ListingTag(.isNegative, .sint32), ListingTag(.protected, .blob), ListingTag(.scriptCode, .sint32),
            ListingTag(.service, .blob), ListingTag(.type, .uint32),
        ]

    private static let internetPassword =
        named + [
            ListingTag(.account, .blob), ListingTag(.authenticationType, .blob), ListingTag(.creationDate, .timedate),
            ListingTag(.creator, .uint32), ListingTag(.hasCustomIcon, .sint32), ListingTag(.description, .blob),
            ListingTag(.comment, .blob), ListingTag(.isInvisible, .sint32), ListingTag(.modificationDate, .timedate),
            ListingTag(.isNegative, .sint32), ListingTag(.path, .blob), ListingTag(.port, .uint32),
            ListingTag(.protected, .blob), ListingTag(.protocolType, .uint32), ListingTag(.scriptCode, .sint32),
            ListingTag(.securityDomain, .blob), ListingTag(.server, .blob), ListingTag(.type, .uint32),
        ]
}
