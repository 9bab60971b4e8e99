// A connection that threads use one after the other.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyWire
import Synchronization

/// A place for a connection. It is held by process and not by a lock of the library's: that knows its thread, which in
/// a child of fork(2) is another, and a thread that held it is not there at all.
@safe
final class ConnectionPlace: @unchecked Sendable {  // `connection` is of the thread that has set `owner`
    /// The process one of whose threads uses it, or 0.
    private let owner = Atomic<Int32>(0)
    /// When that began, in milliseconds of the monotonic clock.
    private let start = Atomic<UInt64>(0)
    private var connection: DaemonConnection?

    /// - Returns: nil if another thread uses it.
    @discardableResult
    func use<R>(_ body: (inout DaemonConnection?) -> R) -> R? {
        let own = getpid()
        let (isFree, holder) = owner.compareExchange(expected: 0, desired: own, ordering: .acquiringAndReleasing)
        if !isFree {
            // A thread of the parent's.
            guard holder != own,
                owner.compareExchange(expected: holder, desired: own, ordering: .acquiringAndReleasing).exchanged
            else { return nil }
        }
        start.store(Self.now, ordering: .relaxed)
        defer { owner.store(0, ordering: .releasing) }
        return body(&connection)
    }

    /// Milliseconds for which one call has used it by now.
    var busyTime: UInt64 {
        guard owner.load(ordering: .acquiring) != 0 else { return 0 }
        let (now, start) = (Self.now, start.load(ordering: .relaxed))
        return now - min(now, start)
    }

    /// Lets go of the connection when nobody uses it any more.
    func close() {
        while use({ $0 = nil }) == nil { usleep(1000) }
    }

    /// Milliseconds of the monotonic clock, by its last step.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
