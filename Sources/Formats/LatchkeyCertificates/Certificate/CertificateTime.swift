// The times of certificates as seconds.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension ASN1Node {
    /// A UTCTime or GeneralizedTime as seconds since 2001-01-01 00:00:00 UTC.
    func secondsSince2001() throws -> Double {
        switch identifier {
        case .utcTime:
            let time = try UTCTime(derEncoded: self)
            return seconds(
                onDay: daysSince2001(time.year, time.month, time.day), time.hours, time.minutes, Double(time.seconds))
        case .generalizedTime:
            let time = try GeneralizedTime(derEncoded: self)
            return seconds(
                onDay: daysSince2001(time.year, time.month, time.day), time.hours, time.minutes,
                Double(time.seconds) + time.fractionalSeconds)
        default: throw ASN1Error.unexpectedFieldType(identifier)
        }
    }
}

private func seconds(onDay day: Int, _ hours: Int, _ minutes: Int, _ seconds: Double) -> Double {
    Double((day * 24 + hours) * 60 + minutes) * 60 + seconds
}

/// Days from 2001-01-01 in the Gregorian calendar. Years begin in March here, so that the leap day is the last of its
/// year.
private func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = (month + 9) % 12
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (month * 153 + 2) / 5 + day - 1 - 730_791
}
