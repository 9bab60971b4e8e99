// Random calls from a small alphabet, so that they meet the same items again and again.
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct CallGenerator {
    var random: SeededGenerator
    /// The value of `vwht`, a part of the primary key, that every call names; nil for calls on everything.
    let partition: String?
    /// The certificates and keys that have objects.
    let pairs: [ModelPair]

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
        if model.items.count > 80, kind == .add { kind = pick([.delete, .copy]) }
        switch kind {
        case .add: return Call(.add, addition())
        case .copy: return Call(.copy, search(in: model))
        case .update:
            var query = query(in: model, for: .update)
            confine(&query, in: model)
            return Call(.update, query, changing: change(of: Self.itemClass(of: query)))
        case .delete: return Call(.delete, deletion(in: model))
        }
    }

    static func itemClass(of query: Value.Entries) -> String? {
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
        var item: Value.Entries = ["class": .text(pick(["genp", "genp", "inet", "cert", "cert", "keys", "keys"]))]
        attributes(40, into: &item)
        if chance(30) { item["sync"] = pick([true, true, false]).value(like: pick([0, 1, 2])) }
        protection(30, into: &item)
        if chance(15) { item["agrp"] = .text(pick(Self.groups + ["com.apple.token", "TEAM123456.foreign"])) }
        if chance(85) { item["v_Data"] = secret() }
        describe(&item)
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
            for name in ["labl", "icmt", "desc", "alis", "gena", "sdmn", "atyp", "path", "atag"] { query[name] = nil }
        }
        if query["class"] == .text("inet"), chance(15) {
            query["m_HostOrSubdomainOfHost"] = .text(pick(["example.org", "org", "x", "EXAMPLE.org"]))
        }
        if chance(10) { query["u_AuthUI"] = .text(pick(["u_AuthUIA", "u_AuthUIF", "u_AuthUIS"])) }
        subject(into: &query)
        if chance(6) { list(into: &query, of: model) }
        return query
    }

    /// A list of some items of the class.
    private mutating func list(into query: inout Value.Entries, of model: ItemModel) {
        guard let itemClass = query["class"]?.words else { return }
        let form = Data((itemClass == "idnt" ? "cert" : itemClass).utf8)
        let known = model.items.compactMap(\.reference).filter { $0.starts(with: form) }
        let listed = known.filter { _ in chance(40) }.map { Value.data(Data(itemClass.utf8) + $0.dropFirst(4)) }
        query["m_ItemList"] = .list(listed)
    }

    /// Match keys that confine a change. Of identities they would make it one of pairs.
    private mutating func confine(_ query: inout Value.Entries, in model: ItemModel) {
        if chance(3) { query["m_CaseInsensitive"] = .boolean(true) }
        if chance(3) { query["r_Data"] = pick([.boolean(true), .number(1), .text("yes")]) }
        guard Self.itemClass(of: query) != "idnt" else { return }
        if chance(12) {
            query["m_Limit"] = pick([.text("m_LimitAll"), .text("m_LimitOne"), .number(0), .number(1), .number(2)])
        }
        if chance(8) { list(into: &query, of: model) }
    }

    /// Conditions on the subjects of certificates; other classes ignore one of them (reference 3.2.4).
    private mutating func subject(into query: inout Value.Entries) {
        switch query["class"]?.words {
        case "cert", "idnt":
            let texts = pairs.map(\.summary) + ["Latchkey", "LATCHKEY ", "Odd", "key p", "6", ""]
            for key in ["StartsWith", "EndsWith", "Contains", "WholeString"] where chance(4) {
                query["m_Subject" + key] = .text(pick(texts))
            }
        default: if chance(3) { query["m_SubjectContains"] = .text("nothing") }
        }
    }

    private mutating func deletion(in model: ItemModel) -> Value.Entries {
        var query = query(in: model, for: .delete)
        if chance(25) { query["u_Tomb"] = pick([true, false]).value(like: pick([0, 1, 2])) }
        if chance(5) { query["r_Attributes"] = .boolean(true) }
        confine(&query, in: model)
        return query
    }

    private mutating func query(in model: ItemModel, for kind: Call.Kind) -> Value.Entries {
        var query: Value.Entries = [:]
        let choice = Int.random(in: 0..<100, using: &random)
        if choice < 15 {
            query = identity(in: model, for: kind)
        } else if choice < 45, let item = pick([nil] + model.items.suffix(60).map(Optional.some)) {
            query["class"] = .text(item.itemClass)
            let names = item.attributes.keys.sorted()
            for name in names where name != "sync" && name != "agrp" && chance(35) {
                query[name] = item.attributes[name]
            }
            if item.isSynchronizable, chance(85) { query["sync"] = pick([.boolean(true), .text("syna")]) }
            if item.isTombstone, kind != .update, chance(85) { query["tomb"] = .boolean(true) }
        } else if choice < 65 {
            let known = model.items.compactMap(\.reference)
            let random = Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &self.random) })
            let unknown = Data(pick(ModelSchema.classes).utf8) + random
            var reference = known.isEmpty || chance(5) ? unknown : pick(known)
            if reference.starts(with: Data("cert".utf8)), chance(50) {
                reference.replaceSubrange(..<4, with: Data("idnt".utf8))
            }
            query["v_PersistentRef"] = .data(reference)
            let itemClass = Self.itemClass(of: query).map(Value.text)
            if chance(20) { query["class"] = itemClass }
            if chance(10) { query["sync"] = .text("syna") }
            if kind != .copy || chance(5) {
                query["class"] = itemClass
                if chance(15) { attributes(10, into: &query, joined: true) }
                if chance(10) { query["sync"] = pick([.boolean(true), .number(0), .text("syna")]) }
                belong(&query)
            } else if chance(3) {
                query["class"] = .text(itemClass == .text("genp") ? "inet" : "genp")
            }
            return query
        } else {
            query["class"] = .text(pick(ModelSchema.classes))
            attributes(pick([0, 5, 15, 30]), into: &query, joined: kind == .copy)
            if chance(50) {
                query["sync"] = pick([.text("syna"), .text("syna"), .boolean(true), .number(0), .text("1")])
            }
            if kind != .update, chance(15) { query["tomb"] = .boolean(chance(60)) }
        }
        // Deletions of everything are rare, or there would be nothing.
        if kind == .delete, query.count < 3, chance(90) { attributes(50, into: &query) }
        if kind == .delete, query.count < 3, query["class"] == .text("idnt") { query["labl"] = .text("x") }
        protection(8, into: &query)
        if chance(10) { query["agrp"] = .text(pick(Self.groups + ["com.apple.token", "TEAM123456.foreign"])) }
        if chance(5) { query["v_Data"] = secret() }
        if chance(2) { query["musr"] = .data(Data()) }
        if kind == .update, chance(5) { query["tomb"] = .boolean(false) }
        belong(&query)
        return query
    }

    /// What is there of an identity, or of the half of one.
    private mutating func identity(in model: ItemModel, for kind: Call.Kind) -> Value.Entries {
        var query: Value.Entries = ["class": .text("idnt")]
        let certificates = model.items.filter { $0.attributes["pkhh"] != nil }
        guard !certificates.isEmpty else { return query }
        let certificate = pick(certificates)
        var known = certificate.attributes.filter { ModelSchema.certificateNames.contains($0.key) }
        let key = model.items.first { $0.attributes["klbl"] == certificate.attributes["pkhh"] }
        known.merge(key?.attributes ?? [:]) { own, _ in own }
        for name in known.keys.sorted() where name != "sync" && name != "agrp" {
            guard kind == .copy || ModelSchema.kind(ofIdentity: name, inBoth: true) != nil else { continue }
            if chance(kind == .copy ? 15 : 60) { query[name] = known[name] }
        }
        if chance(60) { query["sync"] = pick([.boolean(key?.isSynchronizable ?? true), .text("syna")]) }
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
        if itemClass == "idnt" {
            // Refused, and so alone.
            if chance(3) { return ["v_Data": secret()] }
        } else if chance(40) {
            change["v_Data"] = secret()
        }
        if chance(4) { change["mdat"] = .date(1) }
        if chance(2) { change["musr"] = .data(Data(repeating: 7, count: 16)) }
        change["vwht"] = nil
        return change
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
