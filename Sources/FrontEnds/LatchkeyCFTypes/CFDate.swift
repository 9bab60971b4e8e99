// Core Foundation's functions on points in time.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Seconds from 1970-01-01 to 2001-01-01, both 00:00:00 UTC.
public var kCFAbsoluteTimeIntervalSince1970: CFTimeInterval { 978_307_200 }

/// Seconds from 1904-01-01 to 2001-01-01, both 00:00:00 UTC.
public var kCFAbsoluteTimeIntervalSince1904: CFTimeInterval { 3_061_152_000 }

/// Now.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// The point in time `time`.
public func CFDateCreate(_ allocator: CFAllocator!, _ time: CFAbsoluteTime) -> CFDate! {
    NSDate(timeIntervalSinceReferenceDate: time)
}

/// The seconds of `date` since 2001-01-01 00:00:00 UTC.
public func CFDateGetAbsoluteTime(_ date: CFDate!) -> CFAbsoluteTime { date.timeIntervalSinceReferenceDate }

/// The seconds from `other` to `date`.
public func CFDateGetTimeIntervalSinceDate(_ date: CFDate!, _ other: CFDate!) -> CFTimeInterval {
    date.timeIntervalSinceReferenceDate - other.timeIntervalSinceReferenceDate
}

/// Which of two points in time is earlier. `context` is not used, as on macOS.
public func CFDateCompare(
    _ lhs: CFDate!, _ rhs: CFDate!, _ context: UnsafeMutableRawPointer!
) -> CFComparisonResult {
    CFComparisonResult(lhs.compare(rhs as Date))
}
