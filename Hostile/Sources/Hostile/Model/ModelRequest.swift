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
    var leavesTombstone: Bool?

    init(_ dictionary: Value.Entries, of kind: Call.Kind) throws {
        try readReference(dictionary, of: kind)
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
                guard let data = value.bytes else { throw Refusal(errSecParam) }
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
            if data.count == 12, ["genp", "inet"].contains(form) { throw Refusal(errSecItemNotFound) }
            guard data.count == 20, ["genp", "inet"].contains(form) else { throw Refusal(errSecParam) }
            guard named == nil || named == form else { throw Refusal(errSecNoSuchClass) }
            reference = data
            itemClass = form
        } else {
            guard let named else { throw Refusal(errSecParam) }
            guard ["genp", "inet"].contains(named) else { throw Refusal(errSecNoSuchClass) }
            itemClass = named
        }
    }

    private mutating func readAttribute(_ name: String, _ value: Value, of kind: Call.Kind) throws {
        if name == "ggrp" { return }
        guard let type = ModelSchema.kind(of: name, in: itemClass) else { throw Refusal(errSecNoSuchAttr) }
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
        default: attributes[name] = converted
        }
    }

    private mutating func readOther(_ key: String, _ value: Value, of kind: Call.Kind) throws {
        switch key {
        case "v_Data":
            guard let data = value.bytes else { throw Refusal(errSecParam) }
            secret = data
        case "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef":
            guard kind != .update, let flag = value.flag else { throw Refusal(errSecParam) }
            if flag, let letter = key.dropFirst(2).first { returning.insert(letter) }
        case _ where key.hasPrefix("m_"):
            guard kind == .copy else { throw Refusal(errSecParam) }
            try readMatch(key, value)
        case "u_AuthUI":
            guard let word = value.words, ["u_AuthUIA", "u_AuthUIF", "u_AuthUIS"].contains(word) else {
                throw Refusal(errSecParam)
            }
            skipsProofs = word == "u_AuthUIS"
            guard !skipsProofs || kind == .copy else { throw Refusal(errSecParam) }
        case "u_Tomb":
            guard let flag = ModelSchema.converted(value, to: .flag) else { throw Refusal(errSecParam) }
            leavesTombstone = flag == .number(1)
        case "u_OpPrompt": return
        default: throw Refusal(errSecParam)
        }
    }

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
        case "m_Issuers", "m_Policy": throw Refusal(errSecUnimplemented)
        case "m_SubjectContains", "m_ItemList", "m_SearchList", "m_TrustedOnly": return
        default: throw Refusal(errSecParam)
        }
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
