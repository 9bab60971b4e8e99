// Locales, time zones and formatters of dates.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import Testing

@Suite struct LocaleTests {
    @Test func `a locale has its identifier, and a type of its own`() throws {
        let locale = try #require(CFLocaleCreate(nil, CFLocaleIdentifier(rawValue: "de_CH")))
        #expect(CFLocaleGetIdentifier(locale) == CFLocaleIdentifier("de_CH"))
        #expect(CFGetTypeID(locale) == CFLocaleGetTypeID())
        #expect(CFLocaleGetTypeID() != CFTimeZoneGetTypeID())
        #expect(CFLocaleGetIdentifier(CFLocaleGetSystem())?.rawValue == "")
        #expect(CFLocaleCopyCurrent() != nil && CFLocaleCopyPreferredLanguages() != nil)
    }

    @Test func `a zone is so far ahead of UTC`() throws {
        let zone = try #require(CFTimeZoneCreateWithTimeIntervalFromGMT(nil, 5400))
        #expect(CFTimeZoneGetSecondsFromGMT(zone, 0) == 5400)
        #expect(CFTimeZoneCreateWithTimeIntervalFromGMT(nil, 1e9) == nil)
        #expect(CFTimeZoneCreateWithName(nil, "Nowhere/None", true) == nil)
        let utc = try #require(CFTimeZoneCreateWithName(nil, "UTC", true))
        #expect(CFTimeZoneGetSecondsFromGMT(utc, 0) == 0 && CFTimeZoneGetName(utc) != nil)
        #expect(CFGetTypeID(CFTimeZoneCopySystem()) == CFTimeZoneGetTypeID())
    }

    @Test func `a date is written and read in a format`() throws {
        let locale = CFLocaleCreate(nil, CFLocaleIdentifier("en_US_POSIX"))
        let formatter = try #require(CFDateFormatterCreate(nil, locale, .noStyle, .noStyle))
        CFDateFormatterSetFormat(formatter, "yyyy-MM-dd HH:mm:ss")
        CFDateFormatterSetProperty(formatter, .timeZone, CFTimeZoneCreateWithTimeIntervalFromGMT(nil, 0))
        #expect(CFDateFormatterGetFormat(formatter) == "yyyy-MM-dd HH:mm:ss")
        #expect(CFLocaleGetIdentifier(CFDateFormatterGetLocale(formatter)) == CFLocaleIdentifier("en_US_POSIX"))
        #expect(CFDateFormatterCreateStringWithAbsoluteTime(nil, formatter, 0) == "2001-01-01 00:00:00")
        let date = try #require(CFDateCreate(nil, 86_400))
        #expect(CFDateFormatterCreateStringWithDate(nil, formatter, date) == "2001-01-02 00:00:00")
        #expect(CFDateFormatterCreateDateFromString(nil, formatter, "2001-01-02 00:00:00", nil) == date)
        #expect(CFDateFormatterCreateDateFromString(nil, formatter, "yesterday", nil) == nil)
        #expect(CFGetTypeID(formatter) == CFDateFormatterGetTypeID())
    }
}
