// Takes values of messages for what they should be.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform

extension BusValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var objectPath: String? { if case .path(let path) = self { path } else { nil } }
    var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    var octets: ItemSecret? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var contained: BusValue? { if case .variant(let value) = self { value } else { nil } }

    var objectPaths: [String]? {
        guard case .array(of: "o", let values) = self else { return nil }
        var paths: [String] = []
        paths.reserveCapacity(values.count)
        for value in values {
            guard let path = value.objectPath else { return nil }
            paths.append(path)
        }
        return paths
    }

    /// The pairs of `a{ss}`.
    var textPairs: [SearchAttributes.Pair]? {
        guard case .dictionary(key: "s", value: "s", let entries) = self else { return nil }
        var pairs: [SearchAttributes.Pair] = []
        pairs.reserveCapacity(entries.count)
        for (key, value) in entries {
            guard let name = key.text, let value = value.text else { return nil }
            pairs.append(SearchAttributes.Pair(name: name, value: value))
        }
        return pairs
    }

    /// The entries of `a{sv}`.
    var properties: [(name: String, value: BusValue)]? {
        guard case .dictionary(key: "s", value: "v", let entries) = self else { return nil }
        var properties: [(name: String, value: BusValue)] = []
        for (key, value) in entries {
            guard let name = key.text, let value = value.contained else { return nil }
            properties.append((name, value))
        }
        return properties
    }

    static func paths(_ paths: [String]) -> BusValue { .array(of: "o", paths.map { .path($0) }) }

    static func attributes(_ attributes: SearchAttributes) -> BusValue {
        .dictionary(
            key: "s", value: "s", attributes.pairs.map { (key: .string($0.name), value: .string($0.value)) })
    }

    static func properties(_ properties: [(name: String, value: BusValue)]) -> BusValue {
        .dictionary(
            key: "s", value: "v", properties.map { (key: .string($0.name), value: .variant($0.value)) })
    }
}

extension SearchAttributes {
    /// - Throws: `LimitsExceeded` for more than an item has room for.
    init(reading value: BusValue) throws(BusFailure) {
        guard let pairs = value.textPairs else { throw .invalidArguments("attributes are texts by names") }
        guard let attributes = SearchAttributes(pairs) else {
            throw .limitsExceeded("an item has at most 256 attributes, of 64 KiB together")
        }
        self = attributes
    }
}
