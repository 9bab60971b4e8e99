// The monotonic clock of deadlines.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Milliseconds that only go forward.
package func monotonicMilliseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
}
