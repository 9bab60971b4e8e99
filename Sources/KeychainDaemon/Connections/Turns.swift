// Turns of the requests that wait for something, or keep a processor for long.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A few have their turn at once, and fewer of one user. Those beyond wait without a worker and without a thread, and processes come one
/// after the other.
package final class Turns: Sendable {
    /// What is done when the turn comes.
    /// - Returns: false where nobody wants it any more.
    package typealias Start = @Sendable () -> Bool

    /// A call that waits.
    private struct Waiting {
        let connection: UInt64
        let start: Start
    }

    /// Those of one process, the first one first.
    private struct Line {
        let process: Int32
        let user: UInt32
        var calls: [Waiting]
    }

    private struct State {
        var running: Holdings
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

    /// - Returns: false where the user, or everybody together, has all turns.
    package func take(for user: UInt32) -> Bool {
        state.withLock { state in
            // Whoever waits comes first.
            guard !state.lines.contains(where: { $0.user == user }), state.running.haveRoom(for: user) else {
                return false
            }
            state.running.take(for: user)
            return true
        }
    }

    /// Has `start` called when there is a turn for the user, which may be now.
    /// - Parameter connection: the one that the call has come by.
    /// - Returns: false where too many of the user wait already.
    package func wait(
        for user: UInt32, process: Int32, connection: UInt64, _ start: @escaping Start
    ) -> Bool {
        let isWaiting = state.withLock { state in
            let own = state.lines.lazy.filter { $0.user == user }
            guard own.reduce(0, { $0 + $1.calls.count }) < mostWaiting else { return false }
            let call = Waiting(connection: connection, start: start)
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

    /// The turn of a user is over.
    package func give(backFor user: UInt32) {
        state.withLock { $0.running.give(backFor: user) }
        startNext()
    }

    private func startNext() {
        while let (user, start) = state.withLock({ Self.takeNext(&$0) }) {
            guard !start() else { continue }
            state.withLock { $0.running.give(backFor: user) }
        }
    }

    private static func takeNext(_ state: inout State) -> (UInt32, Start)? {
        guard let index = state.lines.firstIndex(where: { state.running.haveRoom(for: $0.user) }) else { return nil }
        var line = state.lines.remove(at: index)
        let call = line.calls.removeFirst()
        if !line.calls.isEmpty { state.lines.append(line) }
        state.running.take(for: line.user)
        return (line.user, call.start)
    }
}
