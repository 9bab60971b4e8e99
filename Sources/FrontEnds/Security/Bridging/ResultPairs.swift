// The pairs of a result dictionary until it is made.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel

/// Collects keys and values, so that the dictionary is made in one go: setting them one by one took most of the time of
/// a long listing.
struct ResultPairs {
    private var keys: [NSObject] = []
    private var values: [AnyObject] = []

    static let data = ResultKey("v_Data")
    static let persistentReference = ResultKey("v_PersistentRef")
    static let itemClass = ResultKey("class")
    static let reference = ResultKey("v_Ref")
    /// The bytes of the certificate of an identity.
    static let certificateData = ResultKey("certdata")

    init() {
        keys.reserveCapacity(24)
        values.reserveCapacity(24)
    }

    /// A key that is no attribute.
    struct ResultKey: @unchecked Sendable {  // an NSString never changes
        fileprivate let name: NSString
        fileprivate init(_ name: String) { self.name = name as NSString }
    }

    mutating func add(_ value: AnyObject, under key: ResultKey) {
        keys.append(key.name)
        values.append(value)
    }

    mutating func add(_ value: AnyObject, under attribute: Attribute) {
        keys.append(Self.attributeNames[attribute]?.name ?? attribute.code as NSString)
        values.append(value)
    }

    var dictionary: NSDictionary { unsafe NSMutableDictionary(objects: values, forKeys: keys, count: keys.count) }

    /// One string object for each attribute of any class.
    private static let attributeNames: [Attribute: ResultKey] = .init(
        ItemClass.allCases.flatMap { $0.attributes.map { ($0.attribute, ResultKey($0.attribute.code)) } },
        uniquingKeysWith: { first, _ in first })
}
