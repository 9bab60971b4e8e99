// How long the certificate of a TLS server may be valid (`SecPolicyCheckValidityPeriodMaximums`).
// SPDX-License-Identifier: Apache-2.0

enum ServerValidity {
    // Seconds from 2001-01-01 UTC to the first of a month.
    private static let july2016 = 489_024_000.0
    private static let march2018 = 541_555_200.0
    static let july2019 = 583_632_000.0
    private static let september2020 = 620_611_200.0

    private static let day = 86_400.0
    private static let hour = 3_600.0

    /// The most seconds; nil for any number.
    /// - Parameter issued: seconds since 2001-01-01 UTC.
    /// - Parameter isShipped: whether the chain ends at a root that the distribution ships.
    static func greatest(issued: Double, isShipped: Bool) -> Double? {
        guard isShipped else { return issued > july2019 ? 825 * day + hour : nil }
        if issued >= september2020 { return 398 * day }
        if issued >= march2018 { return 825 * day + hour }
        // As long as 39 months, and 60, can be.
        if issued >= july2016 { return 1188 * day + hour }
        return 1827 * day + hour
    }
}
