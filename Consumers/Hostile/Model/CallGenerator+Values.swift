// The small alphabet of the random calls: the values of every attribute of every class.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CallGenerator {
    private static let passwords: [String: [Value]] = [
        "acct": [
            .text("a"), .text("b"), .text("B"), .text(""), .data(Data("a".utf8)), .number(120),
            .data(Data([120, 0, 0, 0])), .text("\u{e9}"), .text("e\u{301}"),
        ],
        "svce": [.text("s"), .text("t"), .text("S"), .data(Data("s".utf8)), .text("")],
        "sdmn": [.text("home"), .text("")],
        "srvr": [
            .text("example.org"), .text("www.example.org"), .text("WWW.example.org"), .data(Data("example.org".utf8)),
        ],
        "atyp": [.text("dflt"), .text("form")],
        "path": [.text("/"), .text("/a")],
        "icmt": [.text("c"), .data(Data([0, 255]))],
        "desc": [.text("d"), .number(7)],
        "gena": [.data(Data("g".utf8)), .text("g")],
        "ptcl": [.text("htps"), .text("ftp "), .number(0), .number(5)],
        "port": [.number(443), .text("443"), .number(80), .boolean(true), .text("0443")],
        "crtr": [.number(7), .text("7"), .number(5_000_000_000), .number(-1)],
        "type": [.number(1), .text("note")],
        "invi": [.boolean(true), .boolean(false), .number(1)],
        "nega": [.boolean(true), .number(0)],
    ]

    private static let certificates: [String: [Value]] = [
        "ctyp": [.number(1), .number(3), .text("3"), .boolean(true)],
        "cenc": [.number(3), .text("3")],
        "subj": [.data(Data("s".utf8)), .text("s"), .data(Data())],
        "issr": [
            .data(Data("i".utf8)), .text("i"), .text("j"), .data(ModelSchema.issuer.der),
            .data(ModelSchema.issuer.contents),
        ],
        "slnr": [.data(Data([1])), .data(Data([2])), .text("n"), .data(Data([120, 0, 0, 0])), .number(120)],
        "skid": [.data(Data("k".utf8)), .text("k")],
    ]

    private static let keys: [String: [Value]] = [
        "kcls": [.text("1"), .number(1), .text("1"), .text("0"), .number(2), .boolean(false)],
        "atag": [.text("t"), .data(Data("t".utf8)), .text("T"), .number(7), .text("")],
        "bsiz": [.number(256), .text("256")],
        "esiz": [.number(128), .number(3_000_000_000)],
        "sdat": [.date(0), .date(5.5)],
        "edat": [.date(0), .date(1e9)],
        "type": [.text("73"), .number(73), .number(42), .text("note"), .number(4_294_967_369)],
        "priv": [.boolean(true), .number(1), .boolean(false)],
        "perm": [.boolean(true)],
        "sign": [.boolean(true), .text("0")],
        "decr": [.number(0)],
    ]

    private static let common: [String: [Value]] = [
        "labl": [.text("x"), .text("y"), .data(Data("x".utf8)), .text("")],
        "alis": [.text("i")],
    ]

    /// Hashes of public keys, other ones in each part of the keychain, so that no part has a key of another.
    private var hashes: [Value] {
        let name = partition ?? "hash"
        return [.data(Data("\(name) 1".utf8)), .text("\(name) 1"), .text("\(name) 2"), .data(Data("\(name) 3".utf8))]
            + pairs.map { .data($0.hash) }
    }

    /// - Parameter isJoined: whether a dictionary about identities may name what only one half has.
    private func alphabet(of itemClass: String, joined isJoined: Bool) -> [String: [Value]] {
        var own = Self.common
        if itemClass == "genp" || itemClass == "inet" { own.merge(Self.passwords) { $1 } }
        if itemClass == "cert" || itemClass == "idnt" && isJoined {
            own.merge(Self.certificates) { $1 }
            own["pkhh"] = hashes
            own["labl"]? += pairs.map { .text($0.summary) }
        }
        if itemClass == "keys" || itemClass == "idnt" && isJoined {
            own["crtr"] = Self.passwords["crtr"]
            own.merge(Self.keys) { $1 }
            own["klbl"] = hashes
        }
        guard itemClass != "idnt" else { return own }
        return own.filter { ModelSchema.kind(of: $0.key, in: itemClass) != nil }
    }

    /// What items are mostly told apart by; the other parts of a primary key are seldom given, or there were no
    /// collisions.
    private static let names: [String: [String]] = [
        "cert": ["issr", "slnr", "pkhh"], "keys": ["klbl", "atag", "kcls", "priv"],
        "idnt": ["labl", "pkhh", "klbl", "atag"],
    ]

    /// Each attribute of the class of `entries`, or of any where it is not named, by chance.
    mutating func attributes(_ percent: Int, into entries: inout Value.Entries, joined isJoined: Bool = false) {
        let itemClass = entries["class"]?.words ?? pick(ModelSchema.classes)
        let names = Self.names[itemClass] ?? ModelSchema.primaryKey(of: itemClass)
        for (name, values) in alphabet(of: itemClass, joined: isJoined).sorted(by: { $0.key < $1.key }) {
            if chance(names.contains(name) ? percent : percent / (names.count < 5 ? 6 : 3)) {
                entries[name] = pick(values)
            }
        }
        if partition == nil, chance(percent / 8) { entries["vwht"] = .text("v") }
    }

    mutating func protection(_ percent: Int, into entries: inout Value.Entries) {
        let protection = pick(ItemModel.protections)
        if chance(percent) { entries["pdmn"] = .text(protection) }
        if chance(percent / 4) {
            entries["accc"] = .control(protection: protection, flags: UInt64(pick(Value.flags).rawValue))
        }
    }

    /// Mostly short; the few long ones spill over pages of the file.
    mutating func secret() -> Value {
        let count = chance(3) ? Int.random(in: 1000...9000, using: &random) : pick([0, 1, 8, 20, 63, 64, 65])
        return .data(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }

    /// A new item of a certificate or key that has an object, or of such that joins with others; `entries` say which
    /// class.
    mutating func describe(_ entries: inout Value.Entries) {
        guard let itemClass = entries["class"]?.words, !pairs.isEmpty else { return }
        let pair = pick(pairs)
        switch itemClass {
        case "cert" where chance(45):
            // What it says is left to it, or changed in part.
            for name in pair.attributes.keys.sorted() where chance(75) { entries[name] = nil }
            entries["v_Data"] = .data(pair.certificate)
        case "cert": if chance(70) { entries["pkhh"] = pick(hashes) }
        case "keys" where chance(45):
            entries["v_Data"] = .data(pair.key)
            entries["klbl"] = .data(pair.hash)
            if chance(90) { entries["type"] = .text("\(pair.keyType)") }
            if chance(90) { entries["kcls"] = .text("1") }
            if chance(90) { entries["priv"] = .boolean(true) }
        case "keys":
            if chance(80) { entries["klbl"] = pick(hashes) }
            if chance(70) { entries["priv"] = .boolean(true) }
        default: break
        }
    }

    mutating func returns(into entries: inout Value.Entries) {
        for key in ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"] where chance(key == "r_Ref" ? 20 : 50) {
            entries[key] = .boolean(chance(90))
        }
    }

    func belong(_ entries: inout Value.Entries) {
        if let partition { entries["vwht"] = .text(partition) }
    }
}
