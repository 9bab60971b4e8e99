// Calls that wait for the user, on both ends: the programs that ask, and the agents that show the dialogs.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyBus
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyService
import Synchronization

/// A call that waits holds its connection, and neither a worker nor a transaction.
package final class Questions: Sendable {
    typealias Desk = QuestionDesk<QuestionTicket>

    let desk: Mutex<Desk>
    private let fingers: (any FingerprintReader)?
    private let lastOfBus = Atomic<UInt64>(0)

    /// - Parameter fingers: the reader of the machine, or nil if no fingers are taken.
    package init(fingers: (any FingerprintReader)?) {
        self.fingers = fingers
        desk = Mutex(Desk(seed: .random(in: 1...(1 << 62))) { $0.presence(of: $1) })
    }

    /// Wrong passwords for one question.
    static let mostWrongPasswords = 3

    /// A number for a question of a bus. None is the number of a connection.
    func nextOfBus() -> UInt64 { 1 << 63 | lastOfBus.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Asks the user for a call.
    func post(_ call: WaitingCall, _ asked: WaitingCall.Asked, about question: PermissionQuestion) {
        guard call.park() else { return }
        let identifier = call.known.identity.caller.applicationIdentifier ?? ""
        call.asked = asked
        let subject = Desk.Subject(
            user: call.client.peer.userID, keychain: asked.keychain, program: identifier, items: asked.references,
            asksAgain: asked.proof != nil)
        let entry = Desk.Call(
            connection: call.client.token, user: call.client.peer.userID, process: call.client.peer.processID,
            ticket: .call(call), subject: subject, question: question, since: call.said.since,
            context: asked.proof?.authentication.context)
        call.server.log.question(of: call, question)
        perform { $0.post(entry, at: $1) }
        afterParking(call)
    }

    /// An agent waits for a question.
    func poll(_ call: WaitingCall) {
        let peer = call.client.peer
        // Root alone moves a process into the control group of another session: it is the same for each of the agent's
        // calls.
        let session = LoginSession(of: peer.processID, user: peer.userID)
        guard call.park() else { return }
        poll(QuestionAgent(call.client), in: session) { result in
            switch result {
            case .success(let question): call.deliver(.question(question))
            case .failure(let error): call.deliver(error)
            }
        }
        afterParking(call)
    }

    /// - Parameter deliver: answers the agent's call: with a question, with none, or with why it waits for none.
    package func poll(
        _ agent: QuestionAgent, in session: LoginSession,
        deliver: @escaping @Sendable (Result<PermissionQuestion?, KeychainError>) -> Void
    ) {
        perform { $0.poll(agent.connection, of: agent.user, in: session, .agent(deliver), at: $1) }
    }

    /// The other side may have gone between the look at its connection and its place in the line.
    private func afterParking(_ call: WaitingCall) {
        if call.client.state.withLock({ $0.isClosed }) { left(call.client) } else { call.server.wake() }
    }

    /// - Throws: `.itemNotFound` if the question is over.
    /// - Parameter isShown: the agent says that its dialog is shown, which is when a finger is taken for it.
    func requireOpen(_ number: UInt64, for agent: ClientConnection, isShown: Bool = false) throws(KeychainError) {
        let agent = QuestionAgent(agent)
        try requireOpen(number, for: agent)
        if isShown { waitForFinger(number, shownBy: agent) }
    }

    package func requireOpen(_ number: UInt64, for agent: QuestionAgent) throws(KeychainError) {
        guard desk.withLock({ $0.isOpen(number, of: agent.user, givenTo: agent.connection) }) else {
            throw .questionIsOver
        }
    }

    /// Does what the user said.
    /// - Throws: `.authFailed` for a wrong password, and `.interactionNotAllowed` if it was not tried because wrong
    ///   ones were before: the question stays open. `.itemNotFound` if it is over.
    package func answer(
        _ number: UInt64, _ answer: PermissionAnswer, from agent: QuestionAgent
    ) throws(KeychainError) {
        try requireOpen(number, for: agent)
        switch desk.withLock({ $0.call(number, of: agent.user, givenTo: agent.connection) })?.ticket {
        case .call(let call)?: try self.answer(number, answer, to: call, from: agent)
        case .bus(let question)?: try self.answer(number, answer, to: question, from: agent)
        case .agent?, nil: throw .questionIsOver
        }
    }

    private func answer(
        _ number: UInt64, _ answer: PermissionAnswer, to waiting: WaitingCall, from agent: QuestionAgent
    ) throws(KeychainError) {
        let user = agent.user
        guard let asked = waiting.asked else { throw .questionIsOver }
        var refusal: KeychainError?
        var word: UserWord?
        switch answer {
        case .denied, .never, .newPassword: refusal = .denied
        case .unavailable: refusal = .nobodyToAsk
        case .once(let password?) where asked.proof?.methods == .applicationPassword:
            // The call tries it, and asks again where it is wrong.
            word = waiting.said.adding(.applicationPassword(password), for: asked.references)
        case .once(let password), .always(let password):
            // A press of a button proves nothing.
            guard asked.proof == nil || asked.proof?.methods.contains(.password) == true && password != nil else {
                refusal = .denied
                break
            }
            let wait = try asked.service.passwordWait(ofKeychainAt: asked.keychain)
            guard wait == 0 else { throw .mustWait(wait) }
            do throws(KeychainError) {
                try asked.service.prove(password, ofKeychainAt: asked.keychain)
                // The password of a keychain that a program made for itself says nothing about the user.
                if asked.proof != nil, asked.isDefault { fingers?.endLockout(ofUser: user) }
            } catch {
                try countWrong(error, number, for: waiting, from: agent)
            }
        }
        let now = monotonicMilliseconds()
        let taken = desk.withLock {
            $0.take(number, of: user, givenTo: agent.connection, isRefused: refusal?.code == .userCanceled, at: now)
        }
        guard let (call, effects) = taken else { throw .questionIsOver }
        if let refusal {
            waiting.server.log.answer(to: waiting, answer)
            waiting.deliver(refusal)
        } else {
            do throws(KeychainError) {
                if case .always = answer, call.question.offersAlways { try waiting.allowAlways() }
                // What was not permitted after all is not said to have been.
                waiting.server.log.answer(to: waiting, answer)
                let proved =
                    word
                    ?? waiting.said.adding(
                        asked.proof == nil ? .permission : .proof(ProofEvidence(hasPassword: true)),
                        for: asked.references)
                waiting.resume(with: proved)
            } catch {
                waiting.server.log.refusedQuestion(of: waiting, error)
                waiting.deliver(error)
            }
        }
        carryOut(effects)
        // The next question has a time of its own, which the loop is to know.
        waiting.server.wake()
    }

    /// The call gets to know that several passwords were wrong.
    /// - Throws: always.
    private func countWrong(
        _ error: KeychainError, _ number: UInt64, for call: WaitingCall, from agent: QuestionAgent
    ) throws(KeychainError) {
        guard error.code == .authFailed, call.asked?.proof != nil,
            call.wrongPasswords.wrappingAdd(1, ordering: .relaxed).newValue >= Self.mostWrongPasswords
        else { throw error }
        finish(number, of: agent.user, givenTo: agent.connection) { $0.deliver(error) }
        throw error
    }

    /// Waits for a finger while an agent shows that it is wanted.
    private func waitForFinger(_ number: UInt64, shownBy agent: QuestionAgent) {
        let (user, token) = (agent.user, agent.connection)
        guard let fingers,
            case .call(let call)? = desk.withLock({ $0.call(number, of: user, givenTo: token) })?.ticket,
            let methods = call.asked?.proof?.methods, methods.contains(.finger),
            call.fingerDialog.exchange(token, ordering: .sequentiallyConsistent) != token
        else { return }
        let started = startThread { [self] in
            let outcome = fingers.verify(ofUser: user) { desk.withLock { $0.agent(of: number, of: user) == token } }
            take(outcome, number, of: user, givenTo: token, isOnlyWay: methods == .finger)
        }
        if started == nil { take(.unavailable, number, of: user, givenTo: token, isOnlyWay: methods == .finger) }
    }

    private func take(
        _ outcome: FingerOutcome, _ number: UInt64, of user: UInt32, givenTo agent: UInt64, isOnlyWay: Bool
    ) {
        switch outcome {
        case .matched(let set):
            finish(number, of: user, givenTo: agent) { call in
                guard let asked = call.asked else { return }
                call.server.log.finger(of: call, matches: true)
                call.resume(with: call.said.adding(.proof(ProofEvidence(enrolledSet: set)), for: asked.references))
            }
        case .notMatched, .unavailable:
            guard isOnlyWay else { return }
            finish(number, of: user, givenTo: agent) { call in
                call.server.log.finger(of: call, matches: false)
                call.deliver(.noFinger)
            }
        case .ended: return
        }
    }

    /// Takes a question out of the line, however it was answered.
    private func finish(
        _ number: UInt64, of user: UInt32, givenTo agent: UInt64, _ body: (WaitingCall) -> Void
    ) {
        let now = monotonicMilliseconds()
        let taken = desk.withLock { $0.take(number, of: user, givenTo: agent, isRefused: false, at: now) }
        guard let (call, effects) = taken, case .call(let waiting) = call.ticket else { return }
        body(waiting)
        carryOut(effects)
        waiting.server.wake()
    }

    /// A context of a process has ended.
    func end(_ context: ContextIdentifier, of client: ClientConnection) {
        perform { $0.end(context, of: client.peer.processID, user: client.peer.userID, at: $1) }
    }

    /// A connection has ended.
    func left(_ client: ClientConnection) { left(client.token, of: client.peer.userID) }

    package func left(_ connection: UInt64, of user: UInt32) { perform { $0.left(connection, of: user, at: $1) } }

    /// Ends waits that are over.
    /// - Returns: the milliseconds until the next one is, or nil.
    package func expire() -> UInt64? {
        let now = monotonicMilliseconds()
        guard let deadline = desk.withLock({ $0.nextDeadline }) else { return nil }
        guard deadline <= now else { return deadline - now }
        perform { $0.expire(at: $1) }
        return desk.withLock { $0.nextDeadline }.map { max($0, now) - now }
    }

    func perform(_ work: (inout Desk, UInt64) -> [Desk.Effect]) {
        let now = monotonicMilliseconds()
        carryOut(desk.withLock { work(&$0, now) })
    }

    /// Without the lock of the desk: an answer that goes out may end a connection.
    func carryOut(_ effects: [Desk.Effect]) {
        for effect in effects {
            switch effect {
            case .show(let question, .agent(let deliver)): deliver(.success(question))
            case .turnAway(.agent(let deliver), let error): deliver(.failure(error))
            case .refuse(.call(let call), let error, _):
                call.server.log.refusedQuestion(of: call, error)
                call.deliver(error)
            case .refuse(.bus(let question), let error, _): refuse(question, error)
            case .repeat(.call(let call)): call.resume(with: call.said.withoutNews)
            case .repeat(.bus(let question)): post(question)
            // Agents ask for questions, and nobody else does.
            case .show, .turnAway, .refuse(.agent, _, _), .repeat(.agent): break
            }
        }
    }
}

extension KeychainError {
    fileprivate static let noFinger = KeychainError(
        .authFailed, during: "waiting for a finger", hint: "no finger matched, or the reader has gone")

    static let questionIsOver = KeychainError(
        .itemNotFound, during: "answering a question", hint: "the program does not wait for the answer any more")
}
