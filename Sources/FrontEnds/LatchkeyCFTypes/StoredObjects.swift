// Reads collections object by object, without turning what is stored into Swift values.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Calls `body` with each key and value of `dictionary`, in no order, as objects.
///
/// Strings are NSString, byte buffers NSData, numbers and booleans NSNumber, dates NSDate, nil
/// NSNull, nested collections NSArray and NSDictionary. Objects of other classes are themselves. Any
/// other Swift value comes as an object of a class that is none of these. Nothing nested is
/// visited, so the depth of `dictionary` does not matter.
///
/// - Throws: what `body` throws; the walk ends there.
public func _cfForEachEntry<E: Error>(
    _ dictionary: NSDictionary, _ body: (_ key: AnyObject, _ value: AnyObject) throws(E) -> Void
) throws(E) {
    for (key, value) in _cfEntries(of: dictionary) { try body(key, value) }
}

/// Every key and value of `dictionary`, in no order, as ``_cfForEachEntry(_:_:)`` gives them.
public func _cfEntries(of dictionary: NSDictionary) -> [(key: AnyObject, value: AnyObject)] {
    guard type(of: dictionary) == NSDictionary.self || type(of: dictionary) == NSMutableDictionary.self else {
        // A subclass makes its values up as it is asked, so there is nothing stored to borrow.
        return dictionary.map { (key: $0.key as AnyObject, value: $0.value as AnyObject) }
    }
    let count = dictionary.count
    guard count > 0 else { return [] }
    return unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { buffer in
        unsafe buffer.initialize(repeating: nil)
        let keys = buffer.baseAddress!
        let values = unsafe keys + count
        unsafe toolchainDictionaryEntries(address(of: dictionary), keys, values)
        var entries: [(key: AnyObject, value: AnyObject)] = []
        entries.reserveCapacity(count)
        for index in 0..<count {
            guard let key = unsafe keys[index], let value = unsafe values[index] else { continue }
            unsafe entries.append((key: object(at: key), value: object(at: value)))
        }
        return entries
    }
}

/// Every element of `array`, in order, as ``_cfForEachEntry(_:_:)`` gives values.
public func _cfElements(of array: NSArray) -> [AnyObject] {
    (0..<array.count).map { _cfElement(of: array, at: $0) }
}

/// The element of `array` at `index`, as ``_cfForEachEntry(_:_:)`` gives values.
///
/// - Precondition: `index` is within the array.
public func _cfElement(of array: NSArray, at index: Int) -> AnyObject {
    precondition(index >= 0 && index < array.count, "the index is outside the array")
    guard type(of: array) == NSArray.self || type(of: array) == NSMutableArray.self,
        let pointer = unsafe toolchainArrayValue(address(of: array), index)
    else { return array.object(at: index) as AnyObject }
    return unsafe object(at: pointer)
}

/// The object that Foundation's box around a Swift class instance holds; any other object is itself.
func unboxed(_ object: AnyObject) -> AnyObject {
    // No boxes, told by their type alone: the cast to a protocol takes longer than the rest of reading a dictionary.
    let type = ObjectIdentifier(Swift.type(of: object))
    if type == ObjectIdentifier(NSString.self) || type == ObjectIdentifier(NSNumber.self)
        || type == ObjectIdentifier(NSData.self)
    {
        return object
    }
    guard let box = object as? any _NSSwiftValue, Swift.type(of: box.value) is AnyClass else { return object }
    return box.value as AnyObject
}

/// Where `object` lies. Valid while somebody else retains it.
@unsafe func address(of object: AnyObject) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
}

/// The object that lies at `pointer`, unboxed.
@unsafe func object(at pointer: UnsafeRawPointer) -> AnyObject {
    unboxed(unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue())
}
