// The questions and the agents of one user.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel

extension QuestionDesk {
    struct Entry: Sendable {
        let number: UInt64
        let call: Call
        let deadline: UInt64
    }

    /// A question that was given out.
    struct Current: Sendable {
        let entry: Entry
        let agent: UInt64
        let given: UInt64
        /// Whether the agent has said since that it lives.
        var isSeen = false
    }

    struct Ended: Hashable, Sendable {
        let process: Int32
        let context: ContextIdentifier
    }

    struct Agent: Sendable {
        let session: LoginSession
        /// Its call, while it waits for a question.
        var ticket: Ticket?
        /// When it hears that there is none. Without a call: until when the next one is waited for, or nil if none is.
        var deadline: UInt64?
    }

    /// What concerns one user.
    struct Line: Sendable {
        var waiting: [Entry] = []
        var current: Current?
        var agents: [UInt64: Agent] = [:]

        /// Whom the next question is for: an agent where the user is goes before the others, and of those the one that
        /// has been there for longest.
        /// - Returns: without a ticket where the agent has no call at this moment, and its next one is waited for.
        func nextAgent(
            _ presence: (LoginSession) -> LoginSession.Presence
        ) -> (connection: UInt64, ticket: Ticket?)? {
            let agents = agents.filter { $0.value.deadline != nil }
                .map { (presence: presence($0.value.session), connection: $0.key, ticket: $0.value.ticket) }
            guard let nearest = agents.map(\.presence).max() else { return nil }
            let near = agents.filter { $0.presence == nearest }
            let ready = near.filter { $0.ticket != nil }
            return (ready.isEmpty ? near : ready).min { $0.connection < $1.connection }
                .map { ($0.connection, $0.ticket) }
        }

        /// The question is over, and its agent has not answered it: the next one waits for it, unless it is silent.
        mutating func endCurrent(at now: UInt64) {
            guard let ended = current else { return }
            current = nil
            if ended.isSeen { agents[ended.agent]?.deadline = now + QuestionDesk.pauseOfDialog }
        }

        /// When the question goes to another agent, because the one that has it is silent.
        var silenceDeadline: UInt64? {
            guard let current, !current.isSeen, agents.values.contains(where: { $0.ticket != nil }) else { return nil }
            return current.given + QuestionDesk.silenceTime
        }

        /// The first time at which something of the line is over: a question, the wait of an agent, or the patience
        /// with a silent one.
        var nextDeadline: UInt64? {
            var deadlines: [UInt64] = waiting.map(\.deadline)
            let isAwaiting = current == nil && !waiting.isEmpty
            deadlines += agents.values.filter { $0.ticket != nil || isAwaiting }.compactMap(\.deadline)
            if let current { deadlines.append(current.entry.deadline) }
            if let silenceDeadline { deadlines.append(silenceDeadline) }
            return deadlines.min()
        }

        var isEmpty: Bool { waiting.isEmpty && current == nil && agents.isEmpty }
    }
}
