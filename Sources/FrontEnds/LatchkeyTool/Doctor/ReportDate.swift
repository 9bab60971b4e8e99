// A date as `latchkey doctor` shows it.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

package enum ReportDate {
    /// ISO 8601 in UTC.
    /// - Parameter seconds: since 2001-01-01 UTC.
    package static func text(_ seconds: Double) -> String {
        Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
    }
}
