// Core Foundation's functions on dictionaries. Every pointer to a key or a value is the address of an object.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What ``CFDictionaryApplyFunction(_:_:_:)`` calls with a key, a value and the caller's context.
public typealias CFDictionaryApplierFunction =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void

/// A dictionary of the `count` pairs whose addresses lie at `keys` and `values`.
public func CFDictionaryCreate(
    _ allocator: CFAllocator!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: CFIndex,
    _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFDictionary! {
    let dictionary = NSMutableDictionary()
    for (key, value) in unsafe zip(objects(at: keys, count), objects(at: values, count)) {
        store(value, under: key, in: dictionary)
    }
    return CFDictionaryCreateCopy(allocator, dictionary)
}

/// A dictionary with the pairs of `dictionary`.
public func CFDictionaryCreateCopy(_ allocator: CFAllocator!, _ dictionary: CFDictionary!) -> CFDictionary! {
    (dictionary as CFDictionary?).map { NSDictionary(dictionary: pairs(of: $0)) }
}

/// An empty dictionary that can change. The capacity is a hint.
public func CFDictionaryCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ keyCallBacks: UnsafePointer<CFDictionaryKeyCallBacks>!,
    _ valueCallBacks: UnsafePointer<CFDictionaryValueCallBacks>!
) -> CFMutableDictionary! {
    NSMutableDictionary()
}

/// A dictionary that can change, with the pairs of `dictionary`.
public func CFDictionaryCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ dictionary: CFDictionary!
) -> CFMutableDictionary! {
    guard let dictionary = dictionary as CFDictionary? else { return nil }
    let copy = NSMutableDictionary()
    for (key, value) in _cfEntries(of: dictionary) { store(value, under: key, in: copy) }
    return copy
}

/// How many pairs `dictionary` has.
public func CFDictionaryGetCount(_ dictionary: CFDictionary!) -> CFIndex { dictionary.count }

/// Whether a key equals the object at `key`.
public func CFDictionaryContainsKey(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
    unsafe CFDictionaryGetValue(dictionary, key) != nil
}

/// Whether a value equals the object at `value`.
public func CFDictionaryContainsValue(_ dictionary: CFDictionary!, _ value: UnsafeRawPointer!) -> Bool {
    guard let value = unsafe value as UnsafeRawPointer? else { return false }
    let sought = unsafe object(at: value)
    return _cfEntries(of: dictionary).contains { CFEqual($0.value, sought) }
}

/// The address of the value whose key equals the object at `key`, or nil.
///
/// Valid while the dictionary exists and does not change.
public func CFDictionaryGetValue(_ dictionary: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
    guard let key = unsafe key as UnsafeRawPointer?, let dictionary = dictionary as CFDictionary? else { return nil }
    let sought = unsafe object(at: key)
    guard type(of: dictionary) == NSDictionary.self || type(of: dictionary) == NSMutableDictionary.self,
        sought is NSObject
    else {
        return unsafe dictionary.object(forKey: sought).map { unsafe address(of: $0 as AnyObject) }
    }
    return unsafe toolchainDictionaryValue(address(of: dictionary), key).map { pointer in
        unsafe address(of: object(at: pointer))
    }
}

/// Whether a key equals the object at `key`; writes the address of its value to `value`.
public func CFDictionaryGetValueIfPresent(
    _ dictionary: CFDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeMutablePointer<UnsafeRawPointer?>!
) -> Bool {
    guard let found = unsafe CFDictionaryGetValue(dictionary, key) else { return false }
    if let value = unsafe value as UnsafeMutablePointer<UnsafeRawPointer?>? { unsafe value.pointee = found }
    return true
}

/// Writes the addresses of the keys to `keys` and those of the values, in the same order, to `values`.
public func CFDictionaryGetKeysAndValues(
    _ dictionary: CFDictionary!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
    for (index, entry) in _cfEntries(of: dictionary).enumerated() {
        if let keys = unsafe keys as UnsafeMutablePointer<UnsafeRawPointer?>? {
            unsafe keys[index] = address(of: entry.key)
        }
        if let values = unsafe values as UnsafeMutablePointer<UnsafeRawPointer?>? {
            unsafe values[index] = address(of: entry.value)
        }
    }
}

/// Calls `applier` with each key and value.
public func CFDictionaryApplyFunction(
    _ dictionary: CFDictionary!, _ applier: CFDictionaryApplierFunction!, _ context: UnsafeMutableRawPointer!
) {
    for (key, value) in _cfEntries(of: dictionary) {
        unsafe applier(address(of: key), address(of: value), context)
    }
}

/// Stores the object at `value` unless the key has a value.
public func CFDictionaryAddValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    if unsafe !CFDictionaryContainsKey(dictionary, key) { unsafe CFDictionarySetValue(dictionary, key, value) }
}

/// Stores the object at `value` under the object at `key`.
public func CFDictionarySetValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    guard let key = unsafe key as UnsafeRawPointer?, let value = unsafe value as UnsafeRawPointer? else { return }
    unsafe store(object(at: value), under: object(at: key), in: dictionary)
}

/// Stores the object at `value` if the key has a value.
public func CFDictionaryReplaceValue(
    _ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
    if unsafe CFDictionaryContainsKey(dictionary, key) { unsafe CFDictionarySetValue(dictionary, key, value) }
}

/// Removes the key that equals the object at `key`, and its value.
public func CFDictionaryRemoveValue(_ dictionary: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
    guard let key = unsafe key as UnsafeRawPointer? else { return }
    if let key = unsafe hashable(object(at: key)) { dictionary.removeObject(forKey: key) }
}

/// Removes every pair.
public func CFDictionaryRemoveAllValues(_ dictionary: CFMutableDictionary!) { dictionary.removeAllObjects() }

/// Keeps `value` as the object it is.
private func store(_ value: AnyObject, under key: AnyObject, in dictionary: NSMutableDictionary) {
    if let key = hashable(key) { dictionary[key] = value }
}

private func pairs(of dictionary: NSDictionary) -> [AnyHashable: Any] {
    var pairs: [AnyHashable: Any] = [:]
    for (key, value) in _cfEntries(of: dictionary) {
        if let key = hashable(key) { pairs[key] = value }
    }
    return pairs
}

/// The object as a key. An object that is not Hashable cannot be one.
private func hashable(_ key: AnyObject) -> AnyHashable? {
    if let key = key as? NSObject { AnyHashable(key) } else { key as? AnyHashable }
}
