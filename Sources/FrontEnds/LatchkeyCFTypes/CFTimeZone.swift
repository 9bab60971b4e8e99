// Core Foundation's functions on time zones, by Foundation.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSTimeZone: _CFTypeIdentifiable {
    public static let _cfTypeID = _cfRegisterClass()
}

/// The type identifier of time zones.
public func CFTimeZoneGetTypeID() -> CFTypeID { NSTimeZone._cfTypeID }

/// The zone of the machine.
public func CFTimeZoneCopySystem() -> CFTimeZone! { NSTimeZone(name: TimeZone.current.identifier) }

/// The zone of a name, such as `Europe/Zurich`; nil for none. `tryAbbrev` also takes an abbreviation, such as `CET`.
public func CFTimeZoneCreateWithName(_ allocator: CFAllocator!, _ name: CFString!, _ tryAbbrev: Bool) -> CFTimeZone! {
    NSTimeZone(name: name as String) ?? (tryAbbrev ? NSTimeZone(abbreviation: name as String) : nil)
}

/// The zone that is so many seconds ahead of UTC.
public func CFTimeZoneCreateWithTimeIntervalFromGMT(_ allocator: CFAllocator!, _ ti: CFTimeInterval) -> CFTimeZone! {
    // Foundation knows zones of less than a day.
    guard abs(ti) < 86_400 else { return nil }
    return NSTimeZone(forSecondsFromGMT: Int(ti))
}

/// What a zone is called.
public func CFTimeZoneGetName(_ tz: CFTimeZone!) -> CFString! { tz.name as NSString }

/// How many seconds a zone is ahead of UTC at a time.
public func CFTimeZoneGetSecondsFromGMT(_ tz: CFTimeZone!, _ at: CFAbsoluteTime) -> CFTimeInterval {
    CFTimeInterval(tz.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: at)))
}
