// A date as the listings print it.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum DateText {
    /// Seconds from 1970-01-01 to 2001-01-01 UTC.
    private static let referenceDate = 978_307_200.0

    /// `YYYYMMDDhhmmssZ` in UTC (reference 6.7.6).
    /// - Parameter seconds: since 2001-01-01 UTC; fractions are dropped.
    package static func compact(_ seconds: Double) -> String {
        var time = time_t((seconds + referenceDate).rounded(.down).clamped)
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        let date = unsafe digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
        return unsafe date + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
    }

    /// The seconds since 2001-01-01 UTC of a date in the same form, or nil for anything else.
    package static func seconds(fromCompact text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count == 15, bytes[14] == UInt8(ascii: "Z"),
            bytes[..<14].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        func number(_ range: Range<Int>) -> CInt {
            bytes[range].reduce(0) { $0 * 10 + CInt($1 - UInt8(ascii: "0")) }
        }
        var parts = unsafe tm()
        unsafe parts.tm_year = number(0..<4) - 1900
        unsafe parts.tm_mon = number(4..<6) - 1
        unsafe parts.tm_mday = number(6..<8)
        unsafe parts.tm_hour = number(8..<10)
        unsafe parts.tm_min = number(10..<12)
        unsafe parts.tm_sec = number(12..<14)
        let seconds = unsafe Double(timegm(&parts)) - referenceDate
        // A day or hour that there is none of would be carried into the next.
        return compact(seconds) == text ? seconds : nil
    }

    private static func digits(_ number: CInt, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Double {
    /// Within the years 0 to 9999, and never NaN.
    fileprivate var clamped: Double { isNaN ? 0 : min(max(self, -62_167_219_200), 253_402_300_799) }
}
