// The names of attributes and the tables of the classes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Testing

@Suite struct AttributeTests {
    @Test(arguments: ["acct", "UUID", "bin0", "a b~"])
    func `a code of four printable characters round-trips`(code: String) throws {
        let attribute = try #require(Attribute(code: code))
        #expect(attribute.code == code)
        #expect(Attribute(rawValue: attribute.rawValue) == attribute)
    }

    @Test(arguments: ["", "acc", "acctt", "acc\n", "acc\u{7f}", "aäc", "🔑"])
    func `anything but four printable ASCII characters is no code`(code: String) {
        #expect(Attribute(code: code) == nil)
    }

    @Test func `codes are packed most significant character first and sort as text does`() {
        #expect(Attribute.account.rawValue == 0x6163_6374)
        #expect(Attribute.account < .accessGroup)
        #expect(Attribute.uuid < .account)
    }
}

@Suite struct ItemClassTableTests {
    static let genericKey: Set = ["acct", "svce", "agrp", "sync", "vwht", "tkid", "musr", "ggrp"]
    static let internetKey: Set = [
        "acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "agrp", "sync", "vwht", "tkid", "musr", "ggrp",
    ]
    static let common: [String: AttributeKind] = [
        "cdat": .date, "mdat": .date, "labl": .blob, "agrp": .string, "pdmn": .accessible, "accc": .accessControl,
        "sync": .flag, "tomb": .flag, "vwht": .string, "tkid": .string, "musr": .uuid, "ggrp": .string, "UUID": .string,
        "sysb": .number, "pcss": .number, "pcsk": .blob, "pcsi": .blob, "sha1": .sha1,
    ]
    static let password: [String: AttributeKind] = [
        "desc": .blob, "icmt": .blob, "crtr": .number, "type": .number, "scrp": .number, "alis": .blob, "invi": .number,
        "nega": .number, "cusi": .number, "prot": .blob,
    ]
    static let generic: [String: AttributeKind] = ["acct": .blob, "svce": .blob, "gena": .blob]
    /// Latchkey's own.
    static let secretService: [String: AttributeKind] = ["ssat": .data, "sscn": .string]
    static let internet: [String: AttributeKind] = [
        "acct": .blob, "sdmn": .blob, "srvr": .blob, "ptcl": .number, "atyp": .blob, "port": .number, "path": .blob,
        "binn": .data, "bini": .data, "bin0": .data, "bin1": .data, "bin2": .data, "bin3": .data,
    ]

    static let certificateKey: Set = ["ctyp", "issr", "slnr", "agrp", "sync", "vwht", "tkid", "musr", "ggrp"]
    static let keyKey: Set = [
        "kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "sdat", "edat", "agrp", "sync", "vwht", "tkid", "musr",
        "ggrp",
    ]
    static let certificate: [String: AttributeKind] = [
        "ctyp": .number, "cenc": .number, "subj": .data, "issr": .data, "slnr": .data, "skid": .data, "pkhh": .data,
        "alis": .blob,
    ]
    static let key: [String: AttributeKind] = [
        "kcls": .number, "klbl": .data, "atag": .blob, "crtr": .number, "type": .number, "bsiz": .number,
        "esiz": .number, "sdat": .date, "edat": .date, "alis": .blob, "perm": .number, "priv": .number, "modi": .number,
        "sens": .number, "asen": .number, "extr": .number, "next": .number, "encr": .number, "decr": .number,
        "drve": .number, "sign": .number, "vrfy": .number, "wrap": .number, "unwp": .number, "snrc": .number,
        "vyrc": .number,
    ]

    @Test(arguments: [
        (ItemClass.genericPassword, genericKey), (.internetPassword, internetKey), (.certificate, certificateKey),
        (.key, keyKey),
    ])
    func `the primary key is that of Apple's schema`(itemClass: ItemClass, key: Set<String>) {
        let own = itemClass.attributes.filter { $0.traits.contains(.primaryKey) }.map(\.attribute.code)
        #expect(Set(own) == key)
        #expect(own.count == key.count)
    }

    @Test(arguments: [
        (ItemClass.genericPassword, generic.merging(password) { $1 }.merging(secretService) { $1 }),
        (.internetPassword, internet.merging(password) { $1 }), (.certificate, certificate), (.key, key),
    ])
    func `a class has every attribute of the reference, in its kind, and no other`(
        itemClass: ItemClass, own: [String: AttributeKind]
    ) {
        let expected = Self.common.merging(own) { $1 }
        let described = Dictionary(
            uniqueKeysWithValues: itemClass.attributes.map { ($0.attribute.code, $0.kind) })
        #expect(described == expected)
    }

    @Test(arguments: [
        (ItemClass.internetPassword, Attribute.service), (.internetPassword, .generic), (.genericPassword, .server),
        (.genericPassword, .port), (.genericPassword, .extraNotes), (.genericPassword, .keyClass),
        (.certificate, .account), (.key, .comment),
    ])
    func `an attribute of another class is unknown`(itemClass: ItemClass, attribute: Attribute) {
        #expect(itemClass.description(of: attribute) == nil)
    }

    @Test(arguments: ItemClass.allCases)
    func `no class names an attribute twice, and its key attributes have a column`(itemClass: ItemClass) {
        let codes = itemClass.attributes.map(\.attribute)
        #expect(Set(codes).count == codes.count)
        for description in itemClass.attributes where description.traits.contains(.primaryKey) {
            #expect(description.storage == .clear || description.storage == .digest)
        }
    }

    @Test(arguments: ItemClass.allCases)
    func `every default is a value that its own attribute accepts`(itemClass: ItemClass) throws {
        for description in itemClass.attributes {
            guard let value = description.defaultValue else { continue }
            #expect(try value.converted(to: description.kind) == value, "\(description.attribute)")
        }
    }

    @Test(arguments: ItemClass.allCases)
    func `the secret fields and the item digest never have a default`(itemClass: ItemClass) {
        for description in itemClass.attributes where description.storage == .secret || description.kind == .sha1 {
            #expect(description.defaultValue == nil)
        }
    }
    @Test(arguments: ItemClass.allCases)
    func `the places of a class's attributes fit into the bits of a statement`(itemClass: ItemClass) {
        #expect(itemClass.attributes.count < UInt64.bitWidth)
    }
}
