// Turns of the requests that wait for something, or keep a processor for long.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Synchronization

/// A few have their turn at once, and fewer of one user. Those beyond wait without a worker and without a thread, and
/// processes come one after the other.
package final class Turns: Sendable {
    /// What is done when the turn comes.
    /// - Returns: false if nobody wants it any more.
    package typealias Start = @Sendable (HeldTurn) -> Bool

    /// A call that waits.
    fileprivate struct Waiting {
        let connection: UInt64
        let patience: UInt64
        let start: Start
    }

    /// Those of one process, the first one first.
    fileprivate struct Line {
        let process: Int32
        let user: UInt32
        var calls: [Waiting]
    }

    fileprivate struct State {
        var running: Holdings
        var held: [HeldTurn] = []
        /// The next process first.
        var lines: [Line] = []
    }

    /// Calls of one user that may wait.
    private let mostWaiting: Int
    private let state: Mutex<State>

    package init(_ shares: Shares, mostWaiting: Int = .max) {
        self.mostWaiting = mostWaiting
        state = Mutex(State(running: Holdings(of: shares)))
    }

    /// - Parameter patience: milliseconds after which the turn can be taken back, if the call does not work by then.
    /// - Returns: nil if the user, or everybody together, has all turns.
    package func take(
        for user: UInt32, patience: UInt64 = HeldTurn.firstPatience, at now: UInt64 = monotonicMilliseconds()
    ) -> HeldTurn? {
        state.withLock { state in
            // Whoever waits comes first.
            guard !state.lines.contains(where: { $0.user == user }), state.running.haveRoom(for: user) else {
                return nil
            }
            return state.give(to: user, until: now + patience)
        }
    }

    /// Has `start` called when there is a turn for the user, which may be now.
    /// - Parameter connection: the one that the call has come by.
    /// - Returns: false if too many of the user wait already.
    package func wait(
        for user: UInt32, process: Int32, connection: UInt64, patience: UInt64 = HeldTurn.firstPatience,
        _ start: @escaping Start
    ) -> Bool {
        let isWaiting = state.withLock { state in
            let own = state.lines.lazy.filter { $0.user == user }
            guard own.reduce(0, { $0 + $1.calls.count }) < mostWaiting else { return false }
            let call = Waiting(connection: connection, patience: patience, start: start)
            if let index = state.lines.firstIndex(where: { $0.process == process && $0.user == user }) {
                state.lines[index].calls.append(call)
            } else {
                state.lines.append(Line(process: process, user: user, calls: [call]))
            }
            return true
        }
        startNext()
        return isWaiting
    }

    /// A connection has ended: its call is let go of, with what it holds.
    package func left(_ connection: UInt64) {
        let call: Waiting? = state.withLock { state in
            for index in state.lines.indices {
                guard let place = state.lines[index].calls.firstIndex(where: { $0.connection == connection }) else {
                    continue
                }
                let call = state.lines[index].calls.remove(at: place)
                if state.lines[index].calls.isEmpty { state.lines.remove(at: index) }
                return call
            }
            return nil
        }
        withExtendedLifetime(call) {}
    }

    /// A turn is over. It may have been taken back before.
    package func give(back turn: HeldTurn) {
        state.withLock { $0.end(turn) }
        startNext()
    }

    /// Takes back the turns of calls that have not begun to work in time, if somebody waits for one.
    /// - Returns: whether somebody still waits.
    package func takeBack(at now: UInt64) -> Bool {
        let isWaitedFor = state.withLock { state in
            guard !state.lines.isEmpty else { return false }
            for turn in state.held where now >= turn.end && turn.takeBack() { state.end(turn) }
            return true
        }
        guard isWaitedFor else { return false }
        startNext()
        return state.withLock { !$0.lines.isEmpty }
    }

    private func startNext() {
        while let (turn, start) = state.withLock({ $0.takeNext() }) {
            guard !start(turn) else { continue }
            state.withLock { $0.end(turn) }
        }
    }
}

extension Turns.State {
    fileprivate mutating func give(to user: UInt32, until end: UInt64) -> HeldTurn {
        running.take(for: user)
        let turn = HeldTurn(of: user, until: end)
        held.append(turn)
        return turn
    }

    fileprivate mutating func end(_ turn: HeldTurn) {
        guard let index = held.firstIndex(where: { $0 === turn }) else { return }
        held.swapAt(index, held.count - 1)
        held.removeLast()
        running.give(backFor: turn.user)
    }

    fileprivate mutating func takeNext() -> (HeldTurn, Turns.Start)? {
        guard let index = lines.firstIndex(where: { running.haveRoom(for: $0.user) }) else { return nil }
        var line = lines.remove(at: index)
        let call = line.calls.removeFirst()
        if !line.calls.isEmpty { lines.append(line) }
        return (give(to: line.user, until: monotonicMilliseconds() + call.patience), call.start)
    }
}
