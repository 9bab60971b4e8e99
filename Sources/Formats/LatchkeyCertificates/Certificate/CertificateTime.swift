// The times of certificates as seconds.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension ASN1Node {
    /// A UTCTime or GeneralizedTime as seconds since 2001-01-01 00:00:00 UTC. As on Apple's systems
    /// (`SecAbsoluteTimeFromDateContent`) it ends in `Z` or in the hours and minutes by which it is ahead of UTC, and a
    /// UTCTime may lack the seconds.
    func secondsSince2001() throws -> Double {
        guard case .primitive(let bytes) = content else { throw malformed() }
        let isShort: Bool
        switch identifier {
        case .utcTime: isShort = true
        case .generalizedTime: isShort = false
        default: throw ASN1Error.unexpectedFieldType(identifier)
        }
        var digits = bytes.prefix { isDigit($0) }
        let zone = bytes[digits.endIndex...]
        let century = isShort ? nil : try twoDigits(&digits)
        let inCentury = try twoDigits(&digits)
        let year = century.map { $0 * 100 + inCentury } ?? (inCentury < 50 ? 2000 : 1900) + inCentury
        let month = try twoDigits(&digits, in: 1...12)
        let day = try twoDigits(&digits, in: 1...daysOfMonth(month, year))
        let hours = try twoDigits(&digits, in: 0...23)
        let minutes = try twoDigits(&digits, in: 0...59)
        let seconds = isShort && digits.isEmpty ? 0 : try twoDigits(&digits, in: 0...59)
        guard digits.isEmpty else { throw malformed() }
        let ahead = try minutesAhead(zone)
        return Double((daysSince2001(year, month, day) * 24 + hours) * 60 + minutes - ahead) * 60 + Double(seconds)
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func twoDigits(_ digits: inout ArraySlice<UInt8>, in range: ClosedRange<Int> = 0...99) throws -> Int {
    guard let first = digits.popFirst(), let second = digits.popFirst() else { throw malformed() }
    let number = Int(first - UInt8(ascii: "0")) * 10 + Int(second - UInt8(ascii: "0"))
    guard range.contains(number) else { throw malformed() }
    return number
}

private func minutesAhead(_ zone: ArraySlice<UInt8>) throws -> Int {
    if zone.elementsEqual("Z".utf8) { return 0 }
    var digits = zone.dropFirst()
    guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.allSatisfy(isDigit)
    else { throw malformed() }
    let minutes = try twoDigits(&digits, in: 0...23) * 60 + twoDigits(&digits, in: 0...59)
    guard digits.isEmpty else { throw malformed() }
    return sign == UInt8(ascii: "+") ? minutes : -minutes
}

private func daysOfMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Days from 2001-01-01 in the Gregorian calendar. Years begin in March here, so that the leap day is the last of its
/// year.
private func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let month = (month + 9) % 12
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (month * 153 + 2) / 5 + day - 1 - 730_791
}
