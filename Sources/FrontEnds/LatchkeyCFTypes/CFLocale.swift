// Core Foundation's functions on locales, by Foundation.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a locale is called, such as `de_CH`.
public struct CFLocaleIdentifier: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
    public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

extension NSLocale: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()

    /// What it is called.
    var _identifier: String { object(forKey: .identifier) as? String ?? "" }
}

/// The type identifier of locales.
public func CFLocaleGetTypeID() -> CFTypeID { NSLocale._cfTypeID }

/// The locale without language and region.
public func CFLocaleGetSystem() -> CFLocale! { NSLocale(localeIdentifier: "") }

/// The locale of the user.
public func CFLocaleCopyCurrent() -> CFLocale! { NSLocale(localeIdentifier: Locale.current.identifier) }

/// The languages that the user prefers, the first one most.
public func CFLocaleCopyPreferredLanguages() -> CFArray! {
    NSArray(array: Locale.preferredLanguages.map { $0 as NSString })
}

/// The locale of an identifier.
public func CFLocaleCreate(_ allocator: CFAllocator!, _ localeIdentifier: CFLocaleIdentifier!) -> CFLocale! {
    NSLocale(localeIdentifier: localeIdentifier.rawValue as String)
}

/// What a locale is called.
public func CFLocaleGetIdentifier(_ locale: CFLocale!) -> CFLocaleIdentifier! {
    CFLocaleIdentifier(rawValue: locale._identifier as NSString)
}
