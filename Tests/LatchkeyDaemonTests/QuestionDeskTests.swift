// Questions to the user: who asks, who is asked, and what ends the wait.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import Testing

@Suite struct QuestionDeskTests {
    private typealias Desk = QuestionDesk<String>
    private var desk = Desk(seed: 100) { session, user in
        switch session {
        case .named("seat"): .atSeat
        case .named("line \(user)"): .active
        case .named, .manager, .unknown: .away
        }
    }

    /// What was done, in words.
    private func words(_ effects: [Desk.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .show(let question?, let agent): "\(agent) shows \(question.keychain)"
            case .show(nil, let agent): "\(agent) hears nothing"
            case .refuse(let call, let error, _): "\(call) gets \(error.code.rawValue)"
            case .repeat(let call): "\(call) is done anew"
            case .turnAway(let agent, let error): "\(agent) gets \(error.code.rawValue)"
            }
        }
    }

    private func number(_ effects: [Desk.Effect]) throws -> UInt64 {
        guard case .show(let question?, _)? = effects.last else { throw KeychainError(.internalError, during: "") }
        return question.number
    }

    private func call(
        _ ticket: String, _ connection: UInt64 = 1, process: Int32 = 10, user: UInt32 = 1, program: String = "reader"
    ) -> Desk.Call {
        let report = IdentityReport(
            processID: process, userID: user, executable: "/reader", origin: .path, applicationIdentifier: program,
            accessGroups: [])
        return Desk.Call(
            connection: connection, user: user, process: process, ticket: ticket,
            subject: .init(user: user, keychain: ticket, program: program, items: []),
            question: PermissionQuestion(
                number: 0, requester: report, startedBy: "", ownerGroup: .all, owner: nil,
                item: .init(itemClass: .genericPassword, label: "", account: "", service: ""), itemCount: 1,
                keychain: ticket, needsPassword: true, offersAlways: true, secondsLeft: 0))
    }

    private func proof(_ ticket: String, in context: ContextIdentifier, since: UInt64? = nil) -> Desk.Call {
        let call = call(ticket)
        return Desk.Call(
            connection: 1, user: 1, process: 10, ticket: ticket,
            subject: .init(user: 1, keychain: ticket, program: "reader", items: [], asksAgain: true),
            question: call.question, since: since, context: context)
    }

    @Test mutating func `one user's refusals do not take the place of another's`() throws {
        #expect(desk.poll(90, of: 2, in: .unknown, "her agent", at: 0).isEmpty)
        let hers = try number(desk.post(call("hers", user: 2), at: 0))
        #expect(desk.take(hers, of: 2, givenTo: 90, isRefused: true, at: 0)?.effects.isEmpty == true)
        for count in 0..<2000 {
            #expect(desk.poll(91, of: 1, in: .unknown, "agent", at: 0).isEmpty)
            let asked = try number(desk.post(call("call \(count)"), at: 0))
            #expect(desk.take(asked, of: 1, givenTo: 91, isRefused: true, at: 0)?.effects.isEmpty == true)
        }
        #expect(desk.poll(90, of: 2, in: .unknown, "her agent", at: 1).isEmpty)
        #expect(words(desk.post(call("hers", 2, user: 2), at: 1)) == ["hers gets -128"])
    }

    @Test mutating func `a proof that was denied may be asked for again at once`() throws {
        let context = ContextIdentifier.random()
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 0).isEmpty)
        let first = desk.post(proof("a", in: context), at: 0)
        #expect(desk.take(try number(first), of: 1, givenTo: 90, isRefused: true, at: 1)?.effects.isEmpty == true)
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 2).isEmpty)
        #expect(words(desk.post(proof("a", in: context), at: 3)) == ["agent shows a"])
    }

    @Test mutating func `what the user says to one call is looked at by those that ask the same`() throws {
        let context = ContextIdentifier.random()
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 0).isEmpty)
        let first = try number(desk.post(proof("a", in: context), at: 0))
        #expect(desk.post(proof("b", in: context), at: 0).isEmpty)
        #expect(desk.post(proof("c", in: .random()), at: 0).isEmpty)
        let taken = desk.take(first, of: 1, givenTo: 90, isRefused: false, at: 1)
        #expect(taken.map { words($0.effects) } == ["b is done anew"])
        #expect(words(desk.poll(90, of: 1, in: .unknown, "agent", at: 2)) == ["agent shows c"])
    }

    @Test mutating func `a context that has ended asks nothing any more`() {
        let context = ContextIdentifier.random()
        #expect(desk.end(context, of: 10, user: 1, at: 0).isEmpty)
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 0).isEmpty)
        #expect(words(desk.post(proof("a", in: context), at: 1)) == ["a gets -128"])
        #expect(words(desk.post(proof("b", in: .random()), at: 1)) == ["agent shows b"])
    }

    @Test mutating func `the end of a context ends its questions, and no others`() throws {
        let (context, other) = (ContextIdentifier.random(), ContextIdentifier.random())
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 0).isEmpty)
        let first = try number(desk.post(proof("a", in: context), at: 0))
        #expect(desk.post(proof("b", in: context), at: 0).isEmpty)
        #expect(desk.post(proof("c", in: other), at: 0).isEmpty)
        #expect(desk.end(context, of: 11, user: 1, at: 1).isEmpty, "of another process")
        #expect(words(desk.end(context, of: 10, user: 1, at: 1)) == ["b gets -128", "a gets -128"])
        #expect(desk.agent(of: first, of: 1) == nil)
        #expect(words(desk.poll(90, of: 1, in: .unknown, "agent", at: 2)) == ["agent shows c"])
    }

    @Test mutating func `a call that asks a second time has no more time than for one`() throws {
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 100_000).isEmpty)
        let shown = desk.post(proof("a", in: .random(), since: 1000), at: 100_000)
        guard case .show(let question?, _)? = shown.last else { throw KeychainError(.internalError, during: "") }
        #expect(question.secondsLeft == 11)
    }

    @Test mutating func `without an agent nobody is asked`() {
        #expect(words(desk.post(call("a"), at: 0)) == ["a gets -25308"])
        #expect(desk.nextDeadline == nil)
    }

    @Test mutating func `one question of a user is open at a time`() throws {
        #expect(desk.poll(90, of: 1, in: .unknown, "agent", at: 0).isEmpty)
        let first = desk.post(call("a", 1), at: 0)
        #expect(words(first) == ["agent shows a"])
        #expect(desk.post(call("b", 2), at: 1).isEmpty)
        #expect(desk.take(try number(first), of: 1, givenTo: 90, isRefused: false, at: 2)?.effects.isEmpty == true)
        let second = desk.poll(90, of: 1, in: .unknown, "agent", at: 3)
        #expect(words(second) == ["agent shows b"])
        #expect(try number(first) != number(second))
    }

    @Test mutating func `an agent answers what it was given, of its user, and once`() throws {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        _ = desk.poll(91, of: 2, in: .unknown, "other user's", at: 0)
        let number = try number(desk.post(call("a"), at: 0))
        #expect(desk.call(number, of: 1, givenTo: 91) == nil)
        #expect(desk.call(number, of: 2, givenTo: 91) == nil)
        #expect(desk.call(number + 1, of: 1, givenTo: 90) == nil)
        #expect(desk.take(number, of: 2, givenTo: 91, isRefused: false, at: 1) == nil)
        #expect(desk.take(number, of: 1, givenTo: 90, isRefused: false, at: 1)?.call.ticket == "a")
        #expect(desk.take(number, of: 1, givenTo: 90, isRefused: false, at: 1) == nil)
    }

    @Test mutating func `another user's agent is not asked`() {
        _ = desk.poll(91, of: 2, in: .unknown, "other user's", at: 0)
        #expect(words(desk.post(call("a"), at: 0)) == ["a gets -25308"])
    }

    @Test mutating func `a refusal holds for a while, for this program and item alone`() throws {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        let number = try number(desk.post(call("a"), at: 0))
        #expect(desk.post(call("a", 2, process: 11), at: 1).isEmpty)
        let taken = desk.take(number, of: 1, givenTo: 90, isRefused: true, at: 2)
        #expect(words(taken?.effects ?? []) == ["a gets -128"])
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 3)
        #expect(words(desk.post(call("a", 3), at: 4)) == ["a gets -128"])
        #expect(words(desk.post(call("a", 4, program: "another"), at: 5)) == ["agent shows a"])
        _ = desk.left(4, of: 1, at: 6)
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 7)
        #expect(words(desk.post(call("a", 5), at: 3 + Desk.refusalTime)) == ["agent shows a"])
    }

    @Test mutating func `a program that goes away withdraws its question`() throws {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        let number = try number(desk.post(call("a", 1), at: 0))
        _ = desk.post(call("b", 2), at: 0)
        #expect(desk.left(1, of: 1, at: 1).isEmpty)
        #expect(desk.call(number, of: 1, givenTo: 90) == nil)
        #expect(words(desk.poll(90, of: 1, in: .unknown, "agent", at: 2)) == ["agent shows b"])
        #expect(words(desk.post(call("a", 3), at: 3)) == ["a gets -128"], "it may not make dialogs flicker")
    }

    @Test mutating func `an agent that ends leaves its question to another, or to nobody`() {
        _ = desk.poll(90, of: 1, in: .unknown, "first", at: 0)
        _ = desk.post(call("a"), at: 0)
        _ = desk.poll(91, of: 1, in: .unknown, "second", at: 0)
        #expect(words(desk.left(90, of: 1, at: 1)) == ["second shows a"])
        #expect(words(desk.left(91, of: 1, at: 2)) == ["a gets -25308"])
        #expect(desk.nextDeadline == nil)
    }

    @Test mutating func `waits end`() throws {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        #expect(desk.nextDeadline == Desk.pollTime)
        #expect(words(desk.expire(at: Desk.pollTime)) == ["agent hears nothing"])
        // It is an agent still: the next call is about to come.
        #expect(desk.post(call("a"), at: 60_000).isEmpty)
        let number = try number(desk.poll(90, of: 1, in: .unknown, "agent", at: 60_001))
        #expect(desk.isOpen(number, of: 1, givenTo: 90) == true)
        _ = desk.post(call("b", 2), at: 60_002)
        #expect(
            words(desk.expire(at: 60_002 + Desk.patience)) == ["a gets -128", "b gets -25308"],
            "nobody was asked about b")
        #expect(desk.nextDeadline == nil)
    }

    @Test mutating func `an agent that shows no sign of life refuses nothing`() {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        _ = desk.post(call("a"), at: 0)
        #expect(words(desk.expire(at: Desk.patience)) == ["a gets -25308"])
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: Desk.patience)
        #expect(words(desk.post(call("a"), at: Desk.patience + 1)) == ["agent shows a"])
    }

    @Test mutating func `a silent agent loses its question to another one`() throws {
        _ = desk.poll(90, of: 1, in: .unknown, "stopped", at: 0)
        let first = try number(desk.post(call("a"), at: 0))
        _ = desk.poll(91, of: 1, in: .unknown, "second", at: 1)
        #expect(desk.nextDeadline == Desk.silenceTime)
        #expect(desk.expire(at: Desk.silenceTime - 1).isEmpty)
        #expect(words(desk.expire(at: Desk.silenceTime)) == ["second shows a"])
        #expect(desk.isOpen(first, of: 1, givenTo: 90) == false)
        #expect(desk.isOpen(first, of: 1, givenTo: 91) == true)
        _ = desk.poll(92, of: 1, in: .unknown, "third", at: Desk.silenceTime + 1)
        #expect(desk.expire(at: 3 * Desk.silenceTime).isEmpty, "the second one lives")
    }

    @Test mutating func `a question goes to the agent that has been there for longest`() {
        for agent in (UInt64(90)..<98).reversed() { _ = desk.poll(agent, of: 1, in: .unknown, "\(agent)", at: 0) }
        #expect(words(desk.post(call("a"), at: 0)) == ["90 shows a"])
        #expect(words(desk.poll(98, of: 1, in: .unknown, "ninth", at: 0)) == ["ninth gets -25291"])
    }

    @Test mutating func `what waits of one process, and of one user, is bounded`() {
        _ = desk.poll(90, of: 1, in: .unknown, "agent", at: 0)
        for index in 0..<3 { #expect(!words(desk.post(call("\(index)", UInt64(index)), at: 0)).contains("gets")) }
        #expect(words(desk.post(call("x", 9), at: 0)) == ["x gets -25308"])
        for index in 0..<14 { _ = desk.post(call("\(index)", 100, process: 20 + Int32(index)), at: 0) }
        #expect(words(desk.post(call("y", 200, process: 99), at: 0)) == ["y gets -25308"])
    }

    @Test mutating func `a question goes first to the agent in the session where the user is`() throws {
        #expect(desk.poll(90, of: 1, in: .unknown, "oldest", at: 0).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("line 1"), "on a line", at: 0).isEmpty)
        #expect(desk.poll(92, of: 1, in: .named("seat"), "at the screen", at: 0).isEmpty)
        let first = desk.post(call("a"), at: 1)
        #expect(words(first) == ["at the screen shows a"])
        let number = try number(first)
        #expect(desk.isOpen(number, of: 1, givenTo: 92) == true)
        #expect(words(desk.left(92, of: 1, at: 2)) == ["on a line shows a"])
    }

    @Test mutating func `the next question waits for the agent where the user is, for a moment`() throws {
        #expect(desk.poll(90, of: 1, in: .manager, "further away", at: 0).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 0).isEmpty)
        let first = try number(desk.post(call("a"), at: 1))
        #expect(desk.isOpen(first, of: 1, givenTo: 91) == true)
        #expect(desk.post(call("b", 2, process: 11), at: 1).isEmpty)
        #expect(desk.take(first, of: 1, givenTo: 91, isRefused: false, at: 10)?.effects.isEmpty == true)
        #expect(desk.nextDeadline == 10 + Desk.pauseOfAgent)
        #expect(desk.expire(at: 9 + Desk.pauseOfAgent).isEmpty)
        #expect(words(desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 20)) == ["at the screen shows b"])
        #expect(desk.post(call("c", 3, process: 12), at: 30).isEmpty)
        let second = desk.take(first + 1, of: 1, givenTo: 91, isRefused: false, at: 30)
        #expect(second?.effects.isEmpty == true)
        #expect(words(desk.expire(at: 30 + Desk.pauseOfAgent)) == ["further away shows c"], "it does not come back")
    }

    @Test mutating func `a question that comes while an agent hears of none goes to it all the same`() {
        #expect(desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 0).isEmpty)
        #expect(desk.poll(90, of: 1, in: .manager, "further away", at: 1).isEmpty)
        #expect(words(desk.expire(at: Desk.pollTime)) == ["at the screen hears nothing"])
        #expect(desk.post(call("a"), at: Desk.pollTime).isEmpty)
        let next = desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: Desk.pollTime + 1)
        #expect(words(next) == ["at the screen shows a"])
    }

    @Test mutating func `a silent agent where the user is loses its question, and is not waited for`() throws {
        #expect(desk.poll(90, of: 1, in: .manager, "further away", at: 0).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("seat"), "stopped", at: 0).isEmpty)
        #expect(words(desk.post(call("a"), at: 0)) == ["stopped shows a"])
        #expect(desk.nextDeadline == Desk.silenceTime)
        #expect(words(desk.expire(at: Desk.silenceTime)) == ["further away shows a"])
    }

    @Test mutating func `a session has one agent`() {
        #expect(desk.poll(90, of: 1, in: .named("seat"), "first", at: 0).isEmpty)
        #expect(words(desk.poll(91, of: 1, in: .named("seat"), "second", at: 1)) == ["second gets -25291"])
        #expect(desk.poll(92, of: 1, in: .named("line 1"), "another session's", at: 1).isEmpty)
        #expect(desk.poll(93, of: 2, in: .named("line 2"), "another user's", at: 1).isEmpty)
        #expect(desk.poll(90, of: 1, in: .named("seat"), "first", at: 2).isEmpty, "it asks again")
        #expect(desk.left(90, of: 1, at: 3).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("seat"), "second", at: 4).isEmpty)
        #expect(words(desk.post(call("a"), at: 5)) == ["second shows a"])
    }

    @Test mutating func `a question that was withdrawn gives the next one to no agent that is further away`() throws {
        #expect(desk.poll(90, of: 1, in: .manager, "further away", at: 0).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 0).isEmpty)
        let first = try number(desk.post(call("a", 1), at: 0))
        #expect(desk.isOpen(first, of: 1, givenTo: 91) == true)
        #expect(desk.post(call("b", 2, process: 11), at: 1).isEmpty)
        #expect(desk.left(1, of: 1, at: 10).isEmpty, "the program that asked has gone, and its dialog is about to")
        #expect(desk.expire(at: 9 + Desk.pauseOfDialog).isEmpty)
        let next = desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 1500)
        #expect(words(next) == ["at the screen shows b"])
    }

    @Test mutating func `nor does the end of a context`() throws {
        let context = ContextIdentifier.random()
        #expect(desk.poll(90, of: 1, in: .manager, "further away", at: 0).isEmpty)
        #expect(desk.poll(91, of: 1, in: .named("seat"), "at the screen", at: 0).isEmpty)
        let first = try number(desk.post(proof("a", in: context), at: 0))
        #expect(desk.isOpen(first, of: 1, givenTo: 91) == true)
        #expect(desk.post(call("b", 2, process: 11), at: 1).isEmpty)
        #expect(words(desk.end(context, of: 10, user: 1, at: 10)) == ["a gets -128"])
        #expect(words(desk.expire(at: 10 + Desk.pauseOfDialog)) == ["further away shows b"], "it did not come back")
    }
}
