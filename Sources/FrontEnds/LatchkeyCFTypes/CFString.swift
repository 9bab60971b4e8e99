// Core Foundation's functions on strings.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The text encodings that are always available, by Core Foundation's numbers.
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    /// The Macintosh's Western encoding.
    case macRoman = 0
    /// Windows code page 1252.
    case windowsLatin1 = 0x0500
    /// ISO 8859-1.
    case isoLatin1 = 0x0201
    /// The encoding of the NeXT computers.
    case nextStepLatin = 0x0B01
    /// 7-bit ASCII.
    case ASCII = 0x0600
    /// UTF-16 with a byte order mark, or in the machine's order.
    case UTF16 = 0x0100
    /// UTF-8.
    case UTF8 = 0x0800_0100
    /// ASCII in which everything else is escaped.
    case nonLossyASCII = 0x0BFF
    /// UTF-16, most significant byte first.
    case UTF16BE = 0x1000_0100
    /// UTF-16, least significant byte first.
    case UTF16LE = 0x1400_0100
    /// UTF-32 with a byte order mark, or in the machine's order.
    case UTF32 = 0x0C00_0100
    /// UTF-32, most significant byte first.
    case UTF32BE = 0x1800_0100
    /// UTF-32, least significant byte first.
    case UTF32LE = 0x1C00_0100

    /// Another name of ``UTF16``.
    public static let unicode = CFStringBuiltInEncodings.UTF16

    /// The same encoding by Foundation's number.
    var foundation: String.Encoding {
        switch self {
        case .macRoman: .macOSRoman
        case .windowsLatin1: .windowsCP1252
        case .isoLatin1: .isoLatin1
        case .nextStepLatin: .nextstep
        case .ASCII: .ascii
        case .UTF16: .utf16
        case .UTF8: .utf8
        case .nonLossyASCII: .nonLossyASCII
        case .UTF16BE: .utf16BigEndian
        case .UTF16LE: .utf16LittleEndian
        case .UTF32: .utf32
        case .UTF32BE: .utf32BigEndian
        case .UTF32LE: .utf32LittleEndian
        }
    }
}

/// The number of the encoding that no encoding has.
public var kCFStringEncodingInvalidId: CFStringEncoding { 0xFFFF_FFFF }

/// How strings are compared and searched.
public struct CFStringCompareFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// Upper and lower case are the same.
    public static let compareCaseInsensitive = CFStringCompareFlags(rawValue: 1)
    /// The search starts at the end.
    public static let compareBackwards = CFStringCompareFlags(rawValue: 4)
    /// The search looks at the start only (at the end, when backwards).
    public static let compareAnchored = CFStringCompareFlags(rawValue: 8)
    /// Different ways to write the same character are the same.
    public static let compareNonliteral = CFStringCompareFlags(rawValue: 16)
    /// The order is that of the user's language.
    public static let compareLocalized = CFStringCompareFlags(rawValue: 32)
    /// Digits compare as numbers.
    public static let compareNumerically = CFStringCompareFlags(rawValue: 64)
    /// Accents do not matter.
    public static let compareDiacriticInsensitive = CFStringCompareFlags(rawValue: 128)
    /// Full and half width are the same.
    public static let compareWidthInsensitive = CFStringCompareFlags(rawValue: 256)
    /// Strings that are equal under the other flags are ordered all the same.
    public static let compareForcedOrdering = CFStringCompareFlags(rawValue: 512)

    /// Foundation compares literally when asked to, Core Foundation unless asked not to.
    var foundation: NSString.CompareOptions {
        let shared = NSString.CompareOptions(rawValue: rawValue & ~0x30)
        return contains(.compareNonliteral) ? shared : shared.union(.literal)
    }
}

// MARK: Making strings

/// A string of the bytes at `bytes` up to the first zero, or nil if they are not text in `encoding`.
public func CFStringCreateWithCString(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<CChar>!, _ encoding: CFStringEncoding
) -> CFString! {
    guard let bytes = unsafe bytes as UnsafePointer<CChar>? else { return nil }
    return string(from: unsafe Data(bytes: bytes, count: strlen(bytes)), encoding)
}

/// A string of the bytes at `bytes` up to the first zero. They are copied, and their place goes back as the allocator
/// says.
///
/// - Parameter contentsDeallocator: `kCFAllocatorNull` leaves the place alone; any other frees it.
/// - Returns: nil if they are not text in `encoding`. Then their place is not freed.
public func CFStringCreateWithCStringNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<CChar>!, _ encoding: CFStringEncoding,
    _ contentsDeallocator: CFAllocator!
) -> CFString! {
    guard let text = unsafe CFStringCreateWithCString(allocator, bytes, encoding) else { return nil }
    unsafe giveBack(UnsafeMutableRawPointer(mutating: bytes), contentsDeallocator)
    return text
}

/// A string of `count` bytes at `bytes`, or nil if they are not text in `encoding`.
public func CFStringCreateWithBytes(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ count: CFIndex, _ encoding: CFStringEncoding,
    _ isExternalRepresentation: Bool
) -> CFString! {
    guard let bytes = unsafe bytes as UnsafePointer<UInt8>?, count >= 0 else { return nil }
    return string(from: unsafe Data(bytes: bytes, count: count), encoding)
}

/// A string of `count` UTF-16 code units at `characters`.
public func CFStringCreateWithCharacters(
    _ allocator: CFAllocator!, _ characters: UnsafePointer<UniChar>!, _ count: CFIndex
) -> CFString! {
    guard let characters = unsafe characters as UnsafePointer<UniChar>?, count >= 0 else { return nil }
    return unsafe NSString(string: String(utf16CodeUnits: characters, count: count))
}

/// A string of the text of `data`, or nil if it is not text in `encoding`.
public func CFStringCreateFromExternalRepresentation(
    _ allocator: CFAllocator!, _ data: CFData!, _ encoding: CFStringEncoding
) -> CFString! {
    guard let data = data as CFData? else { return nil }
    return string(from: data as Data, encoding)
}

/// A string with the contents of `string`.
public func CFStringCreateCopy(_ allocator: CFAllocator!, _ string: CFString!) -> CFString! {
    (string as CFString?).map { NSString(string: $0 as String) }
}

/// The part of `string` in `range`.
///
/// - Precondition: `range` is within the string.
public func CFStringCreateWithSubstring(
    _ allocator: CFAllocator!, _ string: CFString!, _ range: CFRange
) -> CFString! {
    (string as CFString?).map { NSString(string: $0.substring(with: NSRange(range))) }
}

/// An empty string that can change. The greatest length is not enforced.
public func CFStringCreateMutable(_ allocator: CFAllocator!, _ maximumLength: CFIndex) -> CFMutableString! {
    NSMutableString(string: "")
}

/// A string that can change, with the contents of `string`.
public func CFStringCreateMutableCopy(
    _ allocator: CFAllocator!, _ maximumLength: CFIndex, _ string: CFString!
) -> CFMutableString! {
    (string as CFString?).map { NSMutableString(string: $0 as String) }
}

/// The elements of `array`, which are strings, with `separator` between them.
public func CFStringCreateByCombiningStrings(
    _ allocator: CFAllocator!, _ array: CFArray!, _ separator: CFString!
) -> CFString! {
    guard let array = array as CFArray?, let separator = separator as CFString? else { return nil }
    let parts = _cfElements(of: array).compactMap { ($0 as? NSString) as String? }
    return NSString(string: parts.joined(separator: separator as String))
}

// MARK: Reading strings

/// How many UTF-16 code units `string` has.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string.length }

/// The UTF-16 code unit at `index`.
public func CFStringGetCharacterAtIndex(_ string: CFString!, _ index: CFIndex) -> UniChar {
    string.character(at: index)
}

/// The greatest number of bytes that `length` UTF-16 code units take in `encoding`, without a final zero.
public func CFStringGetMaximumSizeForEncoding(_ length: CFIndex, _ encoding: CFStringEncoding) -> CFIndex {
    let perUnit =
        switch CFStringBuiltInEncodings(rawValue: encoding) {
        case .macRoman, .windowsLatin1, .isoLatin1, .nextStepLatin, .ASCII: 1
        case .UTF8: 3
        case .UTF16, .UTF16BE, .UTF16LE: 2
        case .UTF32, .UTF32BE, .UTF32LE: 4
        case .nonLossyASCII, nil: 6
        }
    let (size, overflow) = length.multipliedReportingOverflow(by: perUnit)
    return overflow ? kCFNotFound : size
}

/// Writes `string` and a final zero to `buffer`, which has `size` bytes.
///
/// - Returns: false, with nothing of use in the buffer, if it does not fit or cannot be written in `encoding`.
public func CFStringGetCString(
    _ string: CFString!, _ buffer: UnsafeMutablePointer<CChar>!, _ size: CFIndex, _ encoding: CFStringEncoding
) -> Bool {
    guard let buffer = unsafe buffer as UnsafeMutablePointer<CChar>?,
        let bytes = data(of: string, encoding, lossByte: 0), bytes.count < size
    else { return false }
    unsafe bytes.copyBytes(to: UnsafeMutableRawBufferPointer(start: buffer, count: size))
    unsafe buffer[bytes.count] = 0
    return true
}

/// The address of the bytes of `string`: always nil, since a string is not kept in a C form.
///
/// As on macOS, where it may be nil for any string: call ``CFStringGetCString(_:_:_:_:)`` then.
public func CFStringGetCStringPtr(_ string: CFString!, _ encoding: CFStringEncoding) -> UnsafePointer<CChar>! { nil }

/// The bytes of `string` in `encoding`, or nil if a character cannot be written and `lossByte` is 0.
public func CFStringCreateExternalRepresentation(
    _ allocator: CFAllocator!, _ string: CFString!, _ encoding: CFStringEncoding, _ lossByte: UInt8
) -> CFData! {
    data(of: string, encoding, lossByte: lossByte).map { NSData(data: $0) }
}

/// The integer that `string` starts with, or 0.
public func CFStringGetIntValue(_ string: CFString!) -> Int32 { string.intValue }

/// The number that `string` starts with, or 0.
public func CFStringGetDoubleValue(_ string: CFString!) -> Double { string.doubleValue }

// MARK: Comparing and searching

/// Whether `string` begins with `prefix`.
public func CFStringHasPrefix(_ string: CFString!, _ prefix: CFString!) -> Bool { string.hasPrefix(prefix as String) }

/// Whether `string` ends with `suffix`.
public func CFStringHasSuffix(_ string: CFString!, _ suffix: CFString!) -> Bool { string.hasSuffix(suffix as String) }

/// Which of two strings comes first.
public func CFStringCompare(
    _ lhs: CFString!, _ rhs: CFString!, _ options: CFStringCompareFlags
) -> CFComparisonResult {
    let locale = options.contains(.compareLocalized) ? Locale.current : nil
    let range = NSRange(location: 0, length: lhs.length)
    return CFComparisonResult(
        lhs.compare(rhs as String, options: options.foundation, range: range, locale: locale))
}

/// Where `part` is in `string`; the location is `kCFNotFound` if it is not in it.
public func CFStringFind(_ string: CFString!, _ part: CFString!, _ options: CFStringCompareFlags) -> CFRange {
    let range = string.range(of: part as String, options: options.foundation)
    guard range.location != NSNotFound else { return CFRange(location: kCFNotFound, length: 0) }
    return CFRange(location: range.location, length: range.length)
}

// MARK: Changing strings

/// Appends `suffix` to `string`.
public func CFStringAppend(_ string: CFMutableString!, _ suffix: CFString!) { string.append(suffix as String) }

/// Replaces the contents of `string`.
public func CFStringReplaceAll(_ string: CFMutableString!, _ contents: CFString!) {
    string.setString(contents as String)
}

/// Removes the part of `string` in `range`.
public func CFStringDelete(_ string: CFMutableString!, _ range: CFRange) {
    string.deleteCharacters(in: NSRange(range))
}

/// Turns `string` into lower case, by the rules of `locale` if there is one.
public func CFStringLowercase(_ string: CFMutableString!, _ locale: NSLocale!) {
    string.setString((string as String).lowercased(with: (locale as NSLocale?).map { $0 as Locale }))
}

/// Turns `string` into upper case, by the rules of `locale` if there is one.
public func CFStringUppercase(_ string: CFMutableString!, _ locale: NSLocale!) {
    string.setString((string as String).uppercased(with: (locale as NSLocale?).map { $0 as Locale }))
}

// MARK: Encodings

/// Core Foundation's number of the encoding that Foundation numbers `encoding`.
public func CFStringConvertNSStringEncodingToEncoding(_ encoding: UInt) -> CFStringEncoding {
    all.first { $0.foundation.rawValue == encoding }?.rawValue ?? kCFStringEncodingInvalidId
}

/// Foundation's number of the encoding that Core Foundation numbers `encoding`.
public func CFStringConvertEncodingToNSStringEncoding(_ encoding: CFStringEncoding) -> UInt {
    CFStringBuiltInEncodings(rawValue: encoding)?.foundation.rawValue ?? UInt(kCFStringEncodingInvalidId)
}

private let all: [CFStringBuiltInEncodings] = [
    .UTF8, .ASCII, .UTF16, .UTF16BE, .UTF16LE, .UTF32, .UTF32BE, .UTF32LE, .isoLatin1, .windowsLatin1,
    .macRoman, .nextStepLatin, .nonLossyASCII,
]

private func string(from data: Data, _ encoding: CFStringEncoding) -> NSString? {
    CFStringBuiltInEncodings(rawValue: encoding)
        .flatMap { String(data: data, encoding: $0.foundation) }
        .map { NSString(string: $0) }
}

private func data(of string: CFString?, _ encoding: CFStringEncoding, lossByte: UInt8) -> Data? {
    guard let string, let encoding = CFStringBuiltInEncodings(rawValue: encoding) else { return nil }
    return (string as String).data(using: encoding.foundation, allowLossyConversion: lossByte != 0)
}

extension NSRange {
    init(_ range: CFRange) { self.init(location: range.location, length: range.length) }
}
