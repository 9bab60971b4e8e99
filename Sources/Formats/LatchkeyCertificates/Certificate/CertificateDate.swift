// Writes the dates of certificates (RFC 5280, section 4.1.2.5).
// SPDX-License-Identifier: Apache-2.0

package enum CertificateDate {
    /// A UTCTime until 2049, then a GeneralizedTime.
    /// - Parameter seconds: since 2001-01-01 UTC.
    package static func bytes(_ seconds: Double) -> [UInt8] {
        let whole = Int(seconds.rounded(.down))
        let day = (whole - (whole % 86_400 + 86_400) % 86_400) / 86_400
        let second = whole - day * 86_400
        let (year, month, dayOfMonth) = date(daysSince2001: day)
        let isShort = (1950...2049).contains(year)
        let numbers = [year / 100, year % 100, month, dayOfMonth, second / 3600, second / 60 % 60, second % 60]
        let digits = numbers.dropFirst(isShort ? 1 : 0).flatMap { [$0 / 10, $0 % 10] }
        return DERElement.bytes(
            isShort ? 0x17 : 0x18, digits.map { UInt8(ascii: "0") + UInt8($0) } + [UInt8(ascii: "Z")])
    }

    /// In the Gregorian calendar. Years begin in March here, and the cycles of 400 of them on 1600-03-01.
    private static func date(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
        let since1600 = days + 146_403
        let cycle = since1600 / 146_097
        let inCycle = since1600 % 146_097
        let yearOfCycle = (inCycle - inCycle / 1460 + inCycle / 36_524 - inCycle / 146_096) / 365
        let dayOfYear = inCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
        let month = (dayOfYear * 5 + 2) / 153
        let year = 1600 + cycle * 400 + yearOfCycle + (month >= 10 ? 1 : 0)
        return (year, (month + 2) % 12 + 1, dayOfYear - (month * 153 + 2) / 5 + 1)
    }
}
