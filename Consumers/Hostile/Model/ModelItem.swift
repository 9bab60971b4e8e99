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
    /// The conditions of an access control, or nil if there was none.
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

    /// True if the secret may be read only after the user has proved something (reference 3.14).
    var needsProof: Bool {
        guard let flags, flags & 0x4000_0000 == 0 else { return false }
        return flags & 0x8000_003b != 0
    }

    /// True if only a finger proves it.
    var needsFinger: Bool { (flags ?? 0) & 0x2 != 0 }

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
