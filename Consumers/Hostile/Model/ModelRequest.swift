// Reads a dictionary as reference 3.1 and 3.3 to 3.6 say, into what the model works with.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

struct Refusal: Error {
    let status: OSStatus
    init(_ status: OSStatus) { self.status = status }
}

struct ModelRequest {
    enum Synchronizable { case local, synchronizable, either }
    enum Limit: Equatable { case one, atMost(Int) }

    var itemClass = ""
    /// Attributes other than those below, converted.
    var attributes: Value.Entries = [:]
    var group: String?
    var synchronizable = Synchronizable.local
    var flag: Value?
    var tombstone: Value?
    var protection: String?
    var control: (protection: String, flags: UInt64)?
    var reference: Data?
    var secret: Data?
    /// D(ata), A(ttributes), R(ef), P(ersistentRef).
    var returning: Set<Character> = []
    var limit = Limit.one
    var ignoresCase = false
    var host: String?
    var skipsProofs = false
    var forbidsProofs = false
    var leavesTombstone: Bool?
    /// The only items that are looked at, as the page on compatibility says.
    var itemList: Set<Data>?
    /// What the subject of a certificate must have: the key and the text.
    var subjects: [(String, String)] = []
    /// True if the dictionary is about identities as a join, false if it is about certificates and keys at once.
    var isJoined = false

    init(_ dictionary: Value.Entries, of kind: Call.Kind) throws {
        if kind == .update || kind == .delete { limit = .atMost(.max) }
        try readReference(dictionary, of: kind)
        isJoined = itemClass == "idnt" && (kind == .copy || reference != nil)
        for (key, value) in dictionary where !["class", "v_PersistentRef", "nleg"].contains(key) {
            if key == "clip" { throw Refusal(errSecParam) }
            if key.utf8.count == 4 {
                try readAttribute(key, value, of: kind)
            } else {
                try readOther(key, value, of: kind)
            }
        }
        if dictionary["ggrp"] != nil {
            throw Refusal(flag == .number(1) ? errSecParam : errSecMissingEntitlement)
        }
        try settle(dictionary, of: kind)
    }

    /// The second dictionary of an update.
    init(changing itemClass: String, by dictionary: Value.Entries) throws {
        self.itemClass = itemClass
        for (key, value) in dictionary where key != "nleg" {
            if key == "clip" || key == "ggrp" { throw Refusal(errSecParam) }
            if key.utf8.count == 4 {
                try readAttribute(key, value, of: .update)
            } else if key == "v_Data" {
                // The bytes of a certificate are not those of a key.
                guard let data = value.bytes, itemClass != "idnt" else { throw Refusal(errSecParam) }
                secret = data
            } else {
                throw Refusal(errSecNoSuchAttr)
            }
        }
        guard flag != .text("syna") else { throw Refusal(errSecParam) }
        try compareProtections()
    }

    private mutating func readReference(_ dictionary: Value.Entries, of kind: Call.Kind) throws {
        let named = dictionary["class"]?.words
        if let value = dictionary["v_PersistentRef"] {
            guard kind != .add, let data = value.bytes else { throw Refusal(errSecParam) }
            let form = String(decoding: data.prefix(4), as: UTF8.self)
            // The forms of older and other systems name nothing that is stored here (reference 3.4.9).
            if data.count == 12, ModelSchema.classes.contains(form) { throw Refusal(errSecItemNotFound) }
            guard data.count == 20, ModelSchema.classes.contains(form) else { throw Refusal(errSecParam) }
            guard named == nil || named == form else { throw Refusal(errSecNoSuchClass) }
            // Reference 3.5.14.
            if form == "idnt", kind == .update { throw Refusal(-26276) }
            reference = data
            itemClass = form
        } else {
            guard let named else { throw Refusal(errSecParam) }
            guard ModelSchema.classes.contains(named) else { throw Refusal(errSecNoSuchClass) }
            // An identity is added as an object only (reference 3.11.5).
            if named == "idnt", kind == .add { throw Refusal(errSecParam) }
            itemClass = named
        }
    }

    private mutating func readAttribute(_ name: String, _ value: Value, of kind: Call.Kind) throws {
        if name == "ggrp" { return }
        let type =
            itemClass == "idnt"
            ? ModelSchema.kind(ofIdentity: name, inBoth: !isJoined) : ModelSchema.kind(of: name, in: itemClass)
        guard let type else { throw Refusal(errSecNoSuchAttr) }
        if name == "sync", value == .text("syna") {
            flag = value
            return
        }
        guard let converted = ModelSchema.converted(value, to: type) else { throw Refusal(errSecParam) }
        switch name {
        case "agrp": group = converted.words
        case "sync": flag = converted
        case "tomb": tombstone = converted
        case "pdmn": protection = converted.words
        case "accc": if case .control(let protection, let flags) = converted { control = (protection, flags) }
        case "issr": attributes[name] = ModelSchema.normalizedIssuer(converted)
        default: attributes[name] = converted
        }
    }

    private mutating func readOther(_ key: String, _ value: Value, of kind: Call.Kind) throws {
        switch key {
        case "v_Data":
            // A new item takes text as its UTF-8.
            let text = kind == .add ? value.words.map { Data($0.utf8) } : nil
            guard let data = value.bytes ?? text else { throw Refusal(errSecParam) }
            secret = data
        case "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef":
            // What changes items gives nothing back.
            guard kind == .copy || kind == .add else { return }
            guard let flag = value.truth else { throw Refusal(errSecParam) }
            if flag, let letter = key.dropFirst(2).first { returning.insert(letter) }
        case _ where key.hasPrefix("m_"):
            guard kind != .add else { throw Refusal(errSecParam) }
            // A match key confines a change, and how text is compared would widen it.
            if key == "m_CaseInsensitive", kind != .copy { return }
            try readMatch(key, value)
        case "u_AuthUI":
            guard let word = value.words, ["u_AuthUIA", "u_AuthUIF", "u_AuthUIS"].contains(word) else {
                throw Refusal(errSecParam)
            }
            skipsProofs = word == "u_AuthUIS"
            forbidsProofs = word == "u_AuthUIF"
            guard !skipsProofs || kind == .copy else { throw Refusal(errSecParam) }
        case "u_Tomb":
            guard let flag = ModelSchema.converted(value, to: .flag) else { throw Refusal(errSecParam) }
            leavesTombstone = flag == .number(1)
        case "u_OpPrompt": return
        default: throw Refusal(errSecParam)
        }
    }

    /// Items at most.
    var count: Int { if case .atMost(let count) = limit { count } else { 1 } }

    private var hasCertificates: Bool { itemClass == "cert" || itemClass == "idnt" }

    private mutating func readMatch(_ key: String, _ value: Value) throws {
        switch key {
        case "m_Limit":
            switch value {
            case .text("m_LimitOne"), .number(1): limit = .one
            case .text("m_LimitAll"), .number(-1): limit = .atMost(.max)
            case .number(let number): limit = .atMost(number < 0 ? 1 : Int(number))
            default: throw Refusal(errSecParam)
            }
        case "m_CaseInsensitive": ignoresCase = value.flag == true
        case "m_HostOrSubdomainOfHost":
            guard itemClass == "inet" else { throw Refusal(errSecUnimplemented) }
            host = value.words
        case "m_Issuers", "m_Policy": throw Refusal(hasCertificates ? errSecParam : errSecUnimplemented)
        case "m_SubjectContains" where !hasCertificates: return
        case "m_SubjectStartsWith", "m_SubjectEndsWith", "m_SubjectWholeString", "m_SubjectContains":
            guard hasCertificates else { throw Refusal(errSecUnimplemented) }
            guard let text = value.words else { throw Refusal(errSecParam) }
            subjects.append((key, text))
        case "m_ItemList":
            guard let references = value.elements?.compactMap(\.bytes) else { throw Refusal(errSecParam) }
            itemList = Set(references.map(Self.withoutIdentity))
        case "m_SearchList", "m_TrustedOnly": return
        default: throw Refusal(errSecParam)
        }
    }

    /// What the request says of one half of an identity. Where it is about the join, each attribute is that of one half
    /// (reference 3.11.3), and so are the flag for synchronizable items, the protection and the tombstone: they are the
    /// key's.
    func half(_ half: String) -> ModelRequest {
        var request = self
        request.itemClass = half
        guard isJoined else { return request }
        let isCertificate = half == "cert"
        request.attributes = attributes.filter { ModelSchema.certificateNames.contains($0.key) == isCertificate }
        guard isCertificate else {
            (request.reference, request.itemList, request.subjects) = (nil, nil, [])
            return request
        }
        request.reference = reference.map(Self.withoutIdentity)
        (request.synchronizable, request.tombstone, request.protection, request.control) = (.either, nil, nil, nil)
        return request
    }

    /// The persistent reference of an identity is that of its certificate under another name (reference 3.10.4).
    private static func withoutIdentity(_ reference: Data) -> Data {
        reference.starts(with: Data("idnt".utf8)) ? Data("cert".utf8) + reference.dropFirst(4) : reference
    }

    private func compareProtections() throws {
        guard protection == nil || control == nil || protection == control?.protection else {
            throw Refusal(errSecParam)
        }
    }

    private mutating func settle(_ dictionary: Value.Entries, of kind: Call.Kind) throws {
        try compareProtections()
        switch flag {
        case .text: synchronizable = .either
        case .number(1): synchronizable = .synchronizable
        case .number: synchronizable = .local
        default: synchronizable = reference == nil ? .local : .either
        }
        if kind == .add, flag == .text("syna") { throw Refusal(errSecParam) }
        if kind == .add, control != nil, flag == .number(1) { throw Refusal(errSecParam) }
        if kind == .copy, reference != nil {
            let others = dictionary.keys.contains { $0.utf8.count == 4 && $0 != "nleg" && $0 != "sync" }
            guard !others, flag == nil || flag == .text("syna") else { throw Refusal(errSecParam) }
        }
    }
}
