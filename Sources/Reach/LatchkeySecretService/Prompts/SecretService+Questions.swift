// Questions to the user, and what their answers do.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// What has to happen to an object that a client wants unlocked.
enum UnlockState {
    case unlocked
    case inLocked(OpenCollection)
    case askable(SeenItem, BusQuestionReason)
    /// The client does not get it, and nobody is asked.
    case closed
    /// There is no such object for the client.
    case absent
}

extension SecretService {
    /// How long nobody is asked again after a refusal, in milliseconds.
    private static let refusalTime: UInt64 = 60_000
    /// Questions that stay open without anybody who waits.
    private static let mostLate = 16

    func unlockState(of path: String, for caller: ServiceCaller) -> UnlockState {
        switch ObjectPath(path) {
        case .collection(let name):
            guard table.contains(name) else { return .absent }
            guard let collection = table[name], let isLocked = try? isLocked(collection) else { return .closed }
            return isLocked ? .inLocked(collection) : .unlocked
        case .item(let name, let number):
            guard table.contains(name) else { return .absent }
            guard let collection = table[name] else { return .closed }
            let found: SeenItem?
            do throws(BusFailure) { found = try seen(number, in: collection, by: caller) } catch { return .closed }
            guard let seen = found else { return .absent }
            switch seen.access {
            case .full: return seen.isLocked ? .inLocked(collection) : .unlocked
            // What is asked needs the keychain.
            case .askable(let reason): return seen.isLocked ? .inLocked(collection) : .askable(seen, reason)
            case .locked, .hidden: return .closed
            }
        case .service, .session, .prompt, .folder, nil: return .absent
        }
    }

    func permitSubject(_ key: PermitKey, _ first: SeenItem) -> ServiceQuestion.Subject {
        .permit(key.reason, owner: key.group.rawValue, itemLabel: first.item?.label ?? "", count: key.items.count)
    }

    // MARK: Asking

    /// Asks, or waits for the same question.
    func ask(
        _ key: QuestionKey, _ subject: ServiceQuestion.Subject, for caller: ServiceCaller, waiter: QuestionWaiter
    ) {
        if questions[key] != nil {
            questions[key]?.waiters.append(waiter)
            return
        }
        let ticket = nextTicket()
        guard let work = work(of: subject, key, waiter) else {
            // The keychain is gone.
            questionTickets[ticket] = key
            questions[key] = OpenQuestion(
                key: key, ticket: ticket, waiters: [waiter], subject: subject,
                principal: caller.principal, attempt: QuestionAttempt(.agree(nil)), outlivesWaiters: false)
            mailbox.put(.answer(ticket: ticket, .dismissed))
            return
        }
        let attempt = QuestionAttempt(work)
        if case .permit(let permit) = key {
            policy.note(BusEvent(.asked, by: caller.principal, on: permit.group))
        }
        questionTickets[ticket] = key
        questions[key] = OpenQuestion(
            key: key, ticket: ticket, waiters: [waiter], subject: subject, principal: caller.principal,
            attempt: attempt, outlivesWaiters: isKept(subject))
        let mailbox = mailbox
        let deleted: KeychainName? = if case .delete(let name, hasPassword: _) = subject { name } else { nil }
        questions[key]?.number = asking.ask(
            ServiceQuestion(subject, for: caller.principal, needsPassword: attempt.needsPassword),
            attempt: { answer throws(KeychainError) in
                try attempt(answer)
                if let deleted, attempt.isDone { mailbox.put(.deleted(deleted)) }
            },
            completion: { answer in mailbox.put(.answer(ticket: ticket, answer)) })
    }

    /// A word that is given late counts for the next time.
    private func isKept(_ subject: ServiceQuestion.Subject) -> Bool {
        if case .permit = subject { true } else { false }
    }

    /// - Returns: nil if the keychain is not there any more.
    private func work(
        of subject: ServiceQuestion.Subject, _ key: QuestionKey, _ waiter: QuestionWaiter
    ) -> QuestionAttempt.Work? {
        switch subject {
        case .unlock(let name): return table[named: name]?.store.handling.map { .unlock($0) }
        case .newKeychain(let label):
            guard case .prompt(let path) = waiter, let name = prompts[path]?.newName,
                let store = try? table.unmade(named: name)
            else { return nil }
            return store.handling.map { .create($0, label: label) }
        case .delete(let name, let hasPassword):
            return table[named: name]?.store.handling.map { .delete($0, hasPassword: hasPassword) }
        case .changePassword(let name, let hasPassword):
            return table[named: name]?.store.handling.map { .changePassword($0, hasPassword: hasPassword) }
        case .makeDefault(_, let prover):
            guard let prover else { return .agree(nil) }
            return table[named: prover].flatMap { agreement(on: $0) }
        case .rename(let name, label: _):
            return table[named: name].flatMap { agreement(on: $0) }
        case .permit:
            guard case .permit(let permit) = key, let item = permit.items.first else { return nil }
            return table[named: item.collection].flatMap { agreement(on: $0) }
        }
    }

    /// Any program of the user can press a button, also of an agent that it has started itself (Decision 19): if the
    /// keychain has a password, that is needed.
    /// - Returns: nil if nobody can tell whether it has one.
    private func agreement(on collection: OpenCollection) -> QuestionAttempt.Work? {
        guard let hasPassword = try? collection.store.state().hasPassword else { return nil }
        return .agree(hasPassword ? collection.store.handling : nil)
    }

    /// Somebody does not wait any more. If that was the last one, the dialog closes.
    /// - Parameter isLate: whether the answer may come later all the same.
    func stopWaiting(_ waiter: QuestionWaiter, for key: QuestionKey?, isLate: Bool = false) {
        guard let key, var question = questions[key] else { return }
        question.waiters.removeAll { $0 == waiter }
        questions[key] = question
        guard question.waiters.isEmpty else { return }
        if isLate, question.outlivesWaiters, questions.values.count(where: \.waiters.isEmpty) <= Self.mostLate {
            return
        }
        questions[key] = nil
        questionTickets[question.ticket] = nil
        asking.withdraw(question.number)
    }

    // MARK: Answers

    func finishQuestion(_ ticket: Int, _ answer: ServiceAnswer) {
        guard let key = questionTickets.removeValue(forKey: ticket),
            let question = questions.removeValue(forKey: key)
        else { return }
        let isAgreed = question.attempt.isDone && answer.isAgreement
        if case .permit(let permit) = key { note(answer, isAgreed, on: permit, question.principal) }
        // The user has refused the program that the dialog named, and no other one; or that one has too many questions.
        var others: [QuestionWaiter] = []
        switch answer {
        case .dismissed, .unavailable: others = question.waiters.filter { isOther($0, than: question.principal) }
        case .confirmed, .newPassword, .always, .never: break
        }
        for waiter in question.waiters where !others.contains(waiter) {
            switch waiter {
            case .prompt(let path):
                guard let prompt = prompts[path] else { continue }
                prompt.waitsFor = nil
                if isAgreed {
                    grant(key, to: prompt.owner, prompt.principal)
                    prompt.isAgreed = true
                    advance(prompt)
                } else {
                    refuse(prompt)
                }
            case .call(let number):
                if isAgreed, let held = heldCalls[number] { grant(key, to: held.call.sender, held.principal) }
                finishHeld(number, isAgreed: isAgreed)
            }
        }
        for waiter in others { askAgain(question, for: waiter) }
    }

    private func isOther(_ waiter: QuestionWaiter, than principal: BusPrincipal) -> Bool {
        guard let program = self.caller(of: waiter)?.principal.program else { return false }
        return program != principal.program
    }

    private func caller(of waiter: QuestionWaiter) -> ServiceCaller? {
        switch waiter {
        case .prompt(let path): prompts[path].map { ServiceCaller(name: $0.owner, principal: $0.principal) }
        case .call(let number):
            heldCalls[number].map { ServiceCaller(name: $0.call.sender, principal: $0.principal) }
        }
    }

    /// Asks the same in the name of a program that has only waited.
    private func askAgain(_ question: OpenQuestion, for waiter: QuestionWaiter) {
        guard let caller = caller(of: waiter) else { return }
        ask(question.key, question.subject, for: caller, waiter: waiter)
    }

    private func note(
        _ answer: ServiceAnswer, _ isAgreed: Bool, on permit: PermitKey, _ principal: BusPrincipal
    ) {
        guard isAgreed else {
            if case .never = answer { policy.note(BusDecision(.denied, for: principal, on: permit.group)) }
            if case .unavailable = answer { return }
            policy.note(BusEvent(.refused, by: principal, on: permit.group))
            refusals[permit] = now &+ Self.refusalTime
            return
        }
        var isAlways = if case .always = answer { true } else { false }
        if isAlways, permit.reason == .imported, principal.mayBeAllowed {
            // What could not be made its own is so for once: the user is asked again.
            for item in permit.items where !give(item, to: principal) { isAlways = false }
        }
        policy.note(BusDecision(isAlways ? .allowed : .allowedOnce, for: principal, on: permit.group))
    }

    /// What the user has permitted is for who waited for it: for one reading, or for a manager for a while.
    private func grant(_ key: QuestionKey, to client: String, _ principal: BusPrincipal) {
        guard case .permit(let permit) = key else { return }
        let isManaged = permit.reason == .managed
        let length = isManaged ? ItemGrant.lengthForManagers : ItemGrant.lengthForOnce
        let grant = ItemGrant(
            principal: principal, end: now &+ length, epoch: policy.epoch, isForOnce: !isManaged)
        for item in permit.items { clients[client]?.grant(item, grant) }
    }

    /// Makes a program the owner of what nobody owned.
    /// - Returns: false if that failed.
    private func give(_ key: ItemKey, to principal: BusPrincipal) -> Bool {
        do throws(KeychainError) {
            guard let collection = table[named: key.collection] else { return false }
            let item = try collection.store.item(key.number)
            guard !principal.ownGroups.contains(item.group) else { return true }
            var change = ServiceItemChange()
            change.group = policy.groupOfNewItem(with: item.attributes, by: principal)
            try collection.store.change(key.number, in: item.group, change)
            return true
        } catch {
            // What is gone needs no owner.
            return error.code == .itemNotFound
        }
    }
}

extension ServiceAnswer {
    fileprivate var isAgreement: Bool {
        switch self {
        case .dismissed, .unavailable, .never: false
        case .confirmed, .newPassword, .always: true
        }
    }
}
