// Random calls from a small alphabet, so that they meet the same items again and again.
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct CallGenerator {
    var random: SeededGenerator
    /// The value of `vwht`, a part of the primary key, that every call names; nil for calls on everything.
    let partition: String?

    static let groups = ["TEAM123456.one", "TEAM123456.two", "TEAM123456.shared"]

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// A call with at most one mistake.
    mutating func call(on model: ItemModel, groups: [String]) -> Call {
        while true {
            var call = anyCall(on: model)
            let mistakes = Self.mistakes(in: call, groups: groups)
            if mistakes == 0, chance(8) { spoil(&call) }
            if mistakes < 2 { return call }
        }
    }

    private mutating func anyCall(on model: ItemModel) -> Call {
        var kind: Call.Kind = pick([
            .add, .add, .add, .add, .copy, .copy, .copy, .copy, .copy, .update, .update, .delete,
        ])
        // So that a search for all stays short.
        if model.items.count > 60, kind == .add { kind = pick([.delete, .copy]) }
        switch kind {
        case .add: return Call(.add, addition())
        case .copy: return Call(.copy, search(in: model))
        case .update:
            let query = query(in: model, for: .update)
            return Call(.update, query, changing: change(of: Self.itemClass(of: query)))
        case .delete: return Call(.delete, deletion(in: model))
        }
    }

    private static func itemClass(of query: Value.Entries) -> String? {
        query["v_PersistentRef"]?.bytes.map { String(decoding: $0.prefix(4), as: UTF8.self) } ?? query["class"]?.words
    }

    private static func mistakes(in call: Call, groups: [String]) -> Int {
        var isRefused: [Bool] = []
        isRefused.append((try? ModelRequest(call.query, of: call.kind)) == nil)
        if call.kind == .update {
            isRefused.append((try? ModelRequest(changing: itemClass(of: call.query) ?? "", by: call.change)) == nil)
        }
        let writable = groups.filter { $0 != "com.apple.token" }
        let readable = call.kind == .add ? writable : groups
        isRefused.append(groups.isEmpty || call.query["agrp"]?.words.map { !readable.contains($0) } ?? false)
        isRefused.append(call.change["agrp"]?.words.map { !writable.contains($0) } ?? false)
        return isRefused.count(where: \.self)
    }

    // MARK: Dictionaries

    private mutating func addition() -> Value.Entries {
        var item: Value.Entries = ["class": .text(pick(["genp", "genp", "inet"]))]
        attributes(40, into: &item)
        if chance(30) { item["sync"] = pick([true, true, false]).value(like: pick([0, 1, 2])) }
        protection(30, into: &item)
        if chance(15) { item["agrp"] = .text(pick(Self.groups + ["com.apple.token", "TEAM123456.foreign"])) }
        if chance(85) { item["v_Data"] = secret() }
        if chance(5) { item["cdat"] = .date(1) }
        if chance(3) { item["nleg"] = .boolean(true) }
        if chance(50) { returns(into: &item) }
        belong(&item)
        return item
    }

    private mutating func search(in model: ItemModel) -> Value.Entries {
        var query = query(in: model, for: .copy)
        if chance(85) { returns(into: &query) }
        if chance(55) {
            let limits: [Value] = [0, 1, 2, 3, 100, -1, -5].map { .number($0) }
            query["m_Limit"] = pick([.text("m_LimitAll"), .text("m_LimitAll"), .text("m_LimitOne")] + limits)
        }
        if chance(8), query["v_PersistentRef"] == nil {
            query["m_CaseInsensitive"] = .boolean(true)
            for name in ["labl", "icmt", "desc", "alis", "gena", "sdmn", "atyp", "path"] { query[name] = nil }
        }
        if query["class"] == .text("inet"), chance(15) {
            query["m_HostOrSubdomainOfHost"] = .text(pick(["example.org", "org", "x", "EXAMPLE.org"]))
        }
        if chance(10) { query["u_AuthUI"] = .text(pick(["u_AuthUIA", "u_AuthUIF", "u_AuthUIS"])) }
        if chance(3) { query["m_SubjectContains"] = .text("nothing") }
        return query
    }

    private mutating func deletion(in model: ItemModel) -> Value.Entries {
        var query = query(in: model, for: .delete)
        if chance(25) { query["u_Tomb"] = pick([true, false]).value(like: pick([0, 1, 2])) }
        if chance(5) { query["r_Attributes"] = .boolean(true) }
        return query
    }

    private mutating func query(in model: ItemModel, for kind: Call.Kind) -> Value.Entries {
        var query: Value.Entries = [:]
        let choice = Int.random(in: 0..<100, using: &random)
        if choice < 45, let item = pick([nil] + model.items.suffix(60).map(Optional.some)) {
            query["class"] = .text(item.itemClass)
            let names = item.attributes.keys.sorted()
            for name in names where name != "sync" && name != "agrp" && chance(35) {
                query[name] = item.attributes[name]
            }
            if item.isSynchronizable, chance(85) { query["sync"] = pick([.boolean(true), .text("syna")]) }
            if item.isTombstone, kind != .update, chance(85) { query["tomb"] = .boolean(true) }
        } else if choice < 65 {
            let known = model.items.compactMap(\.reference)
            let unknown = Data("genp".utf8) + Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
            query["v_PersistentRef"] = .data(known.isEmpty || chance(5) ? unknown : pick(known))
            let itemClass = Self.itemClass(of: query).map(Value.text)
            if chance(20) { query["class"] = itemClass }
            if chance(10) { query["sync"] = .text("syna") }
            if kind != .copy || chance(5) {
                query["class"] = itemClass
                if chance(15) { attributes(10, into: &query) }
                belong(&query)
            } else if chance(3) {
                query["class"] = .text(itemClass == .text("genp") ? "inet" : "genp")
            }
            return query
        } else {
            query["class"] = .text(pick(["genp", "inet"]))
            attributes(pick([0, 5, 15, 30]), into: &query)
            if chance(50) {
                query["sync"] = pick([.text("syna"), .text("syna"), .boolean(true), .number(0), .text("1")])
            }
            if kind != .update, chance(15) { query["tomb"] = .boolean(chance(60)) }
        }
        // Deletions of everything are rare, or there would be nothing.
        if kind == .delete, query.count < 3, chance(90) { attributes(50, into: &query) }
        protection(8, into: &query)
        if chance(10) { query["agrp"] = .text(pick(Self.groups + ["com.apple.token", "TEAM123456.foreign"])) }
        if chance(5) { query["v_Data"] = secret() }
        if chance(2) { query["musr"] = .data(Data()) }
        if kind == .update, chance(5) { query["tomb"] = .boolean(false) }
        belong(&query)
        return query
    }

    private mutating func change(of itemClass: String?) -> Value.Entries {
        // Few calls name an attribute that the class may not have.
        var change: Value.Entries = chance(95) ? ["class": .text(itemClass ?? "genp")] : [:]
        attributes(12, into: &change)
        change["class"] = nil
        if chance(15) { change["sync"] = pick([true, false]).value(like: pick([0, 1, 2])) }
        protection(15, into: &change)
        if chance(8) { change["agrp"] = .text(pick(Self.groups + ["com.apple.token", "TEAM123456.foreign"])) }
        if chance(40) { change["v_Data"] = secret() }
        if chance(4) { change["mdat"] = .date(1) }
        if chance(2) { change["musr"] = .data(Data(repeating: 7, count: 16)) }
        change["vwht"] = nil
        return change
    }

    // MARK: Values

    private static let blobs: [String: [Value]] = [
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
        "labl": [.text("x"), .text("y"), .data(Data("x".utf8)), .text("")],
        "icmt": [.text("c"), .data(Data([0, 255]))],
        "desc": [.text("d"), .number(7)],
        "alis": [.text("i")],
        "gena": [.data(Data("g".utf8)), .text("g")],
    ]

    private static let numbers: [String: [Value]] = [
        "ptcl": [.text("htps"), .text("ftp "), .number(0), .number(5)],
        "port": [.number(443), .text("443"), .number(80), .boolean(true), .text("0443")],
        "crtr": [.number(7), .text("7"), .number(5_000_000_000), .number(-1)],
        "type": [.number(1), .text("note")],
        "invi": [.boolean(true), .boolean(false), .number(1)],
        "nega": [.boolean(true), .number(0)],
    ]

    /// Each attribute of the class of `entries`, or of both where it is not named, by chance.
    private mutating func attributes(_ percent: Int, into entries: inout Value.Entries) {
        let itemClass = entries["class"]?.words ?? pick(["genp", "inet"])
        for (name, values) in (Self.blobs.merging(Self.numbers) { $1 }).sorted(by: { $0.key < $1.key }) {
            guard ModelSchema.kind(of: name, in: itemClass) != nil else { continue }
            let isKey = ModelSchema.primaryKey(of: itemClass).contains(name)
            if chance(isKey ? percent : percent / 3) { entries[name] = pick(values) }
        }
        if partition == nil, chance(percent / 8) { entries["vwht"] = .text("v") }
    }

    private mutating func protection(_ percent: Int, into entries: inout Value.Entries) {
        let protection = pick(ItemModel.protections)
        if chance(percent) { entries["pdmn"] = .text(protection) }
        if chance(percent / 4) {
            entries["accc"] = .control(protection: protection, flags: UInt64(pick(Value.flags).rawValue))
        }
    }

    /// Mostly short; the few long ones spill over pages of the file.
    private mutating func secret() -> Value {
        let count = chance(3) ? Int.random(in: 1000...9000, using: &random) : pick([0, 1, 8, 20, 63, 64, 65])
        return .data(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }

    private mutating func returns(into entries: inout Value.Entries) {
        for key in ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"] where chance(key == "r_Ref" ? 12 : 50) {
            entries[key] = .boolean(chance(90))
        }
    }

    private func belong(_ entries: inout Value.Entries) {
        if let partition { entries["vwht"] = .text(partition) }
    }
}

extension Bool {
    /// The flag in one of the forms that programs use.
    fileprivate func value(like form: Int) -> Value {
        switch form {
        case 0: .boolean(self)
        case 1: .number(self ? 1 : 0)
        default: .text(self ? "1" : "0")
        }
    }
}
