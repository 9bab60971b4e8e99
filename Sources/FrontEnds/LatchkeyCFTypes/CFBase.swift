// The constants and the functions that concern every Core Foundation object.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// The boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
/// The null object.
public let kCFNull: CFNull! = NSNull()

/// Whether two objects are equal. As on macOS.
public func CFEqual(_ lhs: CFTypeRef!, _ rhs: CFTypeRef!) -> Bool {
    guard let lhs = lhs as AnyObject?, let rhs = rhs as AnyObject? else { return lhs == nil && rhs == nil }
    if lhs === rhs { return true }
    if let lhs = lhs as? NSObject { return lhs.isEqual(rhs) }
    guard let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable else { return false }
    return lhs == rhs
}

/// The hash of an object, the same for objects that are equal.
public func CFHash(_ object: CFTypeRef!) -> CFHashCode {
    guard let object = object as AnyObject? else { return 0 }
    if let object = object as? NSObject { return UInt(bitPattern: object.hash) }
    let hash = (object as? AnyHashable)?.hashValue ?? ObjectIdentifier(object).hashValue
    return UInt(bitPattern: hash)
}

/// How many references to an object are counted. A number for people: what it is changes with what the compiler does.
public func CFGetRetainCount(_ object: CFTypeRef!) -> CFIndex {
    (object as AnyObject?).map { CFIndex(_getRetainCount($0)) } ?? 0
}

/// The description of an object, for people.
public func CFCopyDescription(_ object: CFTypeRef!) -> CFString! {
    guard let object = object as AnyObject? else { return nil }
    return NSString(string: String(describing: object))
}

/// Prints the description of an object on the standard error stream.
public func CFShow(_ object: CFTypeRef!) {
    let description = (object as AnyObject?).map { String(describing: $0) } ?? "(null)"
    FileHandle.standardError.write(Data((description + "\n").utf8))
}
