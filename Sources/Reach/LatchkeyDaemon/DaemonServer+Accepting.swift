// How connections are taken from the sockets that listen.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire

extension DaemonServer {
    /// Connections that are taken at a time, so that a flood of new ones does not keep the others waiting.
    private static let fewConnections = 16

    private enum Acceptance { case one, none, failed }

    /// Takes some of the connections that wait at a socket. One of an exec that is not known yet ends later, and its
    /// client makes another.
    func accept(from listener: CInt, into clients: inout ClientTable, _ tickets: inout ExecutionTickets) {
        for _ in 0..<Self.fewConnections {
            switch acceptOne(from: listener, into: &clients, &tickets) {
            case .one: tickets.took(from: listener)
            case .none:
                tickets.emptied(listener)
                return
            case .failed:
                tickets.dismiss()
                return
            }
        }
    }

    private func acceptOne(
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
            tickets.want(execution, of: peer.userID, on: descriptor)
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
