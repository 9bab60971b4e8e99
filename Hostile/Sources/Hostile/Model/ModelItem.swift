// An item as the model knows it.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A time that was told to nobody yet lies in a range; the first that is seen must be in it and holds from then on.
struct Moment {
    private(set) var range: ClosedRange<Double>

    init(_ range: ClosedRange<Double>) { self.range = range }

    /// At `range`, but at least a millisecond after `earlier` (reference 3.3.8, 3.5.6).
    init(_ range: ClosedRange<Double>, after earlier: Moment) {
        let step = 0.001
        self.range =
            max(
                range.lowerBound, earlier.range.lowerBound + step)...max(
                range.upperBound, earlier.range.upperBound + step)
    }

    mutating func agrees(with seen: Double) -> Bool {
        // Sums of seconds since 2001 are exact to less than a microsecond.
        guard seen >= range.lowerBound - 1e-6, seen <= range.upperBound + 1e-6 else { return false }
        range = seen...seen
        return true
    }
}

struct ModelItem {
    /// The order of creation.
    let number: Int
    let itemClass: String
    /// The attributes that the caller may set, as they come back.
    var attributes: Value.Entries
    var protection: String
    /// The conditions of an access control, or nil where there was none.
    var flags: UInt64?
    var secret: Data?
    var isTombstone = false
    var created: Moment
    var modified: Moment
    /// 20 bytes that nobody can foretell: the first that are seen hold.
    var reference: Data?
    /// Another 20 bytes, which change with the item (reference 2.2). Nil after each change.
    var digest: Data?
    var formerDigest: Data?

    var isSynchronizable: Bool { attributes["sync"] == .number(1) }
    var group: String { attributes["agrp"]?.words ?? "" }

    /// What makes the item one (reference 2.3, 2.4): the typed bytes of each attribute of the primary key.
    var key: [[UInt8]] {
        ModelSchema.primaryKey(of: itemClass).map { name in
            attributes[name].map { ModelSchema.bytes(of: $0, as: name) } ?? []
        }
    }

    /// True where the secret may be read only after the person has proved something (reference 3.14).
    var needsProof: Bool {
        guard let flags, flags & 0x4000_0000 == 0 else { return false }
        return flags & 0x8000_003b != 0
    }

    /// What stays when the item is deleted (reference 3.9.1).
    func tombstone(modified now: ClosedRange<Double>, number: Int? = nil) -> ModelItem {
        let kept = Set(ModelSchema.primaryKey(of: itemClass))
        var tombstone = ModelItem(
            number: number ?? self.number, itemClass: itemClass,
            attributes: attributes.filter { kept.contains($0.key) },
            protection: protection, created: created, modified: Moment(now, after: modified))
        tombstone.isTombstone = true
        // One that is left under the old key of a renamed item has a reference of its own.
        if number == nil { tombstone.reference = reference }
        return tombstone
    }

    mutating func change(at now: ClosedRange<Double>) {
        modified = Moment(now, after: modified)
        formerDigest = digest ?? formerDigest
        digest = nil
    }
}

/// The attributes of the two classes (reference 2.2 to 2.4), as far as the test uses them.
enum ModelSchema {
    enum Kind { case blob, number, text, flag, accessible, date, uuid, control }

    static func kind(of name: String, in itemClass: String) -> Kind? {
        switch name {
        case "labl", "acct", "desc", "icmt", "alis": .blob
        case "crtr", "type", "invi", "nega": .number
        case "svce", "gena": itemClass == "genp" ? .blob : nil
        case "sdmn", "srvr", "atyp", "path": itemClass == "inet" ? .blob : nil
        case "ptcl", "port": itemClass == "inet" ? .number : nil
        case "agrp", "vwht": .text
        case "sync", "tomb": .flag
        case "pdmn": .accessible
        case "accc": .control
        case "cdat", "mdat": .date
        case "musr": .uuid
        default: nil
        }
    }

    static func primaryKey(of itemClass: String) -> [String] {
        (itemClass == "genp" ? ["acct", "svce"] : ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"])
            + ["agrp", "sync", "vwht"]
    }

    /// What columns that cannot be empty hold where the caller gives nothing (reference 2.8).
    static func defaults(of itemClass: String) -> Value.Entries {
        guard itemClass == "inet" else { return ["acct": .text(""), "svce": .text("")] }
        return [
            "acct": .text(""), "sdmn": .text(""), "srvr": .text(""), "atyp": .text(""), "path": .text(""),
            "ptcl": .number(0), "port": .number(0),
        ]
    }

    /// As the attribute keeps it (reference 2.1), or nil for a type that it cannot have.
    static func converted(_ value: Value, to kind: Kind) -> Value? {
        switch (kind, value) {
        case (.blob, .text), (.blob, .data), (.blob, .number), (.number, .number), (.text, .text), (.date, .date):
            return value
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

    static func folded(_ value: Value, as name: String) -> [UInt8] {
        let bytes = bytes(of: value, as: name)
        return String(validating: bytes, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? bytes
    }

    /// Values with the same bytes are the same key: text and its UTF-8 data are (reference 2.0), a number and its digits
    /// in a number's column are not.
    static func bytes(of value: Value, as name: String) -> [UInt8] {
        let isNumber = ["ptcl", "port", "crtr", "type", "invi", "nega"].contains(name)
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
