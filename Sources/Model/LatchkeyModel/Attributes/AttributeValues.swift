// The attributes of an item or a query: a small dictionary, sorted by name.
// SPDX-License-Identifier: Apache-2.0

/// Attributes and their values, ascending by name.
///
/// An item has about a dozen, so that one sorted array is found through faster than a hash table, is one allocation,
/// and has the order of the sealed list already. Its description names the attributes only.
package struct AttributeValues: Sendable {
    package typealias Element = (key: Attribute, value: AttributeValue)
    private var entries: [Element] = []

    package init() {}

    package init(minimumCapacity: Int) { entries.reserveCapacity(minimumCapacity) }

    /// The place of `attribute`, or where it would go.
    private func place(of attribute: Attribute) -> (index: Int, isThere: Bool) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < attribute { low = middle + 1 } else { high = middle }
        }
        return (low, low < entries.count && entries[low].key == attribute)
    }

    package subscript(attribute: Attribute) -> AttributeValue? {
        get {
            let (index, isThere) = place(of: attribute)
            return isThere ? entries[index].value : nil
        }
        set {
            // A sealed list is read in order, each entry behind the last.
            if let newValue, entries.last.map({ $0.key < attribute }) ?? true {
                entries.append((attribute, newValue))
                return
            }
            let (index, isThere) = place(of: attribute)
            switch (newValue, isThere) {
            case (let value?, true): entries[index].value = value
            case (let value?, false): entries.insert((attribute, value), at: index)
            case (nil, true): entries.remove(at: index)
            case (nil, false): break
            }
        }
    }

    package func contains(_ attribute: Attribute) -> Bool { place(of: attribute).isThere }

    @discardableResult
    package mutating func removeValue(forKey attribute: Attribute) -> AttributeValue? {
        let (index, isThere) = place(of: attribute)
        return isThere ? entries.remove(at: index).value : nil
    }

    package mutating func merge(
        _ others: some Sequence<Element>,
        uniquingKeysWith combine: (AttributeValue, AttributeValue) -> AttributeValue
    ) {
        for (attribute, value) in others { self[attribute] = self[attribute].map { combine($0, value) } ?? value }
    }

    package func merging(
        _ others: some Sequence<Element>,
        uniquingKeysWith combine: (AttributeValue, AttributeValue) -> AttributeValue
    ) -> AttributeValues {
        var merged = self
        merged.merge(others, uniquingKeysWith: combine)
        return merged
    }

    package func filter(_ isIncluded: (Element) -> Bool) -> AttributeValues {
        var filtered = AttributeValues()
        filtered.entries = entries.filter(isIncluded)
        return filtered
    }

    package var keys: [Attribute] { entries.map(\.key) }
    package var values: [AttributeValue] { entries.map(\.value) }
}

extension AttributeValues: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }
    package subscript(index: Int) -> Element { entries[index] }
}

extension AttributeValues: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Attribute, AttributeValue)...) {
        self.init(minimumCapacity: elements.count)
        for (attribute, value) in elements { self[attribute] = value }
    }

    package init(uniqueKeysWithValues elements: some Sequence<(Attribute, AttributeValue)>) {
        for (attribute, value) in elements { self[attribute] = value }
    }
}

extension AttributeValues: Hashable {
    package static func == (lhs: AttributeValues, rhs: AttributeValues) -> Bool {
        lhs.elementsEqual(rhs) { $0.key == $1.key && $0.value == $1.value }
    }

    package func hash(into hasher: inout Hasher) {
        for (attribute, value) in entries {
            hasher.combine(attribute)
            hasher.combine(value)
        }
    }
}

extension AttributeValues: CustomStringConvertible, CustomReflectable {
    package var description: String { "<\(entries.map { $0.key.code }.joined(separator: ", "))>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
