// A map that can hold its keys and values weakly and compare them by identity.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How ``NSMapTable`` keeps an object.
public struct NSPointerFunctions: Sendable {
    /// The options of one side of a map.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The map owns the object.
        public static let strongMemory = Options([])
        /// The map forgets the pair when the object's last owner goes.
        public static let weakMemory = Options(rawValue: 5)
        /// Objects compare by `isEqual` and `hash`.
        public static let objectPersonality = Options([])
        /// Objects compare by identity.
        public static let objectPointerPersonality = Options(rawValue: 1 << 8)
        /// The object is copied as it is stored. A copy that cannot change is the object itself.
        public static let copyIn = Options(rawValue: 1 << 16)
    }
}

/// A map from objects to objects. Not safe for use by several threads at once, as on macOS.
public final class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject> {
    private let keyOptions: NSPointerFunctions.Options
    private let valueOptions: NSPointerFunctions.Options
    private var pairs: [Key: Slot] = [:]

    /// An empty map. The capacity is a hint.
    public init(
        keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = [], capacity: Int = 0
    ) {
        self.keyOptions = keyOptions
        self.valueOptions = valueOptions
        pairs.reserveCapacity(capacity)
    }

    /// An empty map that owns keys and values.
    public static func strongToStrongObjects() -> NSMapTable { NSMapTable() }
    /// An empty map that owns keys.
    public static func strongToWeakObjects() -> NSMapTable { NSMapTable(valueOptions: .weakMemory) }
    /// An empty map that owns values.
    public static func weakToStrongObjects() -> NSMapTable { NSMapTable(keyOptions: .weakMemory) }
    /// An empty map that owns nothing.
    public static func weakToWeakObjects() -> NSMapTable {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    /// Stores `object` under `key`; nil for either does nothing.
    public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
        guard let object, let key else { return }
        pairs = pairs.filter { $0.key.isAlive && $0.value.object != nil }
        pairs[self.key(key)] = Slot(object, isWeak: valueOptions.contains(.weakMemory))
    }

    /// Removes `key` and its object.
    public func removeObject(forKey key: KeyType?) {
        if let key { pairs[self.key(key)] = nil }
    }

    /// Removes everything.
    public func removeAllObjects() { pairs = [:] }

    /// The object under `key`.
    public func object(forKey key: KeyType?) -> ObjectType? {
        key.flatMap { pairs[self.key($0)]?.object as? ObjectType }
    }

    /// How many pairs there are.
    public var count: Int { pairs.count { $0.key.isAlive && $0.value.object != nil } }

    /// The objects, in no order.
    public func objectEnumerator() -> NSEnumerator? {
        NSArray(array: pairs.compactMap { $0.key.isAlive ? $0.value.object : nil }).objectEnumerator()
    }

    /// The keys, in no order.
    public func keyEnumerator() -> NSEnumerator {
        NSArray(array: pairs.compactMap { $0.value.object == nil ? nil : $0.key.slot.object }).objectEnumerator()
    }

    private func key(_ object: KeyType) -> Key {
        Key(
            object, isWeak: keyOptions.contains(.weakMemory),
            byIdentity: keyOptions.contains(.objectPointerPersonality))
    }

    /// An object that is owned or not.
    fileprivate struct Slot {
        private let strong: AnyObject?
        private weak var loose: AnyObject?

        init(_ object: AnyObject, isWeak: Bool) {
            strong = isWeak ? nil : object
            loose = object
        }

        var object: AnyObject? { strong ?? loose }
    }

    /// A key. Its hash is taken once, so it is still found after its object has gone.
    fileprivate struct Key: Hashable {
        let slot: Slot
        private let hash: UInt
        private let identity: ObjectIdentifier
        private let byIdentity: Bool

        init(_ object: AnyObject, isWeak: Bool, byIdentity: Bool) {
            slot = Slot(object, isWeak: isWeak)
            identity = ObjectIdentifier(object)
            hash = byIdentity ? UInt(bitPattern: identity.hashValue) : CFHash(object)
            self.byIdentity = byIdentity
        }

        var isAlive: Bool { slot.object != nil }

        static func == (lhs: Key, rhs: Key) -> Bool {
            guard let left = lhs.slot.object, let right = rhs.slot.object else { return lhs.identity == rhs.identity }
            return lhs.byIdentity ? left === right : CFEqual(left, right)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }
}
