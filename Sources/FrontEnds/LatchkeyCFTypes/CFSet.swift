// Core Foundation's functions on sets. Every pointer to an element is the address of an object.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A set of the `count` objects whose addresses lie at `values`.
public func CFSetCreate(
    _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: CFIndex,
    _ callBacks: UnsafePointer<CFSetCallBacks>!
) -> CFSet! {
    unsafe NSSet(array: objects(at: values, count))
}

/// An empty set that can change. The capacity is a hint.
public func CFSetCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFSetCallBacks>!
) -> CFMutableSet! {
    NSMutableSet()
}

/// How many elements `set` has.
public func CFSetGetCount(_ set: CFSet!) -> CFIndex { set.count }

/// Whether an element equals the object at `value`.
public func CFSetContainsValue(_ set: CFSet!, _ value: UnsafeRawPointer!) -> Bool {
    guard let value = unsafe value as UnsafeRawPointer? else { return false }
    return set.contains(unsafe object(at: value))
}

/// Adds the object at `value` unless an element equals it.
public func CFSetAddValue(_ set: CFMutableSet!, _ value: UnsafeRawPointer!) { unsafe set.add(object(at: value)) }

/// Removes the element that equals the object at `value`.
public func CFSetRemoveValue(_ set: CFMutableSet!, _ value: UnsafeRawPointer!) {
    unsafe set.remove(object(at: value))
}
