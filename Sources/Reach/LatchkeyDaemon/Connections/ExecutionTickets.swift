// Which programs were there before a connection was.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A process may connect, become another program by exec, and have its old connection passed back to it: then that
/// program says there what somebody else gives it. So a connection counts only if the exec that its process is in was
/// known, by another connection of it, before this one was made. Kept by the loop alone.
/// Documentation/Design/Decisions/0034-a-connection-of-one-exec.md.
///
/// An exec is known once every socket has been found empty, or has given as many connections as can wait at one, *since
/// the exec was seen*: what is accepted later was connected later. That goes in rounds over all sockets, between which
/// the loop serves everybody. Who is seen in one round is known after the next.
struct ExecutionTickets: ~Copyable {
    /// Execs that were seen, and the connections by which they were. These end when the execs are known: whoever
    /// connected anew before that would have to do it again.
    private struct Seen {
        var executions: Set<UInt64> = []
        var connections: [CInt] = []
        var counts: [UInt32: Int] = [:]
    }

    private var known: Set<UInt64> = []
    /// Those of before the round that goes on, and those since it began.
    private var (seen, next) = (Seen(), Seen())
    /// Sockets of which the round has not found the end, and how many connections of each it has taken.
    private var unfinished: [CInt: Int] = [:]
    private let listeners: [CInt]

    /// Execs that are kept, 8 bytes each and what a set takes. Who is forgotten connects once more.
    private static let most = 1 << 16
    /// Most that wait at one socket (`net.core.somaxconn`, 4 096 by default), one more that the kernel lets in, and the
    /// one that began the round.
    private static let longestQueue = 4098
    /// Connections of one user that wait for a round. Those beyond end at once, and come to nothing: a flood keeps
    /// itself out.
    static let mostOfUser = 256

    /// - Parameter listeners: every socket at which connections can wait.
    init(listeners: [CInt]) { self.listeners = listeners }

    /// Whether the exec was known before this connection was made.
    func has(_ execution: UInt64) -> Bool { known.contains(execution) }

    /// A process in this exec has connected.
    /// - Parameter connection: is closed here.
    mutating func want(_ execution: UInt64, of user: UInt32, on connection: CInt) {
        guard seen.counts[user, default: 0] + next.counts[user, default: 0] < Self.mostOfUser else {
            close(connection)
            return
        }
        if seen.executions.contains(execution) {
            seen.connections.append(connection)
            seen.counts[user, default: 0] += 1
            return
        }
        next.executions.insert(execution)
        next.connections.append(connection)
        next.counts[user, default: 0] += 1
        if unfinished.isEmpty { begin() }
    }

    /// Sockets that are to be looked at for the round that goes on; none if nobody waits.
    var wanted: [CInt] { Array(unfinished.keys) }

    /// A connection was taken from a socket.
    mutating func took(from listener: CInt) {
        guard let count = unfinished[listener] else { return }
        unfinished[listener] = count + 1
        if count + 1 >= Self.longestQueue { emptied(listener) }
    }

    /// Nothing waits at a socket.
    mutating func emptied(_ listener: CInt) {
        guard unfinished.removeValue(forKey: listener) != nil, unfinished.isEmpty else { return }
        if known.count + seen.executions.count > Self.most { known = [] }
        known.formUnion(seen.executions)
        end(seen)
        seen = Seen()
        begin()
    }

    /// Something waits that cannot be taken: nobody is known by this round.
    mutating func dismiss() {
        end(seen)
        end(next)
        (seen, next) = (Seen(), Seen())
        unfinished = [:]
    }

    private mutating func begin() {
        guard !next.executions.isEmpty else { return }
        (seen, next) = (next, Seen())
        for listener in listeners { unfinished[listener] = 0 }
    }

    private func end(_ seen: Seen) {
        for connection in seen.connections { close(connection) }
    }

    deinit {
        end(seen)
        end(next)
    }
}
