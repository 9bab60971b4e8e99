// What waits for the user, and what is done about it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension QuestionDesk {
    /// A call that needs the user.
    package struct Call: Sendable {
        /// Of the connection, as ``DaemonServer`` counts them; a question of a bus has one of its own.
        package let connection: UInt64
        package let user: UInt32
        package let asker: Asker
        package let ticket: Ticket
        package let subject: Subject
        /// With a number and a time of its own, which the desk puts in.
        package let question: PermissionQuestion
        /// When the call began to wait, where it has been answered before and asks again.
        package let since: UInt64?
        /// The context that asks for a proof, which may end meanwhile.
        package let context: ContextIdentifier?
        package let reach: Reach

        package init(
            connection: UInt64, user: UInt32, process: Int32, ticket: Ticket, subject: Subject,
            question: PermissionQuestion, since: UInt64? = nil, context: ContextIdentifier? = nil
        ) {
            self.init(
                connection: connection, user: user, asker: .process(process), ticket: ticket, subject: subject,
                question: question, since: since, context: context)
        }

        package init(
            connection: UInt64, user: UInt32, asker: Asker, ticket: Ticket, subject: Subject,
            question: PermissionQuestion, since: UInt64? = nil, context: ContextIdentifier? = nil,
            reach: Reach = .program
        ) {
            self.since = since
            self.context = context
            self.reach = reach
            self.connection = connection
            self.user = user
            self.asker = asker
            self.ticket = ticket
            self.subject = subject
            self.question = question
        }
    }

    /// Whose questions are counted together.
    package enum Asker: Hashable, Sendable {
        case process(Int32)
        /// A program, as decisions about callers of a bus name it.
        case program(String)
    }

    /// Which calls that wait an answer is for, besides the one that was asked about.
    package enum Reach: Hashable, Sendable {
        /// Those of the same program and subject.
        case program
        /// None: each is a dialog of its own.
        case alone
        /// Those about the same keychain, whoever asks.
        case keychain
    }

    /// What a refusal is remembered by.
    package struct Subject: Hashable, Sendable {
        package let user: UInt32
        package let keychain: String
        package let program: String
        package let items: Set<PersistentReference>
        /// True if a refusal is not remembered: the user may want the same in the next moment.
        package let asksAgain: Bool

        package init(
            user: UInt32, keychain: String, program: String, items: Set<PersistentReference>, asksAgain: Bool = false
        ) {
            self.asksAgain = asksAgain
            self.user = user
            self.keychain = keychain
            self.program = program
            self.items = items
        }
    }

    package enum Effect: Sendable {
        /// An agent's call is answered with a question, or with none.
        case show(PermissionQuestion?, Ticket)
        case refuse(Ticket, KeychainError, Subject)
        /// A call is done anew: it may need nothing any more.
        case `repeat`(Ticket)
        /// An agent is one too many.
        case turnAway(Ticket, KeychainError)
    }
}

extension KeychainError {
    /// The user said no, or nothing.
    static let denied = KeychainError(
        .userCanceled, during: "asking the user for an item of another program", hint: "it was not permitted")
    static let contextEnded = KeychainError(
        .userCanceled, during: "asking the user for a proof", hint: "the program ended the context")
    static let tooManyAgents = KeychainError(
        .notAvailable, during: "waiting for questions to the user", hint: "too many agents of this user wait already")
    static let sessionHasAgent = KeychainError(
        .notAvailable, during: "waiting for questions to the user",
        hint: "another agent of this session waits already; end it first")
    static let tooManyQuestions = KeychainError(
        .interactionNotAllowed, during: "asking the user for an item of another program",
        hint: "too many questions wait for an answer already")
}
