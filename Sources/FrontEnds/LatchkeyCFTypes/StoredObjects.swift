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
    let kind = ObjectIdentifier(type(of: dictionary))
    guard
        kind == ObjectIdentifier(NSDictionary.self) || kind == ObjectIdentifier(NSMutableDictionary.self)
            || kind == dictionaryOfC
    else {
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
    let kind = ObjectIdentifier(type(of: array))
    guard
        kind == ObjectIdentifier(NSArray.self) || kind == ObjectIdentifier(NSMutableArray.self) || kind == arrayOfC,
        let pointer = unsafe toolchainArrayValue(address(of: array), index)
    else { return array.object(at: index) as AnyObject }
    return unsafe object(at: pointer)
}

/// The classes of what Core Foundation makes: its objects are stored as those of Foundation's own classes are.
private let dictionaryOfC = unsafe kind(of: toolchainDictionaryCreate(nil, 0, nil, nil))
private let arrayOfC = unsafe kind(of: toolchainArrayCreate(nil, 0, nil))

/// The class of an object that is let go. Of no object it is one that has no instances.
@unsafe private func kind(of object: UnsafeRawPointer?) -> ObjectIdentifier {
    guard let object = unsafe object else { return ObjectIdentifier(Never.self) }
    return ObjectIdentifier(type(of: unsafe Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue()))
}

/// The object that Foundation's box around a Swift class instance holds; any other object is itself.
func unboxed(_ object: AnyObject) -> AnyObject {
    // No boxes, told by their class: the cast to a protocol takes longer than the rest of reading a dictionary.
    if object is NSString || object is NSNumber || object is NSData { return object }
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
