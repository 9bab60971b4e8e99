// Core Foundation's functions that write and read dates, by Foundation.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How much of a date or a time is written.
public enum CFDateFormatterStyle: CFIndex, Sendable {
    case noStyle = 0
    case shortStyle = 1
    case mediumStyle = 2
    case longStyle = 3
    case fullStyle = 4

    fileprivate var ofFoundation: DateFormatter.Style { DateFormatter.Style(rawValue: UInt(rawValue)) ?? .none }
}

/// Names a property of a formatter.
public struct CFDateFormatterKey: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// The zone, a ``CFTimeZone``.
    public static let timeZone = CFDateFormatterKey(rawValue: "kCFDateFormatterTimeZone")
    /// Whether a text that is not quite of the format is read all the same, a boolean.
    public static let isLenient = CFDateFormatterKey(rawValue: "kCFDateFormatterIsLenient")
}

extension DateFormatter: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of formatters.
public func CFDateFormatterGetTypeID() -> CFTypeID { DateFormatter._cfTypeID }

/// A formatter for a locale, or that of the user, in two styles.
public func CFDateFormatterCreate(
    _ allocator: CFAllocator!, _ locale: CFLocale!, _ dateStyle: CFDateFormatterStyle,
    _ timeStyle: CFDateFormatterStyle
) -> CFDateFormatter! {
    let formatter = DateFormatter()
    formatter.locale = locale.map { Locale(identifier: $0._identifier) } ?? Locale.current
    formatter.dateStyle = dateStyle.ofFoundation
    formatter.timeStyle = timeStyle.ofFoundation
    return formatter
}

/// Takes a format such as `yyyy-MM-dd` in place of the styles.
public func CFDateFormatterSetFormat(_ formatter: CFDateFormatter!, _ formatString: CFString!) {
    formatter.dateFormat = formatString as String
}

/// The format.
public func CFDateFormatterGetFormat(_ formatter: CFDateFormatter!) -> CFString! { formatter.dateFormat as NSString }

/// The locale.
public func CFDateFormatterGetLocale(_ formatter: CFDateFormatter!) -> CFLocale! {
    NSLocale(localeIdentifier: formatter.locale.identifier)
}

/// Changes a property. One that is not known, and a value of another type, changes nothing.
public func CFDateFormatterSetProperty(
    _ formatter: CFDateFormatter!, _ key: CFDateFormatterKey!, _ value: CFTypeRef!
) {
    switch key {
    case .timeZone: if let zone = value as? NSTimeZone { formatter.timeZone = zone as TimeZone }
    case .isLenient: if let flag = value as? NSNumber { formatter.isLenient = flag.boolValue }
    default: break
    }
}

/// A date as text.
public func CFDateFormatterCreateStringWithDate(
    _ allocator: CFAllocator!, _ formatter: CFDateFormatter!, _ date: CFDate!
) -> CFString! {
    formatter.string(from: date as Date) as NSString
}

/// A time as text.
public func CFDateFormatterCreateStringWithAbsoluteTime(
    _ allocator: CFAllocator!, _ formatter: CFDateFormatter!, _ at: CFAbsoluteTime
) -> CFString! {
    formatter.string(from: Date(timeIntervalSinceReferenceDate: at)) as NSString
}

/// The date of a text, or nil for a text of another format. `rangep` must be nil: the whole text is read.
public func CFDateFormatterCreateDateFromString(
    _ allocator: CFAllocator!, _ formatter: CFDateFormatter!, _ string: CFString!,
    _ rangep: UnsafeMutablePointer<CFRange>!
) -> CFDate! {
    guard unsafe rangep == nil else { return nil }
    return formatter.date(from: string as String).map { $0 as NSDate }
}
