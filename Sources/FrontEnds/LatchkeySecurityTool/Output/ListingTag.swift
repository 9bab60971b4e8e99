// The lines of a listing, in the order of macOS.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

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
        case .certificate: certificate
        case .key: key
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

    private static let certificate = [
        ListingTag(.alias, .blob), ListingTag(.certificateEncoding, .uint32), ListingTag(.certificateType, .uint32),
        ListingTag(.publicKeyHash, .blob, name: "\"hpky\""), ListingTag(.issuer, .blob, name: "\"issu\""),
        ListingTag(.label, .blob), ListingTag(.subjectKeyID, .blob),
        ListingTag(.serialNumber, .blob, name: "\"snbr\""), ListingTag(.subject, .blob),
    ]

    /// The attributes of keys have no names on macOS, but numbers from 0 on.
    private static let key: [ListingTag] = {
        let attributes: [(Attribute, Format)] = [
            (.keyClass, .uint32), (.label, .blob), (.alias, .blob), (.isPermanent, .uint32), (.isPrivate, .uint32),
            (.isModifiable, .uint32), (.applicationLabel, .blob), (.applicationTag, .blob), (.creator, .blob),
            (.type, .uint32), (.keySizeInBits, .uint32), (.effectiveKeySize, .uint32), (.startDate, .blob),
            (.endDate, .blob), (.isSensitive, .uint32), (.wasAlwaysSensitive, .uint32), (.isExtractable, .uint32),
            (.wasNeverExtractable, .uint32), (.canEncrypt, .uint32), (.canDecrypt, .uint32), (.canDerive, .uint32),
            (.canSign, .uint32), (.canVerify, .uint32), (.canSignRecover, .uint32), (.canVerifyRecover, .uint32),
            (.canWrap, .uint32), (.canUnwrap, .uint32),
        ]
        return attributes.enumerated().map { number, attribute in
            let digits = String(number, radix: 16, uppercase: true)
            let name = "0x" + String(repeating: "0", count: 8 - digits.count) + digits + " "
            return ListingTag(attribute.0, attribute.1, name: name)
        }
    }()
}
