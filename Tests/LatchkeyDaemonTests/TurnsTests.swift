// Requests that take long: how many at once, and who waits.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import Synchronization
import Testing

/// The calls whose turn has come, each by its user or another number.
private final class Started: Sendable {
    private let calls = Mutex<[(name: UInt32, turn: HeldTurn)]>([])
    var all: [UInt32] { calls.withLock { $0.map(\.name) } }
    var turns: [HeldTurn] { calls.withLock { $0.map(\.turn) } }
    func start(_ turn: HeldTurn, as name: UInt32? = nil, isWanted: Bool = true) -> Bool {
        calls.withLock { $0.append((name ?? turn.user, turn)) }
        return isWanted
    }
}

private let computing = DaemonLimits().computing

@Suite struct TurnsTests {
    @Test func `one user has one turn, and all together two`() throws {
        let work = Turns(computing)
        let first = try #require(work.take(for: 1))
        #expect(work.take(for: 1) == nil)
        #expect(work.take(for: 2) != nil)
        #expect(work.take(for: 3) == nil)
        work.give(back: first)
        #expect(work.take(for: 3) != nil)
    }

    @Test func `whoever waits starts in the order of coming, one for each turn that ends`() throws {
        let (work, started) = (Turns(computing), Started())
        let (first, second) = try (#require(work.take(for: 1)), #require(work.take(for: 2)))
        for user: UInt32 in [1, 1, 3] {
            #expect(work.wait(for: user, process: Int32(user), connection: 1) { started.start($0) })
        }
        #expect(started.all == [])
        work.give(back: second)
        #expect(started.all == [3])
        work.give(back: first)
        #expect(started.all == [3, 1])
        #expect(work.take(for: 1) == nil)
        work.give(back: started.turns[1])
        #expect(started.all == [3, 1, 1])
    }

    @Test func `a turn that nobody wants any more goes to the next one, and a turn that is free comes at once`() throws
    {
        let (work, started) = (Turns(computing), Started())
        let first = try #require(work.take(for: 1))
        #expect(work.wait(for: 1, process: 1, connection: 1) { started.start($0, isWanted: false) })
        #expect(work.wait(for: 1, process: 1, connection: 1) { started.start($0) })
        work.give(back: first)
        #expect(started.all == [1, 1])
        #expect(work.take(for: 1) == nil)
        #expect(work.wait(for: 2, process: 2, connection: 1) { started.start($0) })
        #expect(started.all == [1, 1, 2])
    }

    @Test func `one user does not fill the line`() {
        let (work, started) = (Turns(computing, mostWaiting: 2), Started())
        #expect(work.take(for: 1) != nil)
        #expect(
            work.wait(for: 1, process: 1, connection: 1) { started.start($0) }
                && work.wait(for: 1, process: 1, connection: 1) { started.start($0) })
        #expect(!work.wait(for: 1, process: 1, connection: 1) { started.start($0) })
        #expect(work.wait(for: 2, process: 2, connection: 1) { started.start($0) })
    }

    @Test func `processes come one after the other, however many calls each has`() throws {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        var turn = try #require(turns.take(for: 1))
        for process: Int32 in [5, 5, 5, 6, 7] {
            #expect(
                turns.wait(for: 1, process: process, connection: 1) {
                    started.start($0, as: UInt32(process))
                })
        }
        for _ in 0..<5 {
            turns.give(back: turn)
            turn = try #require(started.turns.last)
        }
        #expect(started.all == [5, 6, 7, 5, 5])
    }

    @Test func `who has no turn gets one while two users have all, and the line of one is no other's`() throws {
        let (turns, started) = (Turns(DaemonLimits().writing), Started())
        var held: [UInt32: HeldTurn] = [:]
        for user: UInt32 in 1...2 {
            while let turn = turns.take(for: user) { held[user] = turn }
            #expect(turns.wait(for: user, process: Int32(user), connection: 1) { started.start($0) })
        }
        #expect(started.all == [])
        let own = try [#require(turns.take(for: 3)), #require(turns.take(for: 3))]
        #expect(turns.take(for: 3) == nil)
        try turns.give(back: #require(held[2]))
        // Of what is nobody's own there is none yet.
        #expect(started.all == [])
        for turn in own { turns.give(back: turn) }
        #expect(started.all == [2])
        try turns.give(back: #require(held[1]))
        #expect(started.all == [2, 1])
    }

    @Test func `a connection that ends takes its call out of the line, with what that holds`() throws {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        let ended = Flag()
        func wait(holding burden: Burden) {
            _ = turns.wait(for: 1, process: 1, connection: 7) { turn in
                withExtendedLifetime(burden) { started.start(turn, as: 7) }
            }
        }
        let first = try #require(turns.take(for: 1))
        wait(holding: Burden(ended))
        #expect(turns.wait(for: 1, process: 1, connection: 8) { started.start($0, as: 8) })
        turns.left(7)
        #expect(ended.isSet)
        turns.left(9)
        turns.give(back: first)
        #expect(started.all == [8])
    }

    @Test func `a call that does not begin loses its turn to those who wait, and gives it back once`() throws {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        let stuck = try #require(turns.take(for: 1, patience: 50, at: 1000))
        // Nobody waits.
        #expect(!turns.takeBack(at: 9000))
        for connection: UInt64 in [1, 2] {
            #expect(turns.wait(for: 1, process: 1, connection: connection) { started.start($0) })
        }
        #expect(turns.takeBack(at: 1049))
        #expect(started.all == [])
        #expect(turns.takeBack(at: 1050))
        #expect(started.all == [1])
        #expect(!stuck.begin())
        turns.give(back: stuck)
        #expect(started.all == [1])
        turns.give(back: started.turns[0])
        #expect(started.all == [1, 1])
    }

    @Test func `a call that works keeps its turn, however long it takes`() throws {
        let (turns, started) = (Turns(.ofOneUser(1)), Started())
        let working = try #require(turns.take(for: 1, patience: 50, at: 1000))
        #expect(working.begin())
        #expect(turns.wait(for: 1, process: 1, connection: 1) { started.start($0) })
        #expect(turns.takeBack(at: 900_000))
        #expect(started.all == [])
        turns.give(back: working)
        #expect(started.all == [1])
    }
}
