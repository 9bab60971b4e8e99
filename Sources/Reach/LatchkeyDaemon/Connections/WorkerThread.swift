// The threads of the daemon.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform

/// Starts a thread with a stack that certificates with long chains fit in.
/// - Returns: nil if the kernel gives none.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    SystemThread.start(stackSize: 4 << 20, body)
}
