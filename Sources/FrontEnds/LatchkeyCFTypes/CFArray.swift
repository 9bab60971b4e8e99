// Core Foundation's functions on arrays. Every pointer to an element is the address of an object.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An array of the `count` objects whose addresses lie at `values`.
public func CFArrayCreate(
    _ allocator: CFAllocator!, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!, _ count: CFIndex,
    _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFArray! {
    unsafe NSArray(array: objects(at: values, count))
}

/// An array with the elements of `array`.
public func CFArrayCreateCopy(_ allocator: CFAllocator!, _ array: CFArray!) -> CFArray! {
    (array as CFArray?).map { NSArray(array: _cfElements(of: $0)) }
}

/// An empty array that can change. The capacity is a hint.
public func CFArrayCreateMutable(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ callBacks: UnsafePointer<CFArrayCallBacks>!
) -> CFMutableArray! {
    NSMutableArray()
}

/// An array that can change, with the elements of `array`.
public func CFArrayCreateMutableCopy(
    _ allocator: CFAllocator!, _ capacity: CFIndex, _ array: CFArray!
) -> CFMutableArray! {
    (array as CFArray?).map { NSMutableArray(array: _cfElements(of: $0)) }
}

/// How many elements `array` has.
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array.count }

/// The address of the element at `index`. Valid while the array exists and does not change.
///
/// - Precondition: `index` is within the array.
public func CFArrayGetValueAtIndex(_ array: CFArray!, _ index: CFIndex) -> UnsafeRawPointer! {
    unsafe address(of: _cfElement(of: array, at: index))
}

/// Writes the addresses of the elements in `range` to `values`.
///
/// - Precondition: `range` is within the array, and there is room at `values`.
public func CFArrayGetValues(
    _ array: CFArray!, _ range: CFRange, _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
    for offset in 0..<range.length {
        unsafe values[offset] = address(of: _cfElement(of: array, at: range.location + offset))
    }
}

/// What is called for each element: its address, and what the caller of the whole has given.
public typealias CFArrayApplierFunction =
    @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void

/// Calls a function for each element in `range`.
///
/// - Precondition: `range` is within the array.
public func CFArrayApplyFunction(
    _ array: CFArray!, _ range: CFRange, _ applier: CFArrayApplierFunction!, _ context: UnsafeMutableRawPointer!
) {
    for offset in 0..<range.length {
        let element = _cfElement(of: array, at: range.location + offset)
        withExtendedLifetime(element) { unsafe applier(address(of: element), context) }
    }
}

/// Whether an element in `range` equals the object at `value`.
public func CFArrayContainsValue(_ array: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!) -> Bool {
    unsafe CFArrayGetFirstIndexOfValue(array, range, value) != kCFNotFound
}

/// The position of the first element in `range` that equals the object at `value`, or `kCFNotFound`.
public func CFArrayGetFirstIndexOfValue(_ array: CFArray!, _ range: CFRange, _ value: UnsafeRawPointer!) -> CFIndex {
    guard let value = unsafe value as UnsafeRawPointer? else { return kCFNotFound }
    let sought = unsafe object(at: value)
    let positions = range.location..<(range.location + range.length)
    return positions.first { CFEqual(_cfElement(of: array, at: $0), sought) } ?? kCFNotFound
}

/// Appends the object at `value`.
public func CFArrayAppendValue(_ array: CFMutableArray!, _ value: UnsafeRawPointer!) {
    unsafe array.add(object(at: value))
}

/// Appends the elements of `other` in `range`.
public func CFArrayAppendArray(_ array: CFMutableArray!, _ other: CFArray!, _ range: CFRange) {
    array.addObjects(from: Array(_cfElements(of: other)[range.location..<(range.location + range.length)]))
}

/// Inserts the object at `value` before the element at `index`.
public func CFArrayInsertValueAtIndex(_ array: CFMutableArray!, _ index: CFIndex, _ value: UnsafeRawPointer!) {
    unsafe array.insert(object(at: value), at: index)
}

/// Replaces the element at `index`, or appends if `index` is the count.
public func CFArraySetValueAtIndex(_ array: CFMutableArray!, _ index: CFIndex, _ value: UnsafeRawPointer!) {
    let element = unsafe object(at: value)
    if index == array.count { array.add(element) } else { array.replaceObject(at: index, with: element) }
}

/// Removes the element at `index`.
public func CFArrayRemoveValueAtIndex(_ array: CFMutableArray!, _ index: CFIndex) { array.removeObject(at: index) }

/// Removes every element.
public func CFArrayRemoveAllValues(_ array: CFMutableArray!) { array.removeAllObjects() }

/// The `count` objects whose addresses lie at `values`; missing addresses are left out.
@unsafe func objects(at values: UnsafeMutablePointer<UnsafeRawPointer?>?, _ count: CFIndex) -> [AnyObject] {
    guard let values = unsafe values else { return [] }
    return unsafe UnsafeBufferPointer(start: values, count: count).compactMap { pointer in
        unsafe pointer.map { unsafe object(at: $0) }
    }
}
