// What Foundation's classes lack on Linux for code that was written for Apple's systems.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A string is the same dictionary key as NSString and as String, as on Apple's systems.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(self as String) }
}

// Sendable: an NSString does not change after it is made, and constants of this type are shared by
// every thread on Apple's systems too. A mutable one must not be shared, there as here.
extension NSString: @retroactive @unchecked Sendable {}

extension NSMutableDictionary {
    /// Stores `value` under `key`; nil removes what is stored. As on macOS.
    public func setValue(_ value: Any?, forKey key: String) {
        if let value { self[key] = value } else { removeObject(forKey: key) }
    }

    /// Stores `object` under `key`. As on macOS, where a key is any object that can be copied.
    ///
    /// - Precondition: `key` is an object of a Foundation class or a Swift value that is Hashable.
    @_disfavoredOverload
    public func setObject(_ object: Any, forKey key: any NSCopying) {
        guard let key = key as? AnyHashable else { preconditionFailure("the key is not hashable") }
        setObject(object, forKey: key)
    }
}

/// The bridges from Swift's collections to Foundation's.
///
/// With a static standard library the linker takes only the parts of Foundation that are named, and
/// `as? [[String: Any]]` of an object is nil when these are not among them.
@inline(never)
public func _cfCollectionBridges() -> [AnyObject] {
    [
        [0]._bridgeToObjectiveC(), [0: 0]._bridgeToObjectiveC(), Set([0])._bridgeToObjectiveC(),
        ""._bridgeToObjectiveC(), 0._bridgeToObjectiveC(), true._bridgeToObjectiveC(),
        Data()._bridgeToObjectiveC(), Date()._bridgeToObjectiveC(),
    ]
}

/// Calls `body`. There is no autorelease pool on Linux: an object goes when its last owner does.
public func autoreleasepool<Result, E: Error>(invoking body: () throws(E) -> Result) throws(E) -> Result {
    try body()
}
