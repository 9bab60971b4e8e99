// The time as the keychain counts it.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where a keychain takes the time from. Tests give one of their own.
package struct KeychainClock: Sendable {
    /// Seconds since 2001-01-01 00:00:00 UTC.
    let now: @Sendable () -> Double
    /// Seconds since the machine was started, time asleep included.
    let uptime: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Double, uptime: @escaping @Sendable () -> Double) {
        self.now = now
        self.uptime = uptime
    }

    package static let system = KeychainClock(
        now: { seconds(of: CLOCK_REALTIME) - epoch }, uptime: { seconds(of: CLOCK_BOOTTIME) })

    /// The least step of a modification date, in seconds (reference 3.5.6).
    static let step = 0.001
    /// Seconds between 1970-01-01 and 2001-01-01 UTC.
    private static let epoch: Double = 978_307_200

    /// Whole seconds since 1970-01-01 UTC, at least 1.
    /// - Parameter seconds: since 2001-01-01 UTC; a stranger's row may have any.
    static func unixSeconds(_ seconds: Double) -> UInt64 {
        let whole = (seconds + epoch).rounded(.down)
        return whole >= 1 ? UInt64(min(whole, Double(UInt32.max))) : 1
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
