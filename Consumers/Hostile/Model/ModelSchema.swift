// The attributes of the five classes (reference 2.2 to 2.7), as far as the test uses them.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum ModelSchema {
    enum Kind { case blob, data, number, text, flag, accessible, date, uuid, control }

    static let classes = ["genp", "inet", "cert", "keys", "idnt"]

    /// The attributes that are searched on the certificate of an identity; all others are the key's (reference 3.11.3,
    /// and the page on compatibility for those that Apple's systems cannot search).
    static let certificateNames: Set<String> = ["labl", "issr", "slnr", "skid", "subj", "pkhh", "ctyp", "cenc"]

    private static let common: [String: Kind] = [
        "labl": .blob, "alis": .blob, "agrp": .text, "vwht": .text, "sync": .flag, "tomb": .flag, "pdmn": .accessible,
        "accc": .control, "cdat": .date, "mdat": .date, "musr": .uuid,
    ]
    private static let own: [String: [String: Kind]] = [
        "genp": [
            "acct": .blob, "svce": .blob, "gena": .blob, "desc": .blob, "icmt": .blob, "crtr": .number, "type": .number,
            "invi": .number, "nega": .number,
        ],
        "inet": [
            "acct": .blob, "sdmn": .blob, "srvr": .blob, "atyp": .blob, "path": .blob, "ptcl": .number, "port": .number,
            "desc": .blob, "icmt": .blob, "crtr": .number, "type": .number, "invi": .number, "nega": .number,
        ],
        "cert": [
            "ctyp": .number, "cenc": .number, "subj": .data, "issr": .data, "slnr": .data, "skid": .data, "pkhh": .data,
        ],
        "keys": [
            "kcls": .number, "klbl": .data, "atag": .blob, "crtr": .number, "type": .number, "bsiz": .number,
            "esiz": .number, "sdat": .date, "edat": .date, "priv": .number, "perm": .number, "sign": .number,
            "decr": .number,
        ],
    ]

    static func kind(of name: String, in itemClass: String) -> Kind? { common[name] ?? own[itemClass]?[name] }

    /// Of an identity, if an attribute of either half will do, or must be one of both (reference 3.11.6).
    static func kind(ofIdentity name: String, inBoth: Bool) -> Kind? {
        guard !inBoth else { return common[name] }
        return kind(of: name, in: "cert") ?? kind(of: name, in: "keys")
    }

    static func primaryKey(of itemClass: String) -> [String] {
        let own =
            switch itemClass {
            case "genp": ["acct", "svce"]
            case "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"]
            case "cert": ["ctyp", "issr", "slnr"]
            default: ["kcls", "klbl", "atag", "crtr", "type", "bsiz", "esiz", "sdat", "edat"]
            }
        return own + ["agrp", "sync", "vwht"]
    }

    /// What columns that cannot be empty hold where the caller gives nothing (reference 2.8).
    static func defaults(of itemClass: String) -> Value.Entries {
        switch itemClass {
        case "genp": ["acct": .text(""), "svce": .text("")]
        case "inet":
            [
                "acct": .text(""), "sdmn": .text(""), "srvr": .text(""), "atyp": .text(""), "path": .text(""),
                "ptcl": .number(0), "port": .number(0),
            ]
        case "cert": ["ctyp": .number(0), "issr": .data(Data()), "slnr": .data(Data())]
        default:
            [
                "kcls": .number(0), "klbl": .data(Data()), "atag": .text(""), "crtr": .number(0), "type": .number(0),
                "bsiz": .number(0), "esiz": .number(0), "sdat": .date(0), "edat": .date(0),
            ]
        }
    }

    static func defaultProtection(of itemClass: String) -> String { itemClass == "cert" ? "dk" : "ak" }

    /// As the attribute keeps it (reference 2.1), or nil for a type that it cannot have.
    static func converted(_ value: Value, to kind: Kind) -> Value? {
        switch (kind, value) {
        case (.blob, .text), (.blob, .data), (.blob, .number), (.number, .number), (.text, .text), (.date, .date):
            return value
        case (.data, .data): return value
        case (.data, .text(let text)): return .data(Data(text.utf8))
        case (.data, .number): return .data(Data(bytes(of: value, as: "")))
        case (.number, .boolean(let flag)): return .number(flag ? 1 : 0)
        case (.number, .text(let text)): return Int64(text).flatMap { "\($0)" == text ? .number($0) : nil } ?? value
        case (.text, .data(let data)): return String(data: data, encoding: .utf8).map(Value.text)
        case (.flag, .boolean(let flag)): return .number(flag ? 1 : 0)
        case (.flag, .number(let number)): return .number(number == 0 ? 0 : 1)
        case (.flag, .text(let text)): return Int64(text).map { .number($0 == 0 ? 0 : 1) }
        case (.accessible, .text(let text)): return ItemModel.protections.contains(text) ? value : nil
        case (.uuid, .data(let data)): return data.isEmpty || data.count == 16 ? value : nil
        case (.control, .control): return value
        default: return nil
        }
    }

    /// The name of an issuer in any dictionary: of a DER sequence the contents, printable text in upper case and with
    /// single blanks (reference 3.2.15, 5.8.2). Other bytes are taken as they are.
    static func normalizedIssuer(_ value: Value) -> Value {
        value == .data(issuer.der) ? .data(issuer.contents) : value
    }

    /// The common name " a  b" as printable text.
    static let issuer: (der: Data, contents: Data) = (
        Data([0x30, 0x10, 0x31, 0x0e, 0x30, 0x0c, 0x06, 0x03, 0x55, 0x04, 0x03, 0x13, 0x05]) + Data(" a  b".utf8),
        Data([0x31, 0x0c, 0x30, 0x0a, 0x06, 0x03, 0x55, 0x04, 0x03, 0x13, 0x03]) + Data("A B".utf8)
    )

    static func folded(_ value: Value, as name: String) -> [UInt8] {
        let bytes = bytes(of: value, as: name)
        return String(validating: bytes, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? bytes
    }

    private static let numbers: Set<String> = Set(
        own.values.flatMap { names in names.compactMap { $0.value == .number ? $0.key : nil } })

    /// Values with the same bytes are the same key: text and its UTF-8 data are (reference 2.0), a number and its
    /// digits in a number's column are not.
    static func bytes(of value: Value, as name: String) -> [UInt8] {
        let isNumber = numbers.contains(name)
        switch value {
        case .text(let text): return (isNumber ? [1] : []) + Array(text.utf8)
        case .data(let data): return Array(data)
        case .number(let number) where isNumber || name == "sync": return Array("\(number)".utf8)
        case .number(let number): return withUnsafeBytes(of: Int32(truncatingIfNeeded: number)) { Array($0) }
        case .date(let seconds): return Array("\(seconds)".utf8)
        default: return []
        }
    }
}
