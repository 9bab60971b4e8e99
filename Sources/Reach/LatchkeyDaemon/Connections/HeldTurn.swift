// A turn that a call has.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// It is kept from when it is given until the call is answered. Before the call begins to work, its process is looked
/// at: the kernel may keep that look for as long as a file system of the user likes, so until then the turn can be
/// taken back.
package final class HeldTurn: Sendable {
    private enum Phase: UInt8, AtomicRepresentable {
        case beforeWork
        case working
        case takenBack
    }

    package let user: UInt32
    /// From when on the turn can be taken back, in milliseconds of the monotonic clock.
    let end: UInt64
    private let phase = Atomic(Phase.beforeWork)

    /// Milliseconds that a call has before it begins to work, the first time.
    package static let firstPatience: UInt64 = 2000
    /// A call that needs longer than this is given up, after all that it had before.
    static let mostPatience: UInt64 = 16_000

    init(of user: UInt32, until end: UInt64) {
        self.user = user
        self.end = end
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
