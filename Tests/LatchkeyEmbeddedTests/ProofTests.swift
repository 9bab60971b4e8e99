// Items that need the user, with a user who does as the test says.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct ProofTests {
    private static let word: TestSecret = "proof-pass"
    private static let fingers = BiometryState.enrolled([UInt8](repeating: 1, count: 32))
    private static let (presence, any, current, passcode): (UInt64, UInt64, UInt64, UInt64) = (
        1, 1 << 1, 1 << 3, 1 << 4
    )
    private let home: TemporaryHome
    private let user = ScriptedUser(biometry: Self.fingers)
    private let client: KeychainClient
    private let clock = ManualClock()

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(clock: clock.clock, user: user)
        try client.create(password: Self.word)
    }

    private func add(_ account: String, _ flags: UInt64) throws {
        try client.add(account) {
            $0.accessControl = AccessControl(protection: .ak, flags: flags)
            $0.attributes[.accessible] = nil
        }
    }

    /// What reading comes to: the secret or the code.
    private func read(_ account: String, _ configure: (inout Authentication) -> Void = { _ in }) -> String {
        var text = ""
        let code = failure {
            let items = try client.items {
                $0.matching = [.account: .string(account)]
                configure(&$0.authentication)
            }
            let known: [TestSecret: String] = ["secret": "secret", "other secret": "other secret"]
            text = items.first?.secret.flatMap { known[TestSecret(found: $0.bytes)] } ?? "?"
        }
        return code.map { "\($0.rawValue)" } ?? text
    }

    @Test func `the password or a finger gives the secret, and each reading asks`() throws {
        try add("alice", Self.presence)
        user.willAnswer(.password(Self.word), .finger)
        #expect(read("alice") { $0.reason = "to pay" } == "secret")
        #expect(read("alice") == "secret")
        #expect(user.asked.map(\.proof?.methods) == [[.password, .finger], [.password, .finger]])
        #expect(user.asked[0].proof?.reason == "to pay" && user.asked[0].item.account == "alice")
        #expect(read("alice") == "-25308", "nobody answers")
    }

    @Test func `cancelling, wrong passwords and forbidden prompts have codes of their own`() throws {
        try add("alice", Self.passcode)
        user.willAnswer(.cancels, .password("wrong-pass"))
        #expect(read("alice") == "-128")
        #expect(read("alice") == "-25293")
        #expect(read("alice") { $0.ui = .fail } == "-25308")
        #expect(read("alice") { $0.ui = .skip } == "-25300")
        #expect(user.asked.count == 2)
        clock.now += 60
        user.willAnswer(.password(Self.word))
        #expect(read("alice") == "secret")
    }

    @Test func `a wrong password for a proof makes the next one wait as when unlocking`() throws {
        try add("alice", Self.passcode)
        user.willAnswer(.password("wrong-pass"), .password(Self.word))
        #expect(read("alice") == "-25293")
        #expect(read("alice") == "-25308", "it was not even tried, and is not called wrong")
        #expect(failure { try client.unlock(Self.word) } == .authFailed)
        clock.now += 60
        user.willAnswer(.password(Self.word))
        #expect(read("alice") == "secret")
    }

    @Test func `where both are needed both are asked for`() throws {
        try add("alice", Self.any | Self.passcode | 1 << 15)
        user.willAnswer(.finger, .password(Self.word))
        #expect(read("alice") == "secret")
        #expect(user.asked.map(\.proof?.methods) == [.finger, .password])
        user.willAnswer(.finger, .cancels)
        #expect(read("alice") == "-128")
    }

    @Test func `an item of the enrolled fingers is lost with them`() throws {
        try add("alice", Self.current)
        user.willAnswer(.finger)
        #expect(read("alice") == "secret")
        user.biometry = .enrolled([UInt8](repeating: 0xe2, count: 32))
        user.willAnswer(.finger)
        #expect(read("alice") == "-25293")
        #expect(user.asked.count == 1)
        // The same flags again do not bind it to the new fingers.
        let same = AccessControl(protection: .ak, flags: Self.current)
        try client.update([.account: .string("alice")]) { $0.accessControl = same }
        #expect(read("alice") == "-25293")
        user.biometry = .notEnrolled
        #expect(failure { try add("bob", Self.current) } == .authFailed)
    }

    @Test func `attributes, a new secret and a deletion need no proof; another access control does`() throws {
        try add("alice", Self.presence)
        let plain = AccessControl(protection: .ak, flags: 0)
        user.willAnswer(.cancels)
        #expect(failure { try client.update([:]) { $0.accessControl = plain } } == .userCanceled)
        let skipped = failure {
            var query = ItemQuery(itemClass: .genericPassword)
            query.authentication.ui = .skip
            var change = ItemChange()
            change.accessControl = plain
            _ = try client.perform(.update(query, change))
        }
        #expect(skipped == .itemNotFound)
        try client.update([:]) { $0.secret = ItemSecret("other secret") }
        #expect(try client.items(returning: .attributes) { _ in }.first?.accessControl.flags == 1)
        #expect(user.asked.count == 1)
        user.willAnswer(.finger)
        try client.update([:]) { $0.accessControl = plain }
        #expect(read("alice") == "other secret")
        try add("bob", Self.presence)
        try client.delete([.account: .string("bob")])
        #expect(user.asked.count == 2)
    }

    @Test func `a context asks once for an item, and not for another`() throws {
        try add("alice", Self.presence)
        try add("bob", Self.presence)
        let context = ContextIdentifier.random()
        user.willAnswer(.finger, .finger)
        for _ in 0..<3 { #expect(read("alice") { $0.context = context } == "secret") }
        #expect(user.asked.count == 1)
        #expect(read("bob") { $0.context = context } == "secret")
        #expect(user.asked.count == 2)
        #expect(read("alice") { ($0.context, $0.ui) = (context, .fail) } == "secret")
        #expect(read("alice") { ($0.context, $0.ui) = (.random(), .fail) } == "-25308")
        _ = try client.perform(.endContext(context))
        #expect(read("alice") { ($0.context, $0.ui) = (context, .fail) } == "-25308")
    }

    @Test func `what a context has proved holds for all items that ask for no more, until the lock`() throws {
        try add("alice", Self.presence)
        try add("bob", Self.passcode)
        var authentication = Authentication()
        let context = ContextIdentifier.random()
        authentication.context = context
        user.willAnswer(.finger, .password(Self.word))
        _ = try client.perform(.evaluate(flags: Self.any, authentication))
        #expect(read("alice") { ($0.context, $0.ui) = (context, .fail) } == "secret")
        #expect(read("bob") { ($0.context, $0.ui) = (context, .fail) } == "-25308")
        _ = try client.perform(.evaluate(flags: Self.passcode, authentication))
        #expect(read("bob") { ($0.context, $0.ui) = (context, .fail) } == "secret")
        try client.lock()
        try client.unlock(Self.word)
        #expect(read("alice") { ($0.context, $0.ui) = (context, .fail) } == "-25308")
    }

    @Test(arguments: [("the label", "the tag", "the label"), ("", "the tag", "the tag"), ("", "", "")])
    func `a key without a label is asked about by its tag`(label: String, tag: String, name: String) {
        let attributes: AttributeValues = [.label: .string(label), .applicationTag: .string(tag)]
        #expect(PermissionQuestion.Subject(.key, named: attributes).label == name)
        #expect(PermissionQuestion.Subject(.genericPassword, named: attributes).label == label)
    }

    @Test func `a dialog ends with its context`() throws {
        try add("alice", Self.presence)
        let context = ContextIdentifier.random()
        user.willAnswer(.waits)
        let answer = startThread { read("alice") { $0.context = context } }
        while user.asked.isEmpty { usleep(5000) }
        _ = try client.perform(.endContext(context))
        #expect(try answer.wait() == "-128")
    }

    @Test func `a finger holds for a while, where the program wants it`() throws {
        try add("alice", Self.any)
        user.willAnswer(.finger)
        #expect(read("alice") == "secret")
        clock.now += 9
        #expect(read("alice") { ($0.reuseSeconds, $0.ui) = (10, .fail) } == "secret")
        clock.now += 2
        #expect(read("alice") { ($0.reuseSeconds, $0.ui) = (10, .fail) } == "-25308")
        clock.now += 300
        #expect(read("alice") { ($0.reuseSeconds, $0.ui) = (.max, .fail) } == "-25308")
    }

    @Test func `items of one call are proved together, and the dialog says how many`() throws {
        for account in ["alice", "bob", "carol"] { try add(account, Self.presence) }
        try add("dave", Self.passcode)
        user.willAnswer(.password(Self.word))
        #expect(try client.items { $0.limit = .all }.count == 4)
        #expect(user.asked.map(\.itemCount) == [4] && user.asked[0].proof?.methods == .password)
        try client.delete([.account: .string("dave")])
        try add("erin", Self.any)
        user.willAnswer(.finger, .finger)
        #expect(try client.items { $0.limit = .all }.count == 4)
        #expect(read("alice") == "secret")
        #expect(user.asked.map(\.itemCount) == [4, 4, 1])
        let plain = AccessControl(protection: .ak, flags: 0)
        user.willAnswer(.finger)
        try client.update([:]) { $0.accessControl = plain }
        #expect(user.asked.last?.itemCount == 4)
    }

    @Test func `an item that takes the place of another while the dialog is open is asked for itself`() throws {
        try add("alice", Self.presence)
        let service = KeychainService(home: home.path, unlockPlace: .service)
        let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])
        try service.prove(ItemSecret(Self.word), ofKeychainAt: home.keychain)
        var query = ItemQuery(itemClass: .genericPassword)
        query.returning = .data
        query.authentication.context = .random()
        func need(_ word: UserWord) throws -> ProofNeed? {
            let outcome = try service.run(
                .copy(query), inKeychainAt: home.keychain, from: caller, hearing: word)
            return if case .needsProof(let need) = outcome { need } else { nil }
        }
        let first = try #require(try need(UserWord()))
        try client.delete([.account: .string("alice")])
        try add("alice", Self.presence)
        let proof = ProofEvidence(hasPassword: true)
        let given = UserWord().adding(.proof(proof), for: first.references)
        let second = try #require(try need(given), "the proof was for another item")
        #expect(first.references != second.references)
        #expect(try need(UserWord().adding(.proof(proof), for: [])) != nil, "a proof for a context is for no item")
        #expect(try need(given.adding(.proof(proof), for: second.references)) == nil)
        #expect(try need(UserWord()) == nil, "the context keeps it")
        let context = try #require(query.authentication.context)
        service.endContext(context, of: ProofBearer.ofThisProcess.process, caller)
        #expect(try need(given.adding(.proof(proof), for: second.references)) == nil)
        #expect(try need(UserWord()) != nil, "a call that was under way leaves nothing in a context that has ended")
    }

    @Test func `proofs of one process, program or keychain are not another's`() throws {
        let service = KeychainService(home: home.path, unlockPlace: .service)
        let caller = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])
        try service.prove(ItemSecret(Self.word), ofKeychainAt: home.keychain)
        try add("alice", Self.presence)
        var query = ItemQuery(itemClass: .genericPassword)
        query.returning = .data
        query.authentication.context = .random()
        func outcome(
            _ caller: Caller, _ bearer: ProofBearer, proving proof: ProofEvidence? = nil
        ) throws -> String {
            let word = proof.map { UserWord().adding(.proof($0), for: references) } ?? UserWord()
            return
                switch try service.run(
                    .copy(query), inKeychainAt: home.keychain, from: caller, hearing: word, by: bearer)
            {
            case .done: "done"
            case .needsProof(let need): "needs \(need.methods.rawValue)"
            case .needsPermission: "?"
            }
        }
        let references = try Set(client.items(returning: .attributes) { _ in }.map(\.reference))
        let first = ProofBearer(process: 10, connection: 1)
        #expect(try outcome(caller, first) == "needs 1")
        #expect(try outcome(caller, first, proving: ProofEvidence(hasPassword: true)) == "done")
        #expect(try outcome(caller, first) == "done")
        #expect(
            try outcome(caller, ProofBearer(process: 10, connection: 2)) == "done", "another connection of the process")
        #expect(try outcome(caller, ProofBearer(process: 11, connection: 3)) == "needs 1")
        let other = Caller(accessGroups: caller.accessGroups, applicationIdentifier: "TEAM123456.other")
        #expect(try outcome(other, first) == "needs 1")
        service.forgetProofs(of: 1)
        #expect(try outcome(caller, first) == "needs 1")
    }
}
