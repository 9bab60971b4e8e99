// What workers do with a connection besides answering: they greet, and give it back to the loop.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyWire
import Synchronization

extension DaemonServer {
    /// Finds out who the client is, and welcomes it.
    ///
    /// What a client sends after the welcome comes from the program that was found here: nothing may be waiting yet,
    /// because a process could have sent it and have become another program since.
    func greet(_ client: ClientConnection, _ bytes: [UInt8]) {
        let greeting = Greeting(decoding: bytes)
        var known: Result<RequestHandler.Known, KeychainError>
        do throws(KeychainError) {
            let found = try handler.identify(client.peer)
            guard found.identity.evidence == .stated || found.identity.execution == client.execution else {
                throw .otherExecution
            }
            try client.peer.requireOwn(client.descriptor)
            known = .success(found)
            let withheld = found.identity.withheldGroups
            if !withheld.isEmpty { log.withheld(withheld, of: client) }
        } catch {
            known = .failure(error)
            // One that introduces itself is not refused yet.
            if !handler.takesIntroduction(of: client.peer) { log.refusal(of: client, error) }
        }
        let isEarly = latchkey_has_pending(client.descriptor) != 0
        finish(client) { state in
            guard let greeting, !isEarly else {
                log.refusal(of: client, .broken)
                return false
            }
            let welcome = Welcome(to: greeting)
            guard client.send(welcome.encoded), welcome.version != 0 else { return false }
            state.known = known
            state.deadline = nil
            state.idleSince = monotonicMilliseconds()
            if state.closesAfterAnswer {
                client.end(&state, sayingGoodbye: true)
                return false
            }
            return arm(client, reading: true)
        }
    }

    /// Takes a client's word for who it is, if nobody may look.
    func introduce(_ client: ClientConnection, _ request: RequestBox) {
        let header = request.header
        var known: Result<RequestHandler.Known, KeychainError>
        do throws(KeychainError) {
            known = .success(
                unsafe try request.withBody { body throws(KeychainError) in
                    unsafe try handler.introduce(client.peer, by: body)
                })
        } catch {
            known = .failure(error)
            log.refusal(of: client, error)
        }
        request.wipe()
        finish(client) { state in
            state.known = known
            guard case .success = known else { return refuse(client, &state, header) }
            guard let frame = try? WireCoder.frame(.reply, sequence: header.sequence, Reply.done) else { return false }
            begin(frame, of: client, &state)
            return continueAnswer(of: client, &state)
        }
    }

    /// Gives a connection that a worker had back to the loop.
    /// - Parameter body: gives false if the connection is over.
    func finish(_ client: ClientConnection, _ body: (inout ClientConnection.State) -> Bool) {
        client.state.withLock { state in
            client.settle(&state, with: ledger)
            release(client, &state, body)
        }
    }

    /// The same under the lock.
    func release(
        _ client: ClientConnection, _ state: inout ClientConnection.State,
        _ body: (inout ClientConnection.State) -> Bool
    ) {
        state.isBusy = false
        guard !state.isClosed else { return }
        if body(&state) {
            if state.deadline != nil { watch(client) }
        } else {
            client.end(&state)
            // The loop is told by the end of the connection.
            _ = arm(client, reading: true)
        }
    }
}
