// The attributes of items by their tags.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The tag of an attribute of an item.
public enum SecItemAttr: FourCharCode, Sendable {
    /// When the item was added.
    case creationDateItemAttr = 0x6364_6174
    /// When the item was last changed.
    case modDateItemAttr = 0x6D64_6174
    /// What kind of item it is, for people.
    case descriptionItemAttr = 0x6465_7363
    /// A comment.
    case commentItemAttr = 0x6963_6D74
    /// The four characters of the program that made it.
    case creatorItemAttr = 0x6372_7472
    /// The four characters of its type.
    case typeItemAttr = 0x7479_7065
    /// The code of the script of its texts.
    case scriptCodeItemAttr = 0x7363_7270
    /// The name that people know it by.
    case labelItemAttr = 0x6C61_626C
    /// Whether lists leave it out.
    case invisibleItemAttr = 0x696E_7669
    /// Whether it says that there is no password.
    case negativeItemAttr = 0x6E65_6761
    /// Whether it has an icon of its own.
    case customIconItemAttr = 0x6375_7369
    /// The name of the account.
    case accountItemAttr = 0x6163_6374
    /// The service of a generic password.
    case serviceItemAttr = 0x7376_6365
    /// Bytes of the program’s own, of a generic password.
    case genericItemAttr = 0x6765_6E61
    /// The domain within the server.
    case securityDomainItemAttr = 0x7364_6D6E
    /// The name or address of the server.
    case serverItemAttr = 0x7372_7672
    /// The kind of authentication.
    case authenticationTypeItemAttr = 0x6174_7970
    /// The port.
    case portItemAttr = 0x706F_7274
    /// The path on the server.
    case pathItemAttr = 0x7061_7468
    /// The protocol.
    case protocolItemAttr = 0x7074_636C
    /// Another name.
    case alias = 0x616C_6973
}
