// The time as the keychain counts it.
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum KeychainClock {
    /// Seconds between 1970-01-01 and 2001-01-01 UTC.
    private static let epoch: Double = 978_307_200
    /// The least step of a modification date, in seconds (reference 3.5.6).
    static let step = 0.001

    /// Seconds since the machine was started, time asleep included.
    static func uptime() -> Double { seconds(of: CLOCK_BOOTTIME) }

    /// Seconds since 2001-01-01 00:00:00 UTC.
    static func now() -> Double { seconds(of: CLOCK_REALTIME) - epoch }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
