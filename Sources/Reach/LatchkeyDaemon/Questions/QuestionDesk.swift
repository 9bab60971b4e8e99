// The questions that wait for a user, and the agents that ask them.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
package import LatchkeyModel
import LatchkeyService

/// Who waits for whom. Pure: what is to be done is given back as ``Effect``s, in their order.
///
/// One question of a user is given out at a time, to one agent. `Ticket` stands for a call that waits for its answer.
package struct QuestionDesk<Ticket: Sendable>: Sendable {
    private var lines: [UInt32: Line] = [:]
    private var refused: [UInt32: [Subject: UInt64]] = [:]
    /// Contexts of each user that ended lately: a call of theirs may be about to ask.
    private var ended: [UInt32: [Ended]] = [:]
    private var lastNumber: UInt64
    /// How much of a user is at a session now.
    private let presence: @Sendable (LoginSession, UInt32) -> LoginSession.Presence

    /// Milliseconds that a call waits for its answer; a client waits 120 s for the daemon.
    package static var patience: UInt64 { 110_000 }
    /// Milliseconds after which an agent that waits hears that there is no question.
    package static var pollTime: UInt64 { 50_000 }
    /// Milliseconds after which an agent that was given a question, and says nothing, loses it to another one: it may
    /// be stopped. All agents that a user may have delay a question by 5 seconds together.
    package static var silenceTime: UInt64 { 5_000 / UInt64(mostAgents) }
    /// Milliseconds for which a refusal holds without another dialog, and one for a program that went away itself.
    package static var refusalTime: UInt64 { 60_000 }
    package static var withdrawalTime: UInt64 { 5_000 }
    /// Questions of one user, of one process, and refusals of one user that are remembered.
    private static var mostWaiting: Int { 16 }
    private static var mostOfProcess: Int { 3 }
    private static var mostRefused: Int { 256 }
    private static var mostAgents: Int { 8 }
    /// Milliseconds that a question waits for the next call of an agent that had one a moment ago, before it goes to
    /// one that is further away.
    package static var pauseOfAgent: UInt64 { 500 }
    /// The same if its question has ended without it: it looks once a second whether that is so, and closes its dialog.
    package static var pauseOfDialog: UInt64 { 2_500 }
    /// Ended contexts of one user that are remembered, and users.
    private static var mostEnded: Int { 256 }
    private static var mostUsers: Int { 1024 }

    /// - Parameters:
    ///   - seed: where the numbers of questions begin; nobody is to guess them.
    ///   - presence: how much of a user is at a session now, by which agents are put in order.
    package init(
        seed: UInt64, presence: @escaping @Sendable (LoginSession, UInt32) -> LoginSession.Presence
    ) {
        lastNumber = seed
        self.presence = presence
    }

    /// Puts a call in the line.
    package mutating func post(_ call: Call, at now: UInt64) -> [Effect] {
        refused[call.user] = refused[call.user]?.filter { $0.value > now }
        var line = lines[call.user] ?? Line()
        guard !line.agents.isEmpty else { return [.refuse(call.ticket, .nobodyToAsk, call.subject)] }
        guard refused[call.user]?[call.subject] == nil else { return [.refuse(call.ticket, .denied, call.subject)] }
        if let context = call.context, case .process(let process) = call.asker,
            ended[call.user]?.contains(Ended(process: process, context: context)) == true
        {
            return [.refuse(call.ticket, .contextEnded, call.subject)]
        }
        let own =
            line.waiting.count { $0.call.asker == call.asker }
            + (line.current?.entry.call.asker == call.asker ? 1 : 0)
        guard line.waiting.count < Self.mostWaiting, own < Self.mostOfProcess else {
            return [.refuse(call.ticket, .tooManyQuestions, call.subject)]
        }
        lastNumber &+= 1
        line.waiting.append(Entry(number: lastNumber, call: call, deadline: (call.since ?? now) + Self.patience))
        lines[call.user] = line
        return handOut(to: call.user, at: now)
    }

    /// An agent asks for a question. What it was given before, and left, it may be given again.
    /// - Parameter session: the one that its process belongs to. Each has one agent.
    package mutating func poll(
        _ connection: UInt64, of user: UInt32, in session: LoginSession, _ ticket: Ticket, at now: UInt64
    ) -> [Effect] {
        var line = lines[user] ?? Line()
        if let current = line.current, current.agent == connection {
            line.current = nil
            line.waiting.insert(current.entry, at: 0)
        }
        guard line.agents[connection] != nil || line.agents.count < Self.mostAgents else {
            return [.turnAway(ticket, .tooManyAgents)]
        }
        let session = line.agents[connection]?.session ?? session
        guard
            session == .unknown || !line.agents.contains(where: { $0.key != connection && $0.value.session == session })
        else { return [.turnAway(ticket, .sessionHasAgent)] }
        line.agents[connection] = Agent(session: session, ticket: ticket, deadline: now + Self.pollTime)
        lines[user] = line
        return handOut(to: user, at: now)
    }

    /// An agent asks whether its question is still one, and shows by it that it lives.
    package mutating func isOpen(_ number: UInt64, of user: UInt32, givenTo agent: UInt64) -> Bool {
        guard call(number, of: user, givenTo: agent) != nil else { return false }
        lines[user]?.current?.isSeen = true
        return true
    }

    /// The call of a question that this agent was given.
    /// - Returns: nil if the question is over.
    package func call(_ number: UInt64, of user: UInt32, givenTo agent: UInt64) -> Call? {
        guard let current = lines[user]?.current, current.agent == agent, current.entry.number == number else {
            return nil
        }
        return current.entry.call
    }

    /// Takes a call out of the line, because its question was answered.
    /// - Parameter isRefused: whether the answer is kept as a refusal; calls that ask the same are refused with it.
    package mutating func take(
        _ number: UInt64, of user: UInt32, givenTo agent: UInt64, isRefused: Bool, at now: UInt64
    ) -> (call: Call, effects: [Effect])? {
        guard let call = call(number, of: user, givenTo: agent) else { return nil }
        lines[user]?.current = nil
        lines[user]?.agents[agent]?.deadline = now + Self.pauseOfAgent
        guard isRefused else { return (call, repeatAlike(call) + handOut(to: user, at: now)) }
        return (call, refuse(call, for: Self.refusalTime, at: now) + handOut(to: user, at: now))
    }

    /// The agent that has a question.
    package func agent(of number: UInt64, of user: UInt32) -> UInt64? {
        guard let current = lines[user]?.current, current.entry.number == number else { return nil }
        return current.agent
    }

    /// A context has ended: what is asked for it is asked no more.
    package mutating func end(
        _ context: ContextIdentifier, of process: Int32, user: UInt32, at now: UInt64
    ) -> [Effect] {
        if ended[user] == nil, ended.count >= Self.mostUsers { ended = [:] }
        if ended[user, default: []].count >= Self.mostEnded { ended[user]?.removeFirst() }
        ended[user, default: []].append(Ended(process: process, context: context))
        guard var line = lines[user] else { return [] }
        func isMeant(_ entry: Entry) -> Bool { entry.call.context == context && entry.call.asker == .process(process) }
        var over = line.waiting.filter(isMeant)
        line.waiting.removeAll(where: isMeant)
        if let current = line.current, isMeant(current.entry) {
            over.append(current.entry)
            line.endCurrent(at: now)
        }
        lines[user] = line
        return over.map { .refuse($0.call.ticket, .contextEnded, $0.call.subject) } + handOut(to: user, at: now)
    }

    /// A connection has ended: its question is withdrawn, or another agent asks it.
    package mutating func left(_ connection: UInt64, of user: UInt32, at now: UInt64) -> [Effect] {
        guard var line = lines[user] else { return [] }
        var effects: [Effect] = []
        line.agents[connection] = nil
        line.waiting.removeAll { $0.call.connection == connection }
        if let current = line.current, current.entry.call.connection == connection {
            line.endCurrent(at: now)
            remember(current.entry.call, until: now + Self.withdrawalTime)
        } else if let current = line.current, current.agent == connection {
            line.current = nil
            line.waiting.insert(current.entry, at: 0)
        }
        if line.agents.isEmpty {
            effects = line.waiting.map { .refuse($0.call.ticket, .nobodyToAsk, $0.call.subject) }
            line.waiting = []
        }
        lines[user] = line.isEmpty ? nil : line
        return effects + handOut(to: user, at: now)
    }

    /// What has waited for too long.
    package mutating func expire(at now: UInt64) -> [Effect] {
        var effects: [Effect] = []
        for (user, line) in lines {
            var line = line
            for (connection, agent) in line.agents {
                guard let deadline = agent.deadline, deadline <= now else { continue }
                let next = agent.ticket == nil ? nil : now + Self.pauseOfAgent
                line.agents[connection] = Agent(session: agent.session, ticket: nil, deadline: next)
                if let ticket = agent.ticket { effects.append(.show(nil, ticket)) }
            }
            let late = line.waiting.filter { $0.deadline <= now }
            line.waiting.removeAll { $0.deadline <= now }
            let isLate = line.current.map { $0.entry.deadline <= now } ?? false
            let current = isLate ? line.current?.entry : nil
            let wasSeen = line.current?.isSeen ?? false
            if isLate { line.endCurrent(at: now) }
            lines[user] = line
            // Who was not asked has refused nothing.
            if let current {
                effects.append(.refuse(current.call.ticket, wasSeen ? .denied : .nobodyToAsk, current.call.subject))
                if wasSeen { effects += refuse(current.call, for: Self.refusalTime, at: now) }
            }
            effects += late.map { .refuse($0.call.ticket, .nobodyToAsk, $0.call.subject) }
            effects += handOut(to: user, at: now)
        }
        return effects
    }

    /// When ``expire(at:)`` has something to do, or nil.
    package var nextDeadline: UInt64? {
        lines.values.lazy.compactMap(\.nextDeadline).min()
    }

    /// Takes other calls of the program out of the line that may be answered by what the user has said to this one.
    private mutating func repeatAlike(_ call: Call) -> [Effect] {
        func isAlike(_ entry: Entry) -> Bool {
            guard entry.call.reach == call.reach else { return false }
            return switch call.reach {
            case .alone: false
            case .keychain: entry.call.subject.keychain == call.subject.keychain
            case .program:
                entry.call.asker == call.asker
                    && (entry.call.subject == call.subject || call.context != nil && entry.call.context == call.context)
            }
        }
        guard let alike = lines[call.user]?.waiting.filter(isAlike) else { return [] }
        lines[call.user]?.waiting.removeAll(where: isAlike)
        return alike.map { .repeat($0.call.ticket) }
    }

    /// Refuses calls that ask the same as a refused one, and remembers it.
    private mutating func refuse(_ call: Call, for time: UInt64, at now: UInt64) -> [Effect] {
        remember(call, until: now + time)
        guard var line = lines[call.user] else { return [] }
        guard !call.subject.asksAgain else { return [] }
        let same = line.waiting.filter { $0.call.subject == call.subject }
        line.waiting.removeAll { $0.call.subject == call.subject }
        lines[call.user] = line
        return same.map { .refuse($0.call.ticket, .denied, $0.call.subject) }
    }

    private mutating func remember(_ call: Call, until time: UInt64) {
        // As for a proof, which a program may ask for again as soon as the user wants it to.
        guard !call.subject.asksAgain else { return }
        var own = refused[call.user] ?? [:]
        if own.count >= Self.mostRefused { own = [:] }
        own[call.subject] = max(time, own[call.subject] ?? 0)
        refused[call.user] = own
    }

    /// Gives the next question to an agent that waits, if no other question is given out, or where the one that has it
    /// is silent.
    private mutating func handOut(to user: UInt32, at now: UInt64) -> [Effect] {
        guard var line = lines[user] else { return [] }
        if let current = line.current, let deadline = line.silenceDeadline, deadline <= now {
            line.current = nil
            line.waiting.insert(current.entry, at: 0)
            lines[user] = line
        }
        guard line.current == nil, let entry = line.waiting.first,
            let agent = line.nextAgent({ presence($0, user) }), let ticket = agent.ticket
        else { return [] }
        line.waiting.removeFirst()
        line.current = Current(entry: entry, agent: agent.connection, given: now)
        line.agents[agent.connection]?.ticket = nil
        line.agents[agent.connection]?.deadline = nil
        lines[user] = line
        return [.show(entry.call.question.numbered(entry.number, secondsLeft: entry.deadline, at: now), ticket)]
    }
}

extension PermissionQuestion {
    fileprivate func numbered(_ number: UInt64, secondsLeft deadline: UInt64, at now: UInt64) -> PermissionQuestion {
        var question = self
        question.number = number
        question.secondsLeft = UInt32(clamping: (deadline - min(deadline, now)) / 1000)
        return question
    }
}
