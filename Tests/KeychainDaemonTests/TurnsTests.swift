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

private let computing = DaemonLimits().computing

@Suite struct TurnsTests {
    @Test func `one user has one turn, and all together two`() {
        let work = Turns(computing)
        #expect(work.take(for: 1))
        #expect(!work.take(for: 1))
        #expect(work.take(for: 2))
        #expect(!work.take(for: 3))
        work.give(backFor: 1)
        #expect(work.take(for: 3))
    }

    @Test func `whoever waits starts in the order of coming, one for each turn that ends`() {
        let (work, started) = (Turns(computing), Started())
        #expect(work.take(for: 1) && work.take(for: 2))
        for user: UInt32 in [1, 1, 3] {
            #expect(work.wait(for: user, process: Int32(user), connection: 1) { started.start(user) })
        }
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
        let (work, started) = (Turns(computing), Started())
        #expect(work.take(for: 1))
        #expect(work.wait(for: 1, process: 1, connection: 1) { started.start(1, isWanted: false) })
        #expect(work.wait(for: 1, process: 1, connection: 1) { started.start(1) })
        work.give(backFor: 1)
        #expect(started.all == [1, 1])
        #expect(!work.take(for: 1))
        #expect(work.wait(for: 2, process: 2, connection: 1) { started.start(2) })
        #expect(started.all == [1, 1, 2])
    }

    @Test func `one user does not fill the line`() {
        let (work, started) = (Turns(computing, mostWaiting: 2), Started())
        #expect(work.take(for: 1))
        #expect(
            work.wait(for: 1, process: 1, connection: 1) { started.start(1) }
                && work.wait(for: 1, process: 1, connection: 1) { started.start(1) })
        #expect(!work.wait(for: 1, process: 1, connection: 1) { started.start(1) })
        #expect(work.wait(for: 2, process: 2, connection: 1) { started.start(2) })
    }

    @Test func `processes come one after the other, however many calls each has`() {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        #expect(turns.take(for: 1))
        for process: Int32 in [5, 5, 5, 6, 7] {
            #expect(turns.wait(for: 1, process: process, connection: 1) { started.start(UInt32(process)) })
        }
        for _ in 0..<5 { turns.give(backFor: 1) }
        #expect(started.all == [5, 6, 7, 5, 5])
    }

    @Test func `who has no turn gets one while two users have all, and the line of one is no other's`() {
        let (turns, started) = (Turns(DaemonLimits().writing), Started())
        for user: UInt32 in 1...2 {
            while turns.take(for: user) {}
            #expect(turns.wait(for: user, process: Int32(user), connection: 1) { started.start(user) })
        }
        #expect(started.all == [] && turns.take(for: 3) && turns.take(for: 3) && !turns.take(for: 3))
        turns.give(backFor: 2)
        // Of what is nobody's own there is none yet.
        #expect(started.all == [])
        for _ in 0..<2 { turns.give(backFor: 3) }
        #expect(started.all == [2])
        turns.give(backFor: 1)
        #expect(started.all == [2, 1])
    }

    @Test func `a connection that ends takes its call out of the line, with what that holds`() {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        let ended = Flag()
        func wait(holding burden: Burden) {
            _ = turns.wait(for: 1, process: 1, connection: 7) { withExtendedLifetime(burden) { started.start(7) } }
        }
        #expect(turns.take(for: 1))
        wait(holding: Burden(ended))
        #expect(turns.wait(for: 1, process: 1, connection: 8) { started.start(8) })
        turns.left(7)
        #expect(ended.isSet)
        turns.left(9)
        turns.give(backFor: 1)
        #expect(started.all == [8])
    }
}
