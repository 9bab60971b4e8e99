// libsystemd's sd-bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySystemd

/// Loaded when the bus is first asked for (Decision 26).
@safe
final class BusLibrary: Sendable {
    let calls: latchkey_bus_calls

    /// Nil if libsystemd is not installed.
    static let shared = BusLibrary()

    private init?() {
        var calls = latchkey_bus_calls()
        guard unsafe latchkey_bus_load(&calls) == 1 else { return nil }
        self.calls = calls
    }
}
