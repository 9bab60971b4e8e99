// What a worker does: greets a client, or answers its request.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc
import KeychainModel
import KeychainWire
import Synchronization

extension DaemonServer {
    /// Finds out who the client is, and welcomes it.
    ///
    /// What a client sends after the welcome comes from the program that was found here: nothing may be waiting yet, because a
    /// process could have sent it and have become another program since.
    func greet(_ client: ClientConnection, _ bytes: [UInt8]) {
        let greeting = Greeting(decoding: bytes)
        var known: Result<RequestHandler.Known, KeychainError>
        do throws(KeychainError) {
            let found = try handler.identify(client.peer)
            known = .success(found)
            let withheld = found.identity.withheldGroups
            if !withheld.isEmpty { log.withheld(withheld, of: client) }
        } catch {
            known = .failure(error)
            log.refusal(of: client, error)
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

    /// Gives a connection that a worker had back to the loop.
    /// - Parameter body: gives false where the connection is over.
    func finish(_ client: ClientConnection, _ body: (inout ClientConnection.State) -> Bool) {
        client.state.withLock { state in
            state.isBusy = false
            client.settle(&state, with: ledger)
            guard !state.isClosed else { return }
            if body(&state) {
                if state.deadline != nil { wake() }
            } else {
                client.end(&state)
                // The loop is told by the end of the connection.
                _ = arm(client, reading: true)
            }
        }
    }
}

/// A request with the bytes that it came in, which are wiped when it is done.
final class RequestJob: Sendable {
    private let server: DaemonServer
    private let client: ClientConnection
    private let known: RequestHandler.Known
    private let frame: SecretBytes
    private let header: FrameHeader

    init(
        server: DaemonServer, client: ClientConnection, known: RequestHandler.Known, frame: consuming SecretBytes,
        header: FrameHeader
    ) {
        self.server = server
        self.client = client
        self.known = known
        self.frame = frame
        self.header = header
    }

    func run() {
        let answer = answerFrame()
        server.finish(client) { state in
            guard let answer = answer.take() else { return false }
            let long = max(0, answer.count - server.limits.smallFrame)
            if server.ledger.take(long, for: client.peer) {
                state.counted = long
                server.begin(answer, of: client, &state)
            } else {
                guard let error = try? WireCoder.frame(.error, sequence: header.sequence, Self.noRoom) else {
                    return false
                }
                server.begin(error, of: client, &state)
            }
            return server.continueAnswer(of: client, &state)
        }
    }

    private static let noRoom = KeychainError(
        .allocate, during: "keeping a long answer until it is taken",
        hint: "other long requests and answers are under way; what was asked for may have been done")

    private func answerFrame() -> FrameBox {
        do throws(KeychainError) {
            let reply = unsafe try frame.withUnsafeBytes { bytes throws(KeychainError) in
                let end = FrameHeader.size + header.count
                let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[FrameHeader.size..<end])
                return unsafe try server.handler.answer(body, from: known, client.peer)
            }
            return FrameBox(
                try WireCoder.frame(.reply, sequence: header.sequence, reply, expecting: reply.expectedSize))
        } catch {
            if error.code == .missingEntitlement { server.log.refusal(of: client, error) }
            return FrameBox(try? WireCoder.frame(.error, sequence: header.sequence, error))
        }
    }
}

/// Carries a frame into a closure.
private final class FrameBox {
    private var frame: WireFrame?
    init(_ frame: consuming WireFrame?) { self.frame = frame }
    func take() -> WireFrame? { frame.take() }
}
