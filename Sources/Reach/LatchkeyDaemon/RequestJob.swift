// What a worker does with a request: answers it, and waits for the next one of the same client for a moment.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyWire
import Synchronization

/// The requests of a client that a worker answers in a row, mostly one.
final class RequestJob: Sendable {
    private let server: DaemonServer
    private let client: ClientConnection
    private let known: RequestHandler.Known
    private let first: RequestBox
    /// What the user has said to the first request.
    private let said: UserWord
    /// The turn that the first request has waited for.
    private let turn: RequestTurn.Given?

    init(
        server: DaemonServer, client: ClientConnection, known: RequestHandler.Known, request: RequestBox,
        said: UserWord = UserWord(), turn: RequestTurn.Given? = nil
    ) {
        self.turn = turn
        self.server = server
        self.client = client
        self.known = known
        self.said = said
        first = request
    }

    /// Microseconds that a worker waits for the next request of its client while nothing else waits for a worker. The
    /// way through the loop would wake one thread more for each request of a program that makes several in a row.
    private static let patience: CInt = 200
    /// Requests that a worker answers in a row; then the client takes its turn through the loop.
    private static let longestRow = 256

    func run() {
        var next: RequestBox? = first
        var scratch: SecretBytes?
        for count in 1...Self.longestRow {
            guard let request = next else { return }
            let mayWait = count < Self.longestRow && !server.queue.hasWaiting
            guard answer(request, keeping: mayWait) else { return }
            // Others may have come while it was answered.
            let isReady =
                !server.queue.hasWaiting && latchkey_wait_readable(client.descriptor, Self.patience) != 0
            next = client.state.withLock { state in takeNext(&state, isReady: isReady, through: &scratch) }
        }
    }

    /// - Parameter mayWait: the worker keeps the connection where the whole answer goes out.
    /// - Returns: true if it has kept it.
    private func answer(_ request: RequestBox, keeping mayWait: Bool) -> Bool {
        guard let answer = answerFrame(to: request) else { return false }
        let header = request.header
        request.wipe()
        return client.state.withLock { state in
            client.settle(&state, with: server.ledger)
            var isKept = false
            server.release(client, &state) { state in
                guard let answer = answer.take() else { return false }
                let long = max(0, answer.capacity - server.limits.uncountedFrame)
                if server.ledger.take(long, for: client.peer) {
                    state.counted = long
                    server.begin(answer, of: client, &state)
                } else {
                    guard let error = try? WireCoder.frame(.error, sequence: header.sequence, Self.noRoom) else {
                        return false
                    }
                    server.begin(error, of: client, &state)
                }
                guard mayWait, !state.closesAfterAnswer, case .sent = client.sendAnswer(&state) else {
                    return server.continueAnswer(of: client, &state)
                }
                server.rest(client, &state)
                state.isBusy = true
                isKept = true
                return true
            }
            return isKept
        }
    }

    /// Reads on, or gives the connection back to the loop.
    private func takeNext(
        _ state: inout ClientConnection.State, isReady: Bool, through scratch: inout SecretBytes?
    ) -> RequestBox? {
        guard !state.isClosed, !state.closesAfterAnswer, isReady else {
            server.release(client, &state) { state in server.awaitNext(of: client, &state) }
            return nil
        }
        var buffer = unsafe scratch.take() ?? SecretBytes(count: Self.shortFrame) { _ in }
        let arrival = client.read(&state, through: &buffer, ledger: server.ledger, limits: server.limits)
        scratch = consume buffer
        switch consume arrival {
        case .request(let frame, let header):
            let request = RequestBox(frame, header)
            guard header.kind == .login else { return request }
            server.takeLogin(request, of: client)
            return nil
        case .end(let reason):
            if reason != .gone { server.log.refusal(of: client, reason) }
            server.release(client, &state) { _ in false }
        default:
            server.release(client, &state) { _ in server.arm(client, reading: true) }
        }
        return nil
    }

    /// Bytes of what a worker reads at once; a longer frame goes to the loop.
    private static let shortFrame = 4 << 10

    private static let noRoom = KeychainError(
        .allocate, during: "keeping a long answer until it is taken",
        hint: "other long requests and answers are under way; what was asked for may have been done")

    private static let tooLongToWait = KeychainError(
        .interactionNotAllowed, during: "asking the user for an item of another program",
        hint: "a request that waits for the user must be short")

    /// - Returns: nil if the call waits for the user, or for its turn.
    private func answerFrame(to request: RequestBox) -> FrameBox? {
        let header = request.header
        var turn = RequestTurn(of: request, from: client.peer, in: server, given: request === first ? turn : nil)
        defer { turn.end() }
        let memory = CallMemory(from: PeerAccount(ledger: server.work, peer: client.peer))
        // Until the answer is written.
        defer { withExtendedLifetime(memory) {} }
        do throws(KeychainError) {
            try memory.takeRequest(
                of: header.count, beyond: server.limits.smallFrame, values: WireLimits.largestValueCount)
            let outcome = try outcome(of: request, charging: memory, in: &turn)
            if let missed = turn.missed {
                wait(for: missed, with: request, patience: turn.patience)
                return nil
            }
            guard let reply = try reply(outcome, to: request) else { return nil }
            return FrameBox(
                try WireCoder.frame(.reply, sequence: header.sequence, reply, expecting: reply.expectedSize))
        } catch {
            if error.code == .missingEntitlement { server.log.refusal(of: client, error) }
            return FrameBox(try? WireCoder.frame(.error, sequence: header.sequence, error))
        }
    }

    private func outcome(
        of request: RequestBox, charging memory: CallMemory, in turn: inout RequestTurn
    ) throws(KeychainError) -> RequestHandler.Outcome {
        unsafe try request.withBody { body throws(KeychainError) in
            unsafe try server.handler.answer(
                body, from: known, client, hearing: request === first ? said : UserWord(), charging: memory,
                in: &turn)
        }
    }

    private func wait(for turn: Turn, with request: RequestBox, patience: UInt64) {
        let word = request === first ? said : UserWord()
        let call = WaitingCall(server: server, client: client, known: known, request: request, said: word)
        guard call.park() else { return }
        let (turns, peer) = (server.turns(at: turn), client.peer)
        let isWaiting = turns.wait(
            for: peer.userID, process: peer.processID, connection: client.token, patience: patience
        ) { held in
            call.resume(in: RequestTurn.Given(place: turn, held: held, patience: patience))
        }
        server.watchTurns()
        // The loop may have seen the end of the connection before the call was in its line.
        if client.state.withLock({ $0.isClosed }) { turns.left(client.token) }
        guard !isWaiting else { return }
        call.deliver(
            KeychainError(
                .notAvailable, during: "waiting for a turn among requests that take long",
                hint: "many such requests of this user are under way, as for long keys; try again later"))
    }

    /// Lets the call wait for the user.
    private func post(
        _ asked: WaitingCall.Asked, _ question: PermissionQuestion, for request: RequestBox
    ) throws(KeychainError) {
        guard request.header.count <= server.limits.smallFrame else { throw Self.tooLongToWait }
        let word = (request === first ? said : UserWord()).beginning(at: monotonicMilliseconds())
        let call = WaitingCall(server: server, client: client, known: known, request: request, said: word)
        server.questions.post(call, asked, about: question)
    }

    private func reply(
        _ outcome: RequestHandler.Outcome, to request: RequestBox
    ) throws(KeychainError) -> Reply? {
        switch outcome {
        case .reply(let reply): return reply
        case .needsPermission(let need, let service):
            guard need.hasPassword || !server.handler.homes.keepsProgramsApart else { throw .nothingToProve }
            let asked = WaitingCall.Asked(
                keychain: need.keychain, references: need.references, service: service, proof: nil)
            try post(asked, server.handler.question(for: need, from: known, client.peer), for: request)
            return nil
        case .needsProof(let need, let service, let isDefault):
            let asked = WaitingCall.Asked(
                keychain: need.keychain, references: need.references, service: service, proof: need,
                isDefault: isDefault)
            try post(asked, server.handler.question(for: need, from: known, client.peer), for: request)
            return nil
        case .endsContext(let context):
            server.questions.end(context, of: client)
        case .waitsForTurn: throw KeychainError(.internalError, during: "working on a request without its turn")
        case .waitsForQuestion:
            server.questions.poll(WaitingCall(server: server, client: client, known: known, request: request))
            return nil
        case .asksWhetherOpen(let number, let isShown):
            try server.questions.requireOpen(number, for: client, isShown: isShown)
        case .answersQuestion(let number, let answer):
            try server.questions.answer(number, answer, from: QuestionAgent(client))
        }
        return .done
    }
}
