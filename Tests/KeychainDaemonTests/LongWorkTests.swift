// Requests that take long: how many at once, and who waits.
// SPDX-License-Identifier: Apache-2.0

import KeychainDaemon
import Synchronization
import Testing

/// The users whose turn has come.
private final class Started: Sendable {
    private let users = Mutex<[UInt32]>([])
    var all: [UInt32] { users.withLock { $0 } }
    func start(_ user: UInt32, isWanted: Bool = true) -> Bool {
        users.withLock { $0.append(user) }
        return isWanted
    }
}

@Suite struct LongWorkTests {
    @Test func `one user has one turn, and all together two`() {
        let work = LongWork(limits: DaemonLimits())
        #expect(work.take(for: 1))
        #expect(!work.take(for: 1))
        #expect(work.take(for: 2))
        #expect(!work.take(for: 3))
        work.give(backFor: 1)
        #expect(work.take(for: 3))
    }

    @Test func `whoever waits starts in the order of coming, one for each turn that ends`() {
        let (work, started) = (LongWork(limits: DaemonLimits()), Started())
        #expect(work.take(for: 1) && work.take(for: 2))
        for user: UInt32 in [1, 1, 3] { #expect(work.wait(for: user) { started.start(user) }) }
        #expect(started.all == [])
        work.give(backFor: 2)
        #expect(started.all == [3])
        work.give(backFor: 1)
        #expect(started.all == [3, 1])
        #expect(!work.take(for: 1))
        work.give(backFor: 1)
        #expect(started.all == [3, 1, 1])
    }

    @Test func `a turn that nobody wants any more goes to the next one, and a turn that is free comes at once`() {
        let (work, started) = (LongWork(limits: DaemonLimits()), Started())
        #expect(work.take(for: 1))
        #expect(work.wait(for: 1) { started.start(1, isWanted: false) })
        #expect(work.wait(for: 1) { started.start(1) })
        work.give(backFor: 1)
        #expect(started.all == [1, 1])
        #expect(!work.take(for: 1))
        #expect(work.wait(for: 2) { started.start(2) })
        #expect(started.all == [1, 1, 2])
    }

    @Test func `one user does not fill the line`() {
        var limits = DaemonLimits()
        limits.longWorkWaiting = 2
        let (work, started) = (LongWork(limits: limits), Started())
        #expect(work.take(for: 1))
        #expect(work.wait(for: 1) { started.start(1) } && work.wait(for: 1) { started.start(1) })
        #expect(!work.wait(for: 1) { started.start(1) })
        #expect(work.wait(for: 2) { started.start(2) })
    }
}
