// A turn that a call has.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// It is kept from when it is given until the call is answered. Before the call begins to work, its process is looked at: the kernel may keep
/// that look for as long as a file system of the user likes, so until then the turn can be taken back.
package final class HeldTurn: Sendable {
    private enum Phase: UInt8, AtomicRepresentable {
        case beforeWork
        case working
        case takenBack
    }

    package let user: UInt32
    /// Milliseconds of the monotonic clock.
    package let given: UInt64
    private let phase = Atomic(Phase.beforeWork)

    init(of user: UInt32, givenAt now: UInt64) {
        self.user = user
        given = now
    }

    /// The call begins to work, and keeps its turn until it is answered.
    /// - Returns: false if the turn was taken back.
    package func begin() -> Bool {
        phase.compareExchange(expected: .beforeWork, desired: .working, ordering: .acquiringAndReleasing).exchanged
    }

    /// - Returns: false if the call works already.
    func takeBack() -> Bool {
        phase.compareExchange(expected: .beforeWork, desired: .takenBack, ordering: .acquiringAndReleasing).exchanged
    }
}
