// Which Core Foundation class an object has, for our classes and for those of other modules.
// SPDX-License-Identifier: Apache-2.0

import Foundation
private import Synchronization

/// A class that ``CFGetTypeID(_:)`` knows, though it is not one of Foundation's.
public protocol _CFTypeIdentifiable: AnyObject {
    /// The identifier, from ``_cfRegisterClass()``: one a class, the same for the life of the process.
    static var _cfTypeID: CFTypeID { get }
}

/// A type identifier that no class has yet.
public func _cfRegisterClass() -> CFTypeID {
    CFTypeID(nextTypeID.add(1, ordering: .relaxed).oldValue)
}

/// Identifiers of registered classes start far above those of the toolchain's Core Foundation.
private let nextTypeID = Atomic<UInt>(0x1_0000)

/// The type identifier of `object`: a boolean's is that of CFBoolean, not of CFNumber.
///
/// 0 for nil and for objects of classes that Core Foundation does not know. As on macOS otherwise.
public func CFGetTypeID(_ object: CFTypeRef!) -> CFTypeID {
    guard let object = object as AnyObject? else { return 0 }
    switch type(of: object) {
    case is NSString.Type: return CFStringGetTypeID()
    case is NSData.Type: return CFDataGetTypeID()
    case is NSNumber.Type: return _cfIsBoolean(object) ? CFBooleanGetTypeID() : CFNumberGetTypeID()
    case is NSDictionary.Type: return CFDictionaryGetTypeID()
    case is NSArray.Type: return CFArrayGetTypeID()
    case is NSDate.Type: return CFDateGetTypeID()
    case is NSNull.Type: return CFNullGetTypeID()
    case is NSError.Type: return CFErrorGetTypeID()
    case is NSSet.Type: return CFSetGetTypeID()
    case is NSURL.Type: return CFURLGetTypeID()
    case is NSUUID.Type: return CFUUIDGetTypeID()
    case let known as any _CFTypeIdentifiable.Type: return known._cfTypeID
    default: return 0
    }
}

/// Whether `value` is a boolean and not a number.
///
/// True for `true` and `false` that were stored in a dictionary or bridged by `as AnyObject`, for
/// `kCFBooleanTrue`, `kCFBooleanFalse` and `NSNumber(value: true)`. False for `NSNumber(value: 1)`,
/// `NSNumber(value: Int8(1))` and every other number, and for objects that are no numbers.
public func _cfIsBoolean(_ value: AnyObject) -> Bool {
    guard type(of: value) is NSNumber.Type else { return false }
    return unsafe toolchainTypeID(of: Unmanaged.passUnretained(value).toOpaque()) == toolchainBooleanTypeID()
}

/// The type identifier of strings.
public func CFStringGetTypeID() -> CFTypeID { 7 }
/// The type identifier of null.
public func CFNullGetTypeID() -> CFTypeID { 16 }
/// The type identifier of sets.
public func CFSetGetTypeID() -> CFTypeID { 17 }
/// The type identifier of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
/// The type identifier of arrays.
public func CFArrayGetTypeID() -> CFTypeID { 19 }
/// The type identifier of data.
public func CFDataGetTypeID() -> CFTypeID { 20 }
/// The type identifier of booleans.
public func CFBooleanGetTypeID() -> CFTypeID { 21 }
/// The type identifier of numbers.
public func CFNumberGetTypeID() -> CFTypeID { 22 }
/// The type identifier of errors.
public func CFErrorGetTypeID() -> CFTypeID { 27 }
/// The type identifier of URLs.
public func CFURLGetTypeID() -> CFTypeID { 29 }
/// The type identifier of dates.
public func CFDateGetTypeID() -> CFTypeID { 42 }
/// The type identifier of UUIDs.
public func CFUUIDGetTypeID() -> CFTypeID { 34 }
