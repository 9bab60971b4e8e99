// How people compare certificates, and the day on which one ends.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates

enum Fingerprint {
    /// SHA-256 in pairs of digits.
    static func text(_ certificate: Certificate) -> String { certificate.sha256.map(pair).joined(separator: ":") }

    /// The beginning of it, for names of files.
    static func short(_ certificate: Certificate) -> String { certificate.sha256.prefix(4).map(pair).joined() }

    /// `YYYY-MM-DD` in UTC.
    /// - Parameter seconds: since 2001-01-01 UTC.
    static func day(_ seconds: Double) -> String {
        var time = time_t(seconds) + 978_307_200
        var parts = unsafe tm()
        unsafe gmtime_r(&time, &parts)
        let year = unsafe String(parts.tm_year + 1900)
        return unsafe "\(year)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
    }

    private static func twoDigits(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func pair(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
