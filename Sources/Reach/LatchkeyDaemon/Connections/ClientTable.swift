// The open connections, as the loop knows them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Synchronization

/// Used by the loop alone.
struct ClientTable {
    private let limits: DaemonLimits
    private let ledger: BufferLedger
    private let left: (ClientConnection) -> Void
    private var clients: [UInt64: ClientConnection] = [:]
    private var counts: [UInt32: Int] = [:]
    /// Connections that have, or may have, a deadline.
    private var timed: Set<UInt64> = []
    private var paused: Set<UInt64> = []
    private var lastResumption: UInt64 = 0
    /// Milliseconds after which a paused connection is read again.
    private static let pause: UInt64 = 50
    private var last = DaemonServer.Token.firstClient

    init(limits: DaemonLimits, ledger: BufferLedger, left: @escaping (ClientConnection) -> Void) {
        self.limits = limits
        self.ledger = ledger
        self.left = left
    }

    var isEmpty: Bool { clients.isEmpty }
    var hasDeadlines: Bool { !timed.isEmpty }

    subscript(token: UInt64) -> ClientConnection? { clients[token] }

    mutating func nextToken() -> UInt64 {
        last += 1
        return last
    }

    mutating func add(_ client: ClientConnection) {
        clients[client.token] = client
        counts[client.peer.userID, default: 0] += 1
        timed.insert(client.token)
    }

    mutating func remove(_ client: ClientConnection) {
        guard clients.removeValue(forKey: client.token) != nil else { return }
        let left = counts[client.peer.userID, default: 1] - 1
        counts[client.peer.userID] = left > 0 ? left : nil
        timed.remove(client.token)
        paused.remove(client.token)
        client.state.withLock { state in
            client.end(&state)
            // A worker that has the request gives back what it takes.
            if !state.isBusy || state.isParked { client.settle(&state, with: ledger) }
            state.frame = nil
        }
        self.left(client)
    }

    /// Takes note of what is under way on a connection.
    mutating func update(_ client: ClientConnection) {
        let (isPaused, isTimed) = client.state.withLock {
            ($0.isPaused, $0.deadline != nil || $0.isBusy && !$0.isParked)
        }
        if isPaused { paused.insert(client.token) }
        if isTimed { timed.insert(client.token) } else { timed.remove(client.token) }
    }

    /// Connections that may have a deadline now.
    mutating func watch(_ tokens: [UInt64]) { timed.formUnion(tokens.filter { clients[$0] != nil }) }

    /// Ends what takes too long: greetings, half frames, answers that nobody takes.
    mutating func endLate(at now: UInt64, log: DaemonLog) {
        for token in timed {
            guard let client = clients[token] else { continue }
            let (isLate, isTimed) = client.state.withLock { state in
                (
                    !state.isBusy && (state.deadline ?? .max) <= now,
                    state.deadline != nil || state.isBusy && !state.isParked
                )
            }
            if isLate {
                log.late(client)
                remove(client)
            } else if !isTimed {
                timed.remove(token)
            }
        }
    }

    /// Reads on where the ledger may have room again; not at once, since that would be tried without end while there is
    /// none.
    mutating func resumePaused(at now: UInt64, in server: DaemonServer) {
        guard !paused.isEmpty, now - lastResumption >= Self.pause else { return }
        lastResumption = now
        for token in paused {
            guard let client = clients[token] else { continue }
            client.state.withLock { state in
                state.isPaused = false
                _ = server.arm(client, reading: true)
            }
        }
        paused = []
    }

    /// Makes room for one more connection of a user, if need be by ending one of its own.
    /// - Returns: false if there is none to end.
    mutating func makeRoom(for peer: PeerProcess) -> Bool {
        if counts[peer.userID, default: 0] >= limits.connectionsOfUser {
            return endLongestIdle(among: clients.values.filter { $0.peer.userID == peer.userID })
                || endNewest(ofLargestProcessOf: peer.userID, for: peer.processID)
        }
        return clients.count < limits.connections || endLongestIdle()
            || endNewest(ofLargestUserFor: peer.userID)
    }

    /// If nothing is idle, the user who has most gives way to one who has less.
    private mutating func endNewest(ofLargestUserFor user: UInt32) -> Bool {
        guard let largest = counts.max(by: { $0.value < $1.value }), largest.value > counts[user, default: 0] + 1,
            let newest = clients.values.filter({ $0.peer.userID == largest.key }).max(by: { $0.token < $1.token })
        else { return false }
        remove(newest)
        return true
    }

    /// If nothing of a user's is idle, the process that has most gives way to one that has less, whatever it waits
    /// for.
    private mutating func endNewest(ofLargestProcessOf user: UInt32, for process: Int32) -> Bool {
        let own = Dictionary(grouping: clients.values.filter { $0.peer.userID == user }, by: \.peer.processID)
        guard let largest = own.max(by: { $0.value.count < $1.value.count }),
            largest.value.count > own[process, default: []].count + 1,
            let newest = largest.value.max(by: { $0.token < $1.token })
        else { return false }
        remove(newest)
        return true
    }

    /// Ends an idle connection of the user who has most of those that have any.
    @discardableResult
    mutating func endLongestIdle() -> Bool {
        let users = Dictionary(grouping: clients.values, by: \.peer.userID).values
        return users.sorted { $0.count > $1.count }.contains { endLongestIdle(among: $0) }
    }

    /// Ends the longest idle connection of the process that has most. Its client connects again when it needs to.
    /// - Parameter connections: those of one user.
    private mutating func endLongestIdle(among connections: [ClientConnection]) -> Bool {
        let own = Dictionary(grouping: connections, by: \.peer.processID)
        for group in own.values.sorted(by: { $0.count > $1.count }) {
            var oldest: (client: ClientConnection, since: UInt64)?
            for client in group {
                let since = client.state.withLock { $0.isBusy || $0.answer != nil ? nil : $0.idleSince }
                if let since, since < oldest?.since ?? .max { oldest = (client, since) }
            }
            guard let client = oldest?.client else { continue }
            client.state.withLock { client.end(&$0, sayingGoodbye: $0.isIdle) }
            remove(client)
            return true
        }
        return false
    }

    /// Ends every connection with nothing under way, and marks the others.
    mutating func endIdle() {
        for client in Array(clients.values) {
            let isOver = client.state.withLock { state in
                if state.isBusy && !state.isParked || state.answer != nil {
                    state.closesAfterAnswer = true
                    return false
                }
                // Who waits for a welcome does not take a goodbye for one.
                client.end(&state, sayingGoodbye: state.known != nil)
                return true
            }
            if isOver { remove(client) }
        }
    }

    mutating func endAll() {
        for client in Array(clients.values) { remove(client) }
    }
}
