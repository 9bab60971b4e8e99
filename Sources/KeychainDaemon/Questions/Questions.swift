// Calls that wait for the person, on both ends: the programs that ask, and the agents that show the dialogs.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainModel
import KeychainService
import Synchronization

/// A call that waits holds its connection, and neither a worker nor a transaction.
final class Questions: Sendable {
    private let desk: Mutex<QuestionDesk<WaitingCall>>

    init() { desk = Mutex(QuestionDesk(seed: .random(in: 1...(1 << 62)))) }

    /// Asks the person for a call.
    func post(_ call: WaitingCall, _ need: PermissionNeed, service: KeychainService, about question: PermissionQuestion)
    {
        guard call.park() else { return }
        let identifier = call.known.identity.caller.applicationIdentifier ?? ""
        call.asked = WaitingCall.Asked(need: need, service: service)
        let subject = QuestionDesk<WaitingCall>.Subject(
            user: call.client.peer.userID, keychain: need.keychain, program: identifier, items: need.references)
        let entry = QuestionDesk<WaitingCall>.Call(
            connection: call.client.token, user: call.client.peer.userID, process: call.client.peer.processID,
            ticket: call, subject: subject, question: question)
        call.server.log.question(of: call, question)
        perform { $0.post(entry, at: $1) }
        afterParking(call)
    }

    /// An agent waits for a question.
    func poll(_ call: WaitingCall) {
        guard call.park() else { return }
        perform { $0.poll(call.client.token, of: call.client.peer.userID, call, at: $1) }
        afterParking(call)
    }

    /// The other side may have gone between the look at its connection and its place in the line.
    private func afterParking(_ call: WaitingCall) {
        if call.client.state.withLock({ $0.isClosed }) { left(call.client) } else { call.server.wake() }
    }

    /// - Throws: `.itemNotFound` where the question is over.
    func requireOpen(_ number: UInt64, for agent: ClientConnection) throws(KeychainError) {
        guard desk.withLock({ $0.isOpen(number, of: agent.peer.userID, givenTo: agent.token) }) else {
            throw .questionIsOver
        }
    }

    /// Does what the person said.
    /// - Throws: `.authFailed` for a wrong password, and `.interactionNotAllowed` where it was not tried because wrong ones were
    ///   before: the question stays open. `.itemNotFound` where it is over.
    func answer(_ number: UInt64, _ answer: PermissionAnswer, from agent: ClientConnection) throws(KeychainError) {
        let user = agent.peer.userID
        try requireOpen(number, for: agent)
        guard let asked = desk.withLock({ $0.call(number, of: user, givenTo: agent.token) })?.ticket.asked else {
            throw .questionIsOver
        }
        var refusal: KeychainError?
        switch answer {
        case .denied: refusal = .denied
        case .unavailable: refusal = .nobodyToAsk
        case .once(let password), .always(let password):
            let wait = try asked.service.passwordWait(ofKeychainAt: asked.need.keychain)
            guard wait == 0 else { throw .mustWait(wait) }
            try asked.service.prove(password, ofKeychainAt: asked.need.keychain)
        }
        let now = monotonicMilliseconds()
        let taken = desk.withLock {
            $0.take(number, of: user, givenTo: agent.token, isRefused: refusal?.code == .userCanceled, at: now)
        }
        guard let (call, effects) = taken else { throw .questionIsOver }
        call.ticket.server.log.answer(to: call.ticket, answer)
        if let refusal {
            call.ticket.deliver(refusal)
        } else {
            do throws(KeychainError) {
                if case .always = answer, call.question.offersAlways { try call.ticket.allowAlways() }
                call.ticket.resume(permitting: asked.need.references)
            } catch {
                call.ticket.deliver(error)
            }
        }
        carryOut(effects)
        // The next question has a time of its own, which the loop is to know.
        call.ticket.server.wake()
    }

    /// A connection has ended.
    func left(_ client: ClientConnection) {
        perform { $0.left(client.token, of: client.peer.userID, at: $1) }
    }

    /// Ends waits that are over.
    /// - Returns: the milliseconds until the next one is, or nil.
    func expire() -> UInt64? {
        let now = monotonicMilliseconds()
        guard let deadline = desk.withLock({ $0.nextDeadline }) else { return nil }
        guard deadline <= now else { return deadline - now }
        perform { $0.expire(at: $1) }
        return desk.withLock { $0.nextDeadline }.map { max($0, now) - now }
    }

    private func perform(
        _ work: (inout QuestionDesk<WaitingCall>, UInt64) -> [QuestionDesk<WaitingCall>.Effect]
    ) {
        let now = monotonicMilliseconds()
        carryOut(desk.withLock { work(&$0, now) })
    }

    /// Without the lock of the desk: an answer that goes out may end a connection.
    private func carryOut(_ effects: [QuestionDesk<WaitingCall>.Effect]) {
        for effect in effects {
            switch effect {
            case .show(let question, let call): call.deliver(.question(question))
            case .refuse(let call, let error, _):
                call.server.log.refusedQuestion(of: call, error)
                call.deliver(error)
            case .turnAway(let call, let error): call.deliver(error)
            }
        }
    }
}

extension KeychainError {
    fileprivate static func mustWait(_ seconds: Int) -> KeychainError {
        KeychainError(
            .interactionNotAllowed, during: "waiting after wrong passwords", hint: "the password was not tried",
            cause: .wrongPasswords(inARow: 1, wait: seconds))
    }

    fileprivate static let questionIsOver = KeychainError(
        .itemNotFound, during: "answering a question", hint: "the program does not wait for the answer any more")
}
