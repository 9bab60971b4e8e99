// The Core Foundation type names of Apple's systems as aliases of Foundation's reference classes.
// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation

// MARK: Objects

/// Any Core Foundation object.
public typealias CFTypeRef = AnyObject
/// Any object that can be the key of a property list. As on macOS.
public typealias CFPropertyList = AnyObject
/// A string; `as String` and `as NSString` coerce it.
public typealias CFString = NSString
/// A string that can change.
public typealias CFMutableString = NSMutableString
/// A byte buffer; `as Data` coerces it.
public typealias CFData = NSData
/// A byte buffer that can change.
public typealias CFMutableData = NSMutableData
/// An ordered collection.
public typealias CFArray = NSArray
/// An ordered collection that can change.
public typealias CFMutableArray = NSMutableArray
/// A map from objects to objects.
public typealias CFDictionary = NSDictionary
/// A map that can change.
public typealias CFMutableDictionary = NSMutableDictionary
/// A collection of distinct objects.
public typealias CFSet = NSSet
/// A collection of distinct objects that can change.
public typealias CFMutableSet = NSMutableSet
/// A point in time.
public typealias CFDate = NSDate
/// What writes and reads dates.
public typealias CFDateFormatter = DateFormatter
/// The language and the habits of a user.
public typealias CFLocale = NSLocale
/// How far a place is ahead of UTC.
public typealias CFTimeZone = NSTimeZone
/// A number. Booleans are numbers too; ``_cfIsBoolean(_:)`` tells them apart.
public typealias CFNumber = NSNumber
/// A truth value. The same class as ``CFNumber``, so the two cannot be overloaded.
public typealias CFBoolean = NSNumber
/// A failure with a domain, a code and a dictionary.
public typealias CFError = NSError
/// The name space of an error code.
public typealias CFErrorDomain = CFString
/// A uniform resource locator.
public typealias CFURL = NSURL
/// The single null object.
public typealias CFNull = NSNull
/// A universally unique identifier.
public typealias CFUUID = NSUUID

// MARK: Scalars

/// A position or a count.
public typealias CFIndex = Int
/// The identity of a Core Foundation class in this process.
public typealias CFTypeID = UInt
/// A bit set of options.
public typealias CFOptionFlags = UInt
/// A hash.
public typealias CFHashCode = UInt
/// Seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double
/// Seconds.
public typealias CFTimeInterval = Double
/// A text encoding, by Core Foundation's numbers. See ``CFStringBuiltInEncodings``.
public typealias CFStringEncoding = UInt32

/// The result code of a call of Apple's C libraries.
public typealias OSStatus = Int32
/// The older, 16-bit result code.
public typealias OSErr = Int16
/// A four-character code.
public typealias OSType = UInt32
/// A four-character code.
public typealias FourCharCode = UInt32
/// A UTF-16 code unit.
public typealias UniChar = UInt16

/// The result code of success.
public var noErr: OSStatus { 0 }

/// Where a function of the Objective-C style leaves its error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

// MARK: Small values

/// A run of positions.
public struct CFRange: Hashable, Sendable {
    /// The first position.
    public var location: CFIndex
    /// How many positions.
    public var length: CFIndex

    /// The run that starts at 0 and is empty.
    public init() { self.init(location: 0, length: 0) }

    /// The run of `length` positions from `location`.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// The run of `length` positions from `location`.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
    CFRange(location: location, length: length)
}

/// The outcome of a comparison.
public enum CFComparisonResult: Int, Sendable {
    /// The first comes before the second.
    case compareLessThan = -1
    /// Neither comes first.
    case compareEqualTo = 0
    /// The first comes after the second.
    case compareGreaterThan = 1

    init(_ result: ComparisonResult) {
        switch result {
        case .orderedAscending: self = .compareLessThan
        case .orderedSame: self = .compareEqualTo
        case .orderedDescending: self = .compareGreaterThan
        }
    }
}

/// The position that means "not found".
public var kCFNotFound: CFIndex { -1 }
