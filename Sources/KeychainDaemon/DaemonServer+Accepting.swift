// How connections are taken from the sockets that listen.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc
import KeychainModel
import KeychainWire

extension DaemonServer {
    /// Connections that are taken at a time, so that a flood of new ones does not keep the others waiting.
    private static let fewConnections = 16
    /// Most that wait at one socket (`net.core.somaxconn`, 4 096 by default), and one more. Who connects meanwhile waits behind them.
    private static let longestQueue = 4097

    private enum Acceptance { case one, none, failed }

    /// Takes some of the connections that wait. Where one is of an exec that was not known, it takes all, so that the exec is known to be older
    /// than whatever comes later; the connection itself is ended, and its client makes another.
    func accept(
        from listener: CInt, of listeners: [CInt], into clients: inout ClientTable, _ tickets: inout ExecutionTickets
    ) {
        _ = accept(atMost: Self.fewConnections, from: listener, into: &clients, &tickets)
        guard tickets.areWanted else { return }
        for listener in listeners {
            guard accept(atMost: Self.longestQueue, from: listener, into: &clients, &tickets) else {
                tickets.dismiss()
                return
            }
        }
        tickets.issue()
    }

    /// - Returns: false where one waits that cannot be taken.
    private func accept(
        atMost count: Int, from listener: CInt, into clients: inout ClientTable, _ tickets: inout ExecutionTickets
    ) -> Bool {
        for _ in 0..<count {
            switch accept(from: listener, into: &clients, &tickets) {
            case .one: continue
            case .none: return true
            case .failed: return false
            }
        }
        return true
    }

    private func accept(
        from listener: CInt, into clients: inout ClientTable, _ tickets: inout ExecutionTickets
    ) -> Acceptance {
        let descriptor = latchkey_accept(listener)
        guard descriptor >= 0 else {
            let reason = errno
            // Out of descriptors: whoever is idle for longest makes room.
            if reason == EMFILE || reason == ENFILE { clients.endLongestIdle() }
            return reason == EAGAIN ? .none : .failed
        }
        guard let peer = PeerProcess(of: descriptor) else {
            close(descriptor)
            return .one
        }
        // Of a process that is older than the witness nothing is known. It gets no identity, and is told why.
        let execution = (try? handler.identifier.execution(of: peer)) ?? nil
        if let execution, !tickets.has(execution) {
            tickets.want(execution, on: descriptor)
            return .one
        }
        let now = monotonicMilliseconds()
        let client = ClientConnection(
            descriptor: descriptor, token: clients.nextToken(), peer: peer, execution: execution, now: now,
            deadline: now + limits.greetingTime)
        guard clients.makeRoom(for: peer) else {
            client.send(Welcome(refusing: .notAvailable).encoded)
            return .one
        }
        if latchkey_poller_arm(poller, descriptor, client.token, 1, 0, 1) == 0 { clients.add(client) }
        return .one
    }
}
