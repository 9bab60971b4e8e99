// A call whose answer comes later, from another thread.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyWire
import Synchronization

/// It is parked: its connection is busy, and only its end is looked for.
final class WaitingCall: Sendable {
    /// What the user is asked for.
    struct Asked: Sendable {
        let keychain: String
        let references: Set<PersistentReference>
        let service: KeychainService
        /// Nil for a permission.
        let proof: ProofNeed?
        /// Whether it is the keychain whose password is the user's.
        var isDefault = false
    }

    let server: DaemonServer
    let client: ClientConnection
    let known: RequestHandler.Known
    private let request: RequestBox
    private let question = Mutex<Asked?>(nil)
    /// What the user has said to this call before.
    let said: UserWord
    /// Wrong passwords that were given for it.
    let wrongPasswords = Atomic<Int>(0)
    /// The agent for whose dialog a finger is waited for.
    let fingerDialog = Atomic<UInt64>(.max)

    init(
        server: DaemonServer, client: ClientConnection, known: RequestHandler.Known, request: RequestBox,
        said: UserWord = UserWord()
    ) {
        self.said = said
        self.server = server
        self.client = client
        self.known = known
        self.request = request
    }

    var asked: Asked? {
        get { question.withLock { $0 } }
        set { question.withLock { $0 = newValue } }
    }

    /// - Returns: false if the connection has ended, or ends now: nobody waits for the answer then.
    func park() -> Bool {
        client.state.withLock { state in
            let isGone = state.isClosed || state.closesAfterAnswer
            // Neither reading nor writing: the end is always told.
            if !isGone, server.armForEnd(client) {
                state.isParked = true
                return true
            }
            request.wipe()
            client.settle(&state, with: server.ledger)
            state.isBusy = false
            guard !state.isClosed else { return false }
            client.end(&state, sayingGoodbye: state.closesAfterAnswer)
            _ = server.arm(client, reading: true)
            return false
        }
    }

    /// Puts the program on the access lists of what it asked for.
    /// - Throws: `.missingEntitlement` if it is not the program any more that the user was asked about.
    func allowAlways() throws(KeychainError) {
        guard let asked, let identifier = known.identity.caller.applicationIdentifier else { return }
        try server.handler.requireStill(known, client.peer)
        let application = TrustedApplication(identifier: identifier, path: known.executable.printable)
        try asked.service.allow(application, toRead: asked.references, inKeychainAt: asked.keychain)
    }

    /// The call is done after all, by a worker.
    func resume(with word: UserWord) {
        client.state.withLock { $0.isParked = false }
        let job = RequestJob(server: server, client: client, known: known, request: request, said: word)
        server.queue.add({ job.run() }, of: client.peer.processID, user: client.peer.userID)
    }

    /// The call is done by a worker: it has its turn.
    /// - Returns: false if its connection has ended.
    func resume(in turn: RequestTurn.Given) -> Bool {
        let isGone = client.state.withLock { state in
            state.isParked = state.isClosed
            return state.isClosed
        }
        guard !isGone else {
            request.wipe()
            return false
        }
        let job = RequestJob(
            server: server, client: client, known: known, request: request, said: said,
            turn: turn)
        server.queue.add({ job.run() }, of: client.peer.processID, user: client.peer.userID)
        return true
    }

    func deliver(_ reply: Reply) {
        let sequence = request.header.sequence
        deliver(FrameBox(try? WireCoder.frame(.reply, sequence: sequence, reply)))
    }

    func deliver(_ error: KeychainError) {
        let sequence = request.header.sequence
        deliver(FrameBox(try? WireCoder.frame(.error, sequence: sequence, error)))
    }

    private func deliver(_ answer: FrameBox) {
        request.wipe()
        client.state.withLock { state in
            client.settle(&state, with: server.ledger)
            state.isParked = false
            server.release(client, &state) { state in
                guard let answer = answer.take() else { return false }
                server.begin(answer, of: client, &state)
                return server.continueAnswer(of: client, &state)
            }
        }
    }
}
