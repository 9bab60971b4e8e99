// The end of a thread, for which nobody waits for ever.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

package enum ThreadEnd {
    /// Milliseconds between two looks.
    private static let pause: CInt = 10

    /// - Parameters:
    ///   - deadline: milliseconds of the monotonic clock.
    ///   - hasEnded: whether the thread does nothing more that takes time.
    /// - Returns: false if the thread was left to itself.
    package static func wait(for thread: pthread_t, until deadline: UInt64, hasEnded: () -> Bool) -> Bool {
        while !hasEnded() {
            guard monotonicMilliseconds() < deadline else {
                pthread_detach(thread)
                return false
            }
            _ = poll(nil, 0, pause)
        }
        pthread_join(thread, nil)
        return true
    }
}
