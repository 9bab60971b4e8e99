// Questions of clients of the Secret Service: what ends each of them, once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService
import LatchkeyTestSupport
import Synchronization
import Testing

/// The bus of user 7, and what was written down.
private final class Bus: Sendable {
    let questions = Questions(fingers: nil)
    let asking: BusQuestions
    private let lines: Lines
    let agent = Agent(connection: 90)

    final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    init() {
        let lines = Lines()
        self.lines = lines
        asking = BusQuestions(
            user: 7, questions: questions, log: DaemonLog(write: { line in lines.all.withLock { $0.append(line) } }),
            wake: {})
    }

    var log: String { lines.all.withLock { $0.joined() } }

    /// What one question came to.
    final class Prompt: Sendable {
        let number = Mutex<UInt64>(0)
        let completions = Mutex<[String]>([])
        let attempts = Mutex<[String]>([])

        var ended: [String] { completions.withLock { $0 } }
        var tried: [String] { attempts.withLock { $0 } }
    }

    /// - Parameter attempt: what it throws.
    func ask(
        _ subject: ServiceQuestion.Subject, by kind: BusPrincipal.Kind = .program, program: String = "reader",
        needsPassword: Bool = false, attempt: @escaping @Sendable (Int) -> KeychainError? = { _ in nil }
    ) -> Prompt {
        let prompt = Prompt()
        let requester = BusPrincipal(
            kind: kind, program: program, path: "/usr/bin/" + program, group: AccessGroup(rawValue: program + ".bus"),
            ownGroups: [])
        let number = asking.ask(
            ServiceQuestion(subject, for: requester, needsPassword: needsPassword),
            attempt: { answer throws(KeychainError) in
                let count = prompt.attempts.withLock { attempts in
                    attempts.append(Self.word(answer))
                    return attempts.count
                }
                if let error = attempt(count) { throw error }
            },
            completion: { answer in prompt.completions.withLock { $0.append(Self.word(answer)) } })
        prompt.number.withLock { $0 = number }
        return prompt
    }

    static func word(_ answer: ServiceAnswer) -> String {
        switch answer {
        case .dismissed: "dismissed"
        case .unavailable: "unavailable"
        case .confirmed(let password): password == nil ? "confirmed" : "confirmed with a password"
        case .newPassword(let old, let new): "\(old == nil ? "none" : "old") to \(new == nil ? "none" : "new")"
        case .always: "always"
        case .never: "never"
        }
    }

    /// The agent's next call.
    func poll(_ agent: Agent? = nil) {
        let agent = agent ?? self.agent
        questions.poll(agent.address, in: .unknown) { result in
            switch result {
            case .success(let question): agent.shown.withLock { $0 = question }
            case .failure: agent.shown.withLock { $0 = nil }
            }
        }
    }

    func answer(_ answer: PermissionAnswer, by agent: Agent? = nil) throws(KeychainError) {
        let agent = agent ?? self.agent
        try questions.answer(agent.shown.withLock { $0?.number ?? 0 }, answer, from: agent.address)
    }
}

private final class Agent: Sendable {
    let address: QuestionAgent
    let shown = Mutex<PermissionQuestion?>(nil)

    init(connection: UInt64) { address = QuestionAgent(user: 7, connection: connection) }

    var service: PermissionQuestion.Service? { shown.withLock { $0?.service } }
    var keychain: String? { shown.withLock { $0?.keychain } }
}

private let secret = ItemSecret(SecretBytes(unrecorded: [1, 2, 3]))

@Suite struct BusQuestionsTests {
    private let bus = Bus()

    @Test func `without an agent nobody is asked, and the log names the command that unlocks`() {
        let unlock = bus.ask(.unlock(keychain: "/home/me/login.keychain-db"), by: .pool, program: "secret-tool")
        #expect(unlock.ended == ["unavailable"] && unlock.tried.isEmpty)
        #expect(bus.log.contains("`security unlock-keychain /home/me/login.keychain-db`, or start `latchkey agent`"))
        #expect(bus.log.contains("/usr/bin/secret-tool of user 7, over its bus, wants to unlock a keychain"))
    }

    @Test func `a name that means something to a shell is not in the log's command`() {
        #expect(bus.ask(.unlock(keychain: "x;rm -r `y`\n")).ended == ["unavailable"])
        #expect(bus.log.contains("run `security unlock-keychain`, or") && !bus.log.contains("rm"))
    }

    @Test func `an answer is tried, and told once`() throws {
        bus.poll()
        let unlock = bus.ask(.unlock(keychain: "/home/me/login.keychain-db"))
        #expect(bus.agent.service == .init(.unlock, of: .program) && bus.agent.keychain == "login")
        try bus.answer(.once(password: secret))
        #expect(unlock.tried == ["confirmed with a password"] && unlock.ended == unlock.tried)
        #expect(failure { try bus.answer(.once(password: secret)) } == .itemNotFound)
        bus.asking.withdraw(unlock.number.withLock { $0 })
        bus.asking.end()
        #expect(unlock.ended.count == 1)
    }

    @Test func `a wrong password keeps the question open, and the third one ends it`() {
        bus.poll()
        let wrong = KeychainError(.authFailed, during: "")
        let mustWait = KeychainError(.interactionNotAllowed, during: "", cause: .wrongPasswords(inARow: 1, wait: 3))
        let unlock = bus.ask(.unlock(keychain: "login")) { $0 == 2 ? mustWait : wrong }
        for code in [KeychainError.Code.authFailed, .interactionNotAllowed, .authFailed] {
            #expect(failure { try bus.answer(.once(password: secret)) } == code)
            #expect(unlock.ended.isEmpty)
        }
        #expect(failure { try bus.answer(.once(password: secret)) } == .authFailed)
        #expect(unlock.ended == ["dismissed"] && unlock.tried.count == 4)
    }

    @Test func `an attempt that fails for another reason ends the question`() {
        bus.poll()
        let rename = bus.ask(.rename(keychain: "login", label: "x")) { _ in KeychainError(.diskFull, during: "") }
        #expect(failure { try bus.answer(.once(password: nil)) } == .diskFull)
        #expect(rename.ended == ["unavailable"])
    }

    @Test(
        arguments: [
            (.unlock(keychain: "k"), .once(password: nil)), (.unlock(keychain: "k"), .always(password: secret)),
            (.unlock(keychain: "k"), .newPassword(old: secret, new: secret)),
            (.newKeychain(label: "k"), .once(password: secret)),
            (.delete(keychain: "k", hasPassword: true), .once(password: nil)),
            (.changePassword(keychain: "k", hasPassword: true), .newPassword(old: nil, new: secret)),
            (.changePassword(keychain: "k", hasPassword: false), .once(password: nil)),
            (.makeDefault(keychain: "k", provenBy: nil), .never),
            (.permit(.managed, owner: "o", itemLabel: "l", count: 1), .always(password: nil)),
        ] as [(ServiceQuestion.Subject, PermissionAnswer)])
    func `an answer that does not fit the question is a refusal`(
        _ subject: ServiceQuestion.Subject, _ answer: PermissionAnswer
    ) throws {
        bus.poll()
        let prompt = bus.ask(subject)
        try bus.answer(answer)
        #expect(prompt.ended == ["dismissed"] && prompt.tried.isEmpty)
    }

    @Test(
        arguments: [
            (.newKeychain(label: "k"), .newPassword(old: nil, new: nil), "none to none"),
            (.changePassword(keychain: "k", hasPassword: true), .newPassword(old: secret, new: secret), "old to new"),
            (.delete(keychain: "k", hasPassword: false), .once(password: nil), "confirmed"),
            (.permit(.moved, owner: "o", itemLabel: "l", count: 1), .always(password: nil), "always"),
        ] as [(ServiceQuestion.Subject, PermissionAnswer, String)])
    func `one that does is tried`(
        _ subject: ServiceQuestion.Subject, _ answer: PermissionAnswer, _ word: String
    ) throws {
        bus.poll()
        let prompt = bus.ask(subject)
        try bus.answer(answer)
        #expect(prompt.tried == [word] && prompt.ended == [word])
    }

    @Test func `a button without the password that a permission needs permits nothing`() throws {
        bus.poll()
        let prompt = bus.ask(.permit(.imported, owner: "", itemLabel: "l", count: 2), needsPassword: true)
        try bus.answer(.once(password: nil))
        #expect(prompt.ended == ["dismissed"] && prompt.tried.isEmpty)
    }

    @Test func `never is told without an attempt`() throws {
        bus.poll()
        let prompt = bus.ask(.permit(.imported, owner: "", itemLabel: "l", count: 1))
        try bus.answer(.never)
        #expect(prompt.ended == ["never"] && prompt.tried.isEmpty)
    }

    @Test func `a program that any program can run is permitted once at most`() throws {
        bus.poll()
        let prompt = bus.ask(.permit(.imported, owner: "", itemLabel: "l", count: 1), by: .pool)
        #expect(bus.agent.shown.withLock { $0?.offersAlways } == false)
        try bus.answer(.always(password: nil))
        #expect(prompt.ended == ["dismissed"])
    }

    @Test func `a question that is withdrawn is dismissed, and its dialog has nothing to answer`() {
        bus.poll()
        let first = bus.ask(.unlock(keychain: "a"))
        let second = bus.ask(.unlock(keychain: "b"))
        bus.asking.withdraw(first.number.withLock { $0 })
        #expect(first.ended == ["dismissed"] && second.ended.isEmpty)
        #expect(failure { try bus.answer(.once(password: secret)) } == .itemNotFound)
        bus.poll()
        #expect(bus.agent.keychain == "b")
        bus.asking.withdraw(12345)
        #expect(second.ended.isEmpty)
    }

    @Test func `the end of the agent, or of the bus, ends the questions`() {
        bus.poll()
        let first = bus.ask(.unlock(keychain: "a"))
        bus.questions.left(bus.agent.address.connection, of: 7)
        #expect(first.ended == ["unavailable"])
        bus.poll()
        let second = bus.ask(.unlock(keychain: "b"))
        let third = bus.ask(.unlock(keychain: "c"))
        bus.asking.end()
        #expect(second.ended == ["unavailable"] && third.ended == ["unavailable"])
        #expect(bus.ask(.unlock(keychain: "d")).ended == ["unavailable"])
    }

    @Test func `one password unlocks for all that wait for the same keychain`() throws {
        bus.poll()
        let first = bus.ask(.unlock(keychain: "a"), program: "one")
        let second = bus.ask(.unlock(keychain: "a"), program: "two")
        let other = bus.ask(.unlock(keychain: "b"), program: "two")
        try bus.answer(.once(password: secret))
        #expect(first.ended.count == 1 && second.ended == first.ended && other.ended.isEmpty)
        bus.poll()
        #expect(bus.agent.keychain == "b")
    }

    @Test func `two new keychains are two dialogs`() throws {
        bus.poll()
        let first = bus.ask(.newKeychain(label: "a"))
        let second = bus.ask(.newKeychain(label: "a"))
        try bus.answer(.newPassword(old: nil, new: secret))
        #expect(first.ended == ["none to new"] && second.ended.isEmpty)
    }

    @Test func `a refusal holds for a while, but not for a program that shows all items`() throws {
        for kind in [BusPrincipal.Kind.program, .manager] {
            let bus = Bus()
            bus.poll()
            let first = bus.ask(.unlock(keychain: "a"), by: kind)
            try bus.answer(.denied)
            bus.poll()
            let second = bus.ask(.unlock(keychain: "a"), by: kind)
            #expect(first.ended == ["dismissed"])
            #expect(second.ended == (kind == .manager ? [] : ["dismissed"]))
        }
    }

    @Test func `what waits of one program, and of one user, is bounded`() {
        bus.poll()
        let own = (0..<4).map { bus.ask(.unlock(keychain: KeychainName("\($0)"))) }
        #expect(own.map(\.ended) == [[], [], [], ["unavailable"]])
        let others = (0..<20).map { bus.ask(.unlock(keychain: KeychainName("\($0)")), program: "p\($0)") }
        #expect(others.count { $0.ended.isEmpty } == 14)
    }

    @Test func `what a client gives is cut to what a dialog can show`() {
        bus.poll()
        let long = String(repeating: "x", count: 1 << 20)
        _ = bus.ask(.rename(keychain: KeychainName(long), label: long))
        guard case .rename(let label)? = bus.agent.service?.wish else {
            Issue.record("another wish")
            return
        }
        #expect(label.count == 256 && bus.agent.keychain?.count == 256)
    }
}
