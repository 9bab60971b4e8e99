// Questions of clients of the Secret Service, in the line of their user.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService
import Synchronization

extension Questions {
    /// Puts a question in the line.
    func post(_ question: BusQuestion) {
        let words = PermissionQuestion(question.asked, user: question.user)
        question.log.question(of: question)
        let call = Desk.Call(
            connection: question.number, user: question.user, asker: .program(question.asked.requester.program),
            ticket: .bus(question), subject: question.asked.refusalSubject(of: question.user, words), question: words,
            since: question.since, reach: question.asked.reach)
        perform { $0.post(call, at: $1) }
        question.wake()
    }

    /// Nobody is asked.
    func refuse(_ question: BusQuestion, _ error: KeychainError) {
        question.log.refusedQuestion(of: question, error)
        question.complete(error.code == .userCanceled ? .dismissed : .unavailable)
    }

    /// Does what the user said, on this thread.
    /// - Throws: as ``answer(_:_:from:)``; what else has failed ends the question.
    func answer(
        _ number: UInt64, _ answer: PermissionAnswer, to question: BusQuestion, from agent: QuestionAgent
    ) throws(KeychainError) {
        let said = question.asked.answer(answer)
        var failure: KeychainError?
        if said.permits {
            do throws(KeychainError) {
                try question.attempt(said)
            } catch {
                guard endsQuestion(error, question) else { throw error }
                failure = error
            }
        }
        let outcome: ServiceAnswer =
            switch failure?.code {
            case nil: said
            case .authFailed?: .dismissed
            case _?: .unavailable
            }
        question.log.answer(to: question, outcome, failure)
        question.complete(outcome)
        let now = monotonicMilliseconds()
        let taken = desk.withLock {
            $0.take(
                number, of: agent.user, givenTo: agent.connection, isRefused: outcome.isRefusal && failure == nil,
                at: now)
        }
        // Without a place in this agent's hands it may be in the line again.
        let effects = taken?.effects ?? desk.withLock { $0.left(question.number, of: agent.user, at: now) }
        carryOut(effects, with: said)
        question.wake()
        if let failure { throw failure }
    }

    /// False for a wrong password, and for one that was not tried: the user may give another.
    private func endsQuestion(_ error: KeychainError, _ question: BusQuestion) -> Bool {
        if error.code == .interactionNotAllowed, case .wrongPasswords? = error.cause { return false }
        guard error.code == .authFailed else { return true }
        return question.wrongPasswords.wrappingAdd(1, ordering: .relaxed).newValue >= Self.mostWrongPasswords
    }

    /// Others that wait for the same answer get it; where it does not do for one of them, that one is asked itself.
    private func carryOut(_ effects: [Desk.Effect], with said: ServiceAnswer) {
        var others: [BusQuestion] = []
        var rest: [Desk.Effect] = []
        for effect in effects {
            if case .repeat(.bus(let question)) = effect { others.append(question) } else { rest.append(effect) }
        }
        carryOut(rest)
        for question in others {
            do throws(KeychainError) {
                guard said.permits else { throw .questionIsOver }
                try question.attempt(said)
                question.complete(said)
            } catch {
                post(question)
            }
        }
    }
}

extension ServiceAnswer {
    /// Whether something is to be done.
    var permits: Bool {
        switch self {
        case .confirmed, .newPassword, .always: true
        case .dismissed, .unavailable, .never: false
        }
    }

    /// Whether the user has said no.
    var isRefusal: Bool {
        switch self {
        case .dismissed, .never: true
        case .unavailable, .confirmed, .newPassword, .always: false
        }
    }
}
