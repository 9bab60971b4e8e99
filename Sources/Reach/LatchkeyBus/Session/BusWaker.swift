// Ends the wait of the thread of a bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import Synchronization

/// For every thread.
package final class BusWaker: Sendable {
    let bell: CInt
    private let isEnding = Atomic(false)

    init?() {
        bell = latchkey_bell()
        guard bell >= 0 else { return nil }
    }

    deinit { if bell >= 0 { close(bell) } }

    /// Has ``BusHandling/woken()`` called.
    package func wake() { latchkey_ring(bell) }

    /// Ends ``SessionBus/run(_:)``.
    package func stop() {
        isEnding.store(true, ordering: .releasing)
        latchkey_ring(bell)
    }

    var hasEnded: Bool { isEnding.load(ordering: .acquiring) }

    func silence() { latchkey_silence(bell) }
}
