// When a statement about revocation counts.
// SPDX-License-Identifier: Apache-2.0

/// As Apple's systems have it for OCSP (`SecOCSPSingleResponseCalculateValidity`).
struct StatementTime {
    /// Seconds since 2001-01-01 UTC.
    let thisUpdate: Double
    let nextUpdate: Double?

    /// By how much clocks may differ, in seconds: `TRUST_TIME_LEEWAY`.
    static let leeway = 4500.0
    /// How long a statement counts that does not say when the next one is made, in seconds:
    /// `kSecDefaultOCSPResponseTTL`.
    private static let usualTime = 86_400.0

    /// Seconds since 2001-01-01 UTC.
    var end: Double { nextUpdate ?? thisUpdate + Self.usualTime }

    func isCurrent(at date: Double) -> Bool { hasBegun(at: date) && date - Self.leeway <= end }

    func hasBegun(at date: Double) -> Bool { thisUpdate <= date + Self.leeway }
}
