// A lock that threads can wait under.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A mutex and a condition of the C library. Whoever waits for the mutex sleeps at once, and whoever runs may take it
/// before those that have waited longer: that suits work of some ten microseconds and more, for which
/// ``Synchronization.Mutex`` would spin, and then be handed from one sleeping thread to the next.
@safe
package final class Monitor: @unchecked Sendable {  // the C library's own
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe pthread_cond_destroy(condition)
        unsafe mutex.deallocate()
        unsafe condition.deallocate()
    }

    package func lock() { unsafe pthread_mutex_lock(mutex) }
    /// - Returns: false if another thread has it.
    package func lockIfAvailable() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }
    package func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Gives the lock away until a thread wakes this one, or for no reason: what was waited for has to be looked at
    /// again.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// The same, for a time that is less than an hour.
    package func wait(upTo time: Duration) {
        var end = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        let nanoseconds = end.tv_nsec + Int(time.components.attoseconds / 1_000_000_000)
        end.tv_sec += Int(time.components.seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        unsafe pthread_cond_timedwait(condition, mutex, &end)
    }

    package func wakeOne() { unsafe pthread_cond_signal(condition) }
    package func wakeAll() { unsafe pthread_cond_broadcast(condition) }
}
