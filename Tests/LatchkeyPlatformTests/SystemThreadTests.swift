// Threads of the C library.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyPlatform
import Synchronization
import Testing

@Suite struct SystemThreadTests {
    @Test func `a thread runs, and can be waited for`() throws {
        let sum = SharedSum()
        let threads = try (1...8).map { number in
            try #require(SystemThread.start(stackSize: 1 << 20) { sum.add(number) })
        }
        for thread in threads { #expect(pthread_join(thread, nil) == 0) }
        #expect(sum.value == 36)
    }

    @Test func `nobody need wait for a thread`() {
        let sum = SharedSum()
        let isStarted = SystemThread.startDetached { sum.add(7) }
        #expect(isStarted)
        for _ in 0..<2000 where sum.value == 0 { usleep(5000) }
        #expect(sum.value == 7)
    }

    private final class SharedSum: Sendable {
        private let sum = Mutex(0)
        var value: Int { sum.withLock { $0 } }
        func add(_ number: Int) { sum.withLock { $0 += number } }
    }
}
