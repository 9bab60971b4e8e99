// The attributes by which items of the Secret Service are found.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Names with one value each, as text of any kind. Two texts are the same only when their bytes are: Swift's own
/// comparison takes composed and decomposed characters for equal.
package struct SearchAttributes: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        package static func == (lhs: Pair, rhs: Pair) -> Bool {
            lhs.name.hasSameBytes(as: rhs.name) && lhs.value.hasSameBytes(as: rhs.value)
        }

        package func hash(into hasher: inout Hasher) {
            name.hashBytes(into: &hasher)
            value.hashBytes(into: &hasher)
        }
    }

    /// Ascending by the bytes of the names, each of which is there once.
    package let pairs: [Pair]

    package static let none = SearchAttributes(sorted: [])

    /// Pairs of one item, and bytes of all names and values.
    package static let largestCount = 256
    package static let largestSize = 64 << 10

    private init(sorted pairs: [Pair]) { self.pairs = pairs }

    /// - Parameter pairs: in any order. Of a name that comes several times the last one counts.
    /// - Returns: nil if there are too many, or if they are too long.
    package init?(_ pairs: [Pair]) {
        guard pairs.count <= Self.largestCount,
            pairs.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= Self.largestSize
        else { return nil }
        let ordered = pairs.enumerated().sorted { first, second in
            if first.element.name.hasSameBytes(as: second.element.name) { return first.offset < second.offset }
            return first.element.name.utf8.lexicographicallyPrecedes(second.element.name.utf8)
        }
        var unique: [Pair] = []
        for (_, pair) in ordered {
            if let last = unique.last, last.name.hasSameBytes(as: pair.name) { unique.removeLast() }
            unique.append(pair)
        }
        self.pairs = unique
    }

    package var isEmpty: Bool { pairs.isEmpty }

    /// The value of a name, or nil.
    package subscript(name: String) -> String? { pairs.first { $0.name.hasSameBytes(as: name) }?.value }

    /// Whether every pair of `others` is among these.
    package func contains(_ others: SearchAttributes) -> Bool {
        others.pairs.allSatisfy { other in
            pairs.contains { $0 == other }
        }
    }
}

extension SearchAttributes {
    /// What is sealed with an item: for each pair the bytes of the name and of the value, each behind its length (4
    /// bytes, most significant first).
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for pair in pairs {
            for text in [pair.name, pair.value] {
                let count = UInt32(text.utf8.count)
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
                bytes += text.utf8
            }
        }
        return bytes
    }

    /// - Returns: nil for bytes that no attributes encode to.
    package init?(decoding bytes: [UInt8]) {
        var rest = bytes[...]
        func readText() -> String? {
            guard rest.count >= 4 else { return nil }
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(validating: rest.prefix(count), as: UTF8.self)
        }
        var pairs: [Pair] = []
        while !rest.isEmpty {
            guard let name = readText(), let value = readText(), pairs.count < Self.largestCount else { return nil }
            pairs.append(Pair(name: name, value: value))
        }
        guard let attributes = SearchAttributes(pairs), attributes.pairs == pairs else { return nil }
        self = attributes
    }
}

/// A log names none of them.
extension SearchAttributes: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(pairs.count) attributes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
