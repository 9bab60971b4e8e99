// The intersection of sorted lists of items, by seeking in each of them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform

extension SearchIndex {
    /// A place in the list of a term, whose entries are sorted by the digest of the group, then by the number of the
    /// item.
    private struct Place: Comparable {
        var suffix: [UInt8]
        var item: Int64

        static func < (lhs: Place, rhs: Place) -> Bool {
            lhs.suffix == rhs.suffix ? lhs.item < rhs.item : lhs.suffix.lexicographicallyPrecedes(rhs.suffix)
        }

        /// The place behind it, or nil behind the last of all.
        var next: Place? {
            guard item == .max else { return Place(suffix: suffix, item: item + 1) }
            var bytes = suffix
            for index in bytes.indices.reversed() {
                bytes[index] &+= 1
                if bytes[index] != 0 { return Place(suffix: bytes, item: .min) }
            }
            return nil
        }
    }

    /// The first entry at or behind a place.
    static let seekText = """
        SELECT digest, item FROM ssattr WHERE (digest, item) >= (?, ?) AND digest <= ? ORDER BY digest, item LIMIT 1
        """

    /// Visits the items that all lists have. Each list is asked for its first entry at or behind a place, and the
    /// farthest answer is the next place. Of a long list beside a short one little is read.
    /// - Parameters:
    ///   - digests: of the terms, at least one.
    ///   - first: the digest of the first group that is looked at.
    ///   - last: that of the last one.
    func walk(
        _ digests: [[UInt8]], from first: [UInt8], to last: [UInt8], visit: (Int64) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard digests.count > 1 else { return try read(digests[0], from: first, to: last, visit: visit) }
        let statement = try connection.prepare(Self.seekText)
        defer { statement.reset() }
        var place = Place(suffix: first, item: .min)
        // How many lists in a row have had the place.
        var (agreeing, list) = (0, 0)
        while true {
            let digest = digests[list]
            try statement.bind([.blob(digest + place.suffix), .integer(place.item), .blob(digest + last)])
            guard try statement.step(), let found = Self.place(at: statement) else { return }
            statement.reset()
            if found == place {
                agreeing += 1
            } else {
                (place, agreeing) = (found, 1)
            }
            if agreeing == digests.count {
                try visit(place.item)
                guard let next = place.next else { return }
                (place, agreeing) = (next, 0)
            }
            list = (list + 1) % digests.count
        }
    }

    /// Visits the groups that a list has entries of, by one item of each: that takes as long whatever the items are.
    /// - Parameter visit: whether the item is of the group of this digest; else another item is tried.
    func walkGroups(
        of digest: [UInt8], visit: (_ suffix: [UInt8], _ item: Int64) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        let statement = try connection.prepare(Self.seekText)
        defer { statement.reset() }
        let last = [UInt8](repeating: 0xff, count: UnlockedKeybag.searchGroupSize)
        var place = Place(suffix: [UInt8](repeating: 0, count: last.count), item: .min)
        while true {
            try statement.bind([.blob(digest + place.suffix), .integer(place.item), .blob(digest + last)])
            guard try statement.step(), let found = Self.place(at: statement) else { return }
            statement.reset()
            let isOf = try visit(found.suffix, found.item)
            guard let next = isOf ? Place(suffix: found.suffix, item: .max).next : found.next else { return }
            place = next
        }
    }

    /// The list of one term.
    private func read(
        _ digest: [UInt8], from first: [UInt8], to last: [UInt8], visit: (Int64) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let statement = try connection.prepare("SELECT digest, item FROM ssattr WHERE digest BETWEEN ? AND ?")
        defer { statement.reset() }
        try statement.bind([.blob(digest + first), .blob(digest + last)])
        while try statement.step() {
            if case .integer(let item) = statement.value(at: 1) { try visit(item) }
        }
    }

    /// - Returns: nil for an entry that is none.
    private static func place(at statement: Statement) -> Place? {
        guard case .blob(let digest) = statement.value(at: 0), case .integer(let item) = statement.value(at: 1),
            digest.count == UnlockedKeybag.digestSize + UnlockedKeybag.searchGroupSize
        else { return nil }
        return Place(suffix: Array(digest.dropFirst(UnlockedKeybag.digestSize)), item: item)
    }
}
