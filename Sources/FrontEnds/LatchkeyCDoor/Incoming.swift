// What C gives: pointers to objects of Core Foundation, and to boxes with objects of ours.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import LatchkeyCFTypes
import Security

/// How an argument is taken. What is NULL though it may not be, or another type, is no argument.
enum Incoming {
    /// An object of a class, opened; nil for NULL and for another class.
    static func object<Object: AnyObject>(_ kind: Object.Type, _ pointer: UnsafeRawPointer?) -> Object? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe opened(pointer) as? Object
    }

    /// The same for one that may be NULL.
    /// - Returns: nil for another class.
    static func optional<Object: AnyObject>(_ kind: Object.Type, _ pointer: UnsafeRawPointer?) -> Object?? {
        guard let pointer = unsafe pointer else { return .some(nil) }
        guard let object = unsafe opened(pointer) as? Object else { return nil }
        return .some(object)
    }

    /// Whether the array in the parameters of an import or export is one, without NULL in it. NULL are no parameters.
    static func isWhole(parameters: UnsafeRawPointer?) -> Bool {
        guard let parameters = unsafe parameters else { return true }
        let attributes = unsafe parameters.load(as: SecItemImportExportKeyParameters.self).keyAttributes
        guard let pointer = unsafe attributes.map({ unsafe UnsafeRawPointer($0.toOpaque()) }) else { return true }
        return unsafe object(CFArray.self, pointer) != nil
    }

    static func raw<Value: RawRepresentable>(_: Value.Type, _ raw: Value.RawValue) -> Value? { Value(rawValue: raw) }

    /// An object with the boxes in it opened. Nil if there is a NULL in it, or too many levels.
    private static func opened(_ pointer: UnsafeRawPointer) -> AnyObject? {
        if let object = unsafe latchkey_box_object(pointer) {
            return unsafe Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
        }
        let contents = unsafe latchkey_contents_of(pointer)
        guard contents & Int32(latchkey_nulls.rawValue | latchkey_too_deep.rawValue) == 0 else { return nil }
        let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
        return contents == 0 ? object : rewritten(object)
    }

    /// Nil if a dictionary has a key that is no string: Foundation ends the program if it compares some of those.
    private static func rewritten(_ object: AnyObject) -> AnyObject? {
        let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        if let inner = unsafe latchkey_box_object(pointer) {
            return unsafe Unmanaged<AnyObject>.fromOpaque(inner).takeUnretainedValue()
        }
        switch object {
        case let array as NSArray:
            let copy = NSMutableArray(capacity: array.count)
            for element in _cfElements(of: array) {
                guard let element = rewritten(element) else { return nil }
                copy.add(element)
            }
            return copy
        case let dictionary as NSDictionary:
            let copy = NSMutableDictionary(capacity: dictionary.count)
            for (key, value) in _cfEntries(of: dictionary) {
                guard let key = key as? NSString, let value = rewritten(value) else { return nil }
                copy.setObject(value, forKey: key)
            }
            return copy
        default: return object
        }
    }
}
