// Whose calls are answered next.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
package import LatchkeyPolicy

/// Used by the thread of the bus alone. Programs take turns, so that one that calls much, over however many
/// connections, keeps no other one waiting; within a program its connections do; the calls of one connection keep their
/// order. Who is not known yet is found out at once, which is no turn. A sender is identified for each of its turns.
package final class CallTurns {
    /// - Parameter hasWaited: whether the sender was found out for this turn, which has come only now.
    package typealias Identify = (
        _ sender: String, _ now: UInt64, _ hasWaited: Bool, _ body: @escaping (BusPrincipal) -> Void
    ) -> Void

    private let identify: Identify
    private let isPausing: () -> Bool
    private let clock: () -> UInt64
    private let refuse: (BusCall) -> Void
    private let handle: (_ call: BusCall, _ principal: BusPrincipal, _ now: UInt64) -> Void
    private var held = HeldCalls()
    private struct Sender {
        /// Nil until it is known.
        var share: BusShare?
        /// Whether it stands in the line of its program.
        var isInLine = false
        var hasWaited = false
    }
    /// Connections that have called.
    private var senders: [String: Sender] = [:]
    /// Connections whose calls wait for a turn, by their programs.
    private var lines: [BusShare: Queue<String>] = [:]
    /// The programs of these, in the order of their turns.
    private var ring = Queue<BusShare>()
    /// Milliseconds that were used since ``run()``.
    private var used: UInt64 = 0

    /// Milliseconds of one turn, and of all until the bus is looked at again. A call is never broken off.
    package static let turn: UInt64 = 5
    package static let round: UInt64 = 20

    /// - Parameters:
    ///   - identify: calls `body` with who the sender is, at once or later; not at all if the sender is gone.
    ///   - isPausing: whether nothing is to be answered now.
    ///   - clock: milliseconds of the monotonic clock.
    ///   - refuse: gets a call that was taken, and for which its program has no room.
    package init(
        identify: @escaping Identify, isPausing: @escaping () -> Bool, clock: @escaping () -> UInt64,
        refuse: @escaping (BusCall) -> Void,
        handle: @escaping (_ call: BusCall, _ principal: BusPrincipal, _ now: UInt64) -> Void
    ) {
        self.identify = identify
        self.isPausing = isPausing
        self.clock = clock
        self.refuse = refuse
        self.handle = handle
    }

    /// Has a call handled at once, if nobody waits and its sender is known, or in its turn.
    /// - Returns: false if there is no room for it.
    package func receive(_ call: BusCall) -> Bool {
        let sender = call.sender
        let isWaiting = held.has(sender)
        guard held.hold(call, of: senders[sender]?.share) else { return false }
        if isWaiting { return true }
        senders[sender, default: Sender()].hasWaited = false
        let isFree = ring.isEmpty && used < Self.turn && !isPausing()
        var isAtOnce = true
        identify(sender, clock(), false) { [weak self] principal in
            guard let self, let share = take(sender, principal) else { return }
            if isAtOnce, isFree { serve(sender, principal, share) } else { queue(sender, share, hasWaited: !isAtOnce) }
        }
        isAtOnce = false
        return true
    }

    /// Gives turns to those who wait, for a while.
    /// - Returns: whether somebody still waits, and can have a turn.
    package func run() -> Bool {
        used = 0
        while used < Self.round, !isPausing(), let share = ring.popFirst() { giveTurn(share) }
        return !ring.isEmpty && !isPausing()
    }

    /// A connection is gone.
    package func left(_ sender: String) {
        held.drop(sender)
        senders[sender] = nil
    }

    private func giveTurn(_ share: BusShare) {
        while let sender = lines[share]?.popFirst() {
            guard let state = senders[sender], state.isInLine else { continue }
            senders[sender]?.isInLine = false
            var isAtOnce = true
            identify(sender, clock(), state.hasWaited) { [weak self] principal in
                guard let self, let now = take(sender, principal) else { return }
                if isAtOnce, now == share {
                    serve(sender, principal, share)
                } else {
                    // Its turn is the next one of its program.
                    queue(sender, now, hasWaited: true, isFirst: true)
                }
            }
            isAtOnce = false
            break
        }
        if lines[share]?.isEmpty ?? true { lines[share] = nil } else { ring.append(share) }
    }

    /// It is known who has sent what is held.
    /// - Returns: the program's share; nil if nothing waits any more.
    private func take(_ sender: String, _ principal: BusPrincipal) -> BusShare? {
        guard senders[sender] != nil else { return nil }
        let share = principal.share
        senders[sender]?.share = share
        for call in held.move(sender, to: share) { refuse(call) }
        return held.has(sender) ? share : nil
    }

    private func queue(_ sender: String, _ share: BusShare, hasWaited: Bool, isFirst: Bool = false) {
        senders[sender]?.isInLine = true
        senders[sender]?.hasWaited = hasWaited
        if lines[share] == nil { ring.append(share) }
        if isFirst {
            lines[share, default: Queue()].prepend(sender)
        } else {
            lines[share, default: Queue()].append(sender)
        }
    }

    private func serve(_ sender: String, _ principal: BusPrincipal, _ share: BusShare) {
        let start = clock()
        var now = start
        repeat {
            guard let call = held.takeFirst(of: sender) else { break }
            handle(call, principal, now)
            now = clock()
        } while now < start + Self.turn && !isPausing()
        used += now - start
        if held.has(sender) { queue(sender, share, hasWaited: false) }
    }
}
