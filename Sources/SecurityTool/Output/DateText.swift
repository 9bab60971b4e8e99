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

    private static func digits(_ number: CInt, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Double {
    /// Within the years 0 to 9999, and never NaN.
    fileprivate var clamped: Double { isNaN ? 0 : min(max(self, -62_167_219_200), 253_402_300_799) }
}
