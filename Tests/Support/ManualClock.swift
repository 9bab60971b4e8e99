// A clock that a test sets.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyService
import Synchronization

/// Stands still until it is moved.
package final class ManualClock: Sendable {
    private let seconds = Mutex<Double>(800_000_000)

    package init() {}

    /// Seconds since 2001-01-01 UTC, and since the machine was started.
    package var now: Double {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    package var clock: KeychainClock { KeychainClock(now: { self.now }, uptime: { self.now }) }
}
