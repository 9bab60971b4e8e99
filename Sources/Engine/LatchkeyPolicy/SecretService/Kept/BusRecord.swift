// What programs did, or were kept from, with the items of others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// The last events of each kind. The same one again counts up. It holds no label, no attribute and no secret.
///
/// Kinds leave room to each other: programs can be copied, and have as many things refused as they want, which takes
/// away nothing of what was read.
package struct BusRecord: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let kind: BusEvent.Kind
        package let pair: BusPair
        /// Of the program's file, for the user.
        package let path: String
        package internal(set) var count: UInt64
        /// Seconds since 1970-01-01 UTC.
        package let first: UInt64
        package internal(set) var last: UInt64

        package init(
            _ kind: BusEvent.Kind, _ pair: BusPair, path: String, count: UInt64, first: UInt64, last: UInt64
        ) {
            self.kind = kind
            self.pair = pair
            self.path = path
            self.count = count
            self.first = first
            self.last = last
        }
    }

    private struct Key: Hashable {
        let kind: BusEvent.Kind
        let pair: BusPair
    }

    private var entries: [Key: Entry] = [:]

    package static let largestCount = 1000
    package static let largestSize = 16 << 20
    /// Bytes of a path that are kept.
    package static let largestPath = 1024
    private static let head = ["latchkey-record", "1"]

    package init() {}

    /// The newest first.
    package var newestFirst: [Entry] {
        entries.values.sorted { first, second in
            if first.last != second.last { return first.last > second.last }
            if first.pair != second.pair { return first.pair.precedes(second.pair) }
            return first.kind.word < second.kind.word
        }
    }

    package mutating func add(_ event: BusEvent, at time: UInt64) {
        let key = Key(kind: event.kind, pair: BusPair(event.principal, event.group))
        if var entry = entries[key] {
            entry.count = entry.count == .max ? .max : entry.count + 1
            // A clock that was set back makes nothing older.
            entry.last = max(entry.last, time)
            entries[key] = entry
            return
        }
        let same = entries.filter { $0.key.kind == event.kind }
        if same.count >= event.kind.largestCount, let oldest = same.min(by: { $0.value.last < $1.value.last }) {
            entries[oldest.key] = nil
        }
        let path = String(decoding: event.principal.path.utf8.prefix(Self.largestPath), as: UTF8.self)
        entries[key] = Entry(event.kind, key.pair, path: path, count: 1, first: time, last: time)
    }

    package var encoded: [UInt8] {
        KeptLines.encode(
            [Self.head]
                + newestFirst.map {
                    [
                        $0.kind.word, String($0.count), String($0.first), String($0.last), $0.pair.program,
                        $0.pair.group.rawValue, $0.path,
                    ]
                })
    }

    /// - Returns: nil for bytes that no record encodes to.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.largestSize, let lines = KeptLines.decode(bytes, largestCount: 7),
            lines.first == Self.head, lines.count <= Self.largestCount + 1
        else { return nil }
        for line in lines.dropFirst() {
            guard line.count == 7, let kind = BusEvent.Kind(word: line[0]), let count = UInt64(line[1]),
                let first = UInt64(line[2]), let last = UInt64(line[3])
            else { return nil }
            let pair = BusPair(line[4], AccessGroup(rawValue: line[5]))
            entries[Key(kind: kind, pair: pair)] = Entry(
                kind, pair, path: line[6], count: count, first: first, last: last)
        }
        for kind in BusEvent.Kind.all where entries.keys.count(where: { $0.kind == kind }) > kind.largestCount {
            return nil
        }
        guard encoded == bytes else { return nil }
    }
}

extension BusEvent.Kind {
    package var word: String {
        switch self {
        case .foreignRead: "read"
        case .refused: "refused"
        case .asked: "asked"
        }
    }

    fileprivate static let all = [Self.foreignRead, .refused, .asked]

    /// In the record; together ``BusRecord/largestCount``.
    package var largestCount: Int {
        switch self {
        case .foreignRead: 500
        case .refused, .asked: 250
        }
    }

    package init?(word: String) {
        guard let kind = Self.all.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
