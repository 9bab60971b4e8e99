// Whose calls are answered next.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
package import LatchkeyPolicy

/// Used by the thread of the bus alone. Senders take turns, so that one that calls much keeps no other one waiting; the
/// calls of one sender keep their order. A sender is identified for each of its turns.
package final class CallTurns {
    package typealias Identify = (
        _ sender: String, _ now: UInt64, _ body: @escaping (BusPrincipal) -> Void
    ) -> Void

    private let identify: Identify
    private let handle: (_ call: BusCall, _ principal: BusPrincipal, _ now: UInt64) -> Void
    private let isPausing: () -> Bool
    private let clock: () -> UInt64
    private var held = HeldCalls()
    /// Senders that have been identified before.
    private var known: Set<String> = []
    /// Senders whose calls wait for a turn; `next` is the first of them.
    private var ring: [String] = []
    private var next = 0
    /// Milliseconds that were used since ``run()``.
    private var used: UInt64 = 0

    /// Milliseconds of one turn, and of all until the bus is looked at again. A call is never broken off.
    package static let turn: UInt64 = 5
    package static let round: UInt64 = 20

    /// - Parameters:
    ///   - identify: calls `body` with who the sender is, at once or later; not at all if the sender is gone.
    ///   - isPausing: whether nothing is to be answered now.
    ///   - clock: milliseconds of the monotonic clock.
    package init(
        identify: @escaping Identify, isPausing: @escaping () -> Bool, clock: @escaping () -> UInt64,
        handle: @escaping (_ call: BusCall, _ principal: BusPrincipal, _ now: UInt64) -> Void
    ) {
        self.identify = identify
        self.isPausing = isPausing
        self.clock = clock
        self.handle = handle
    }

    /// Has a call handled at once, if nobody waits and its sender is known, or in its turn.
    /// - Returns: false if there is no room for it.
    package func receive(_ call: BusCall) -> Bool {
        let sender = call.sender
        let isWaiting = held.has(sender)
        guard held.hold(call, isKnown: known.contains(sender)) else { return false }
        if isWaiting { return true }
        if ring.isEmpty, used < Self.turn, !isPausing() { begin(sender) } else { ring.append(sender) }
        return true
    }

    /// Gives turns to those who wait, for a while.
    /// - Returns: whether somebody still waits, and can have a turn.
    package func run() -> Bool {
        used = 0
        while next < ring.count, used < Self.round, !isPausing() {
            let sender = ring[next]
            next += 1
            if held.has(sender) { begin(sender) }
        }
        ring.removeFirst(next)
        next = 0
        return !ring.isEmpty && !isPausing()
    }

    /// A connection is gone.
    package func left(_ sender: String) {
        held.drop(sender)
        known.remove(sender)
    }

    private func begin(_ sender: String) {
        identify(sender, clock()) { [weak self] principal in self?.serve(sender, principal) }
    }

    private func serve(_ sender: String, _ principal: BusPrincipal) {
        known.insert(sender)
        let start = clock()
        var now = start
        repeat {
            guard let call = held.takeFirst(of: sender) else { break }
            handle(call, principal, now)
            now = clock()
        } while now < start + Self.turn && !isPausing()
        used += now - start
        if held.has(sender) { ring.append(sender) }
    }
}
