// Turns of the requests that keep a worker for seconds.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A few at once, and fewer of one user: those beyond wait without a worker, so that there is always one for the others.
package final class LongWork: Sendable {
    /// What is done when the turn comes.
    /// - Returns: false where nobody wants it any more.
    package typealias Start = @Sendable () -> Bool

    private struct State {
        var running: [UInt32: Int] = [:]
        var waiting: [(user: UInt32, start: Start)] = []
    }

    private let limits: DaemonLimits
    private let state = Mutex(State())

    package init(limits: DaemonLimits) { self.limits = limits }

    /// - Returns: false where the user, or everybody together, has all turns.
    package func take(for user: UInt32) -> Bool {
        state.withLock { state in
            // Whoever waits comes first.
            guard !state.waiting.contains(where: { $0.user == user }) else { return false }
            return take(for: user, &state)
        }
    }

    /// Has `start` called when there is a turn for the user, which may be now.
    /// - Returns: false where too many of the user wait already.
    package func wait(for user: UInt32, _ start: @escaping Start) -> Bool {
        let isWaiting = state.withLock { state in
            guard state.waiting.count(where: { $0.user == user }) < limits.longWorkWaiting else { return false }
            state.waiting.append((user, start))
            return true
        }
        startNext()
        return isWaiting
    }

    /// The turn of a user is over.
    package func give(backFor user: UInt32) {
        state.withLock { Self.end(user, &$0) }
        startNext()
    }

    private func startNext() {
        while let (user, start) = state.withLock({ takeNext(&$0) }) {
            guard !start() else { continue }
            state.withLock { Self.end(user, &$0) }
        }
    }

    private func takeNext(_ state: inout State) -> (UInt32, Start)? {
        for index in state.waiting.indices where take(for: state.waiting[index].user, &state) {
            return state.waiting.remove(at: index)
        }
        return nil
    }

    private func take(for user: UInt32, _ state: inout State) -> Bool {
        guard state.running.values.reduce(0, +) < limits.longWork,
            state.running[user, default: 0] < limits.longWorkOfUser
        else { return false }
        state.running[user, default: 0] += 1
        return true
    }

    private static func end(_ user: UInt32, _ state: inout State) {
        let count = state.running[user, default: 1] - 1
        state.running[user] = count > 0 ? count : nil
    }
}
