// The questions and the agents of one user.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

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
        /// Its call, while it waits for a question.
        var ticket: Ticket?
        var deadline: UInt64 = .max
    }

    /// What concerns one user.
    struct Line: Sendable {
        var waiting: [Entry] = []
        var current: Current?
        var agents: [UInt64: Agent] = [:]

        /// The agent that has been there for longest, of those that wait for a question.
        var readyAgent: (connection: UInt64, ticket: Ticket)? {
            guard let agent = agents.filter({ $0.value.ticket != nil }).min(by: { $0.key < $1.key }),
                let ticket = agent.value.ticket
            else { return nil }
            return (agent.key, ticket)
        }

        /// When the question goes to another agent, because the one that has it is silent.
        var silenceDeadline: UInt64? {
            guard let current, !current.isSeen, readyAgent != nil else { return nil }
            return current.given + QuestionDesk.silenceTime
        }

        /// The first time at which something of the line is over: a question, the wait of an agent, or the patience with a silent one.
        var nextDeadline: UInt64? {
            var deadlines: [UInt64] = waiting.map(\.deadline)
            deadlines += agents.values.filter { $0.ticket != nil }.map(\.deadline)
            if let current { deadlines.append(current.entry.deadline) }
            if let silenceDeadline { deadlines.append(silenceDeadline) }
            return deadlines.min()
        }

        var isEmpty: Bool { waiting.isEmpty && current == nil && agents.isEmpty }
    }
}
