// The kernel's coarse clock, for what need not be asked at every call.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A step of `CLOCK_MONOTONIC_COARSE`, 1 to 10 ms long. Reading it is no system call.
package struct CoarseTime: Hashable, Sendable {
    private let seconds: Int
    private let nanoseconds: Int

    package static var now: CoarseTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return CoarseTime(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
