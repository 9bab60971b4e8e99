// Tests of locking, and of prompts that unlock.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Locking over the Secret Service")
struct LockTests {
    static let password = ItemSecret(TestSecret("of the keychain"))

    private func lockedBench() throws -> (bench: ServiceBench, item: String) {
        let bench = ServiceBench(["login": TestKeychain("login", password: Self.password)])
        let item = try bench.create("label", ["a": "1"])
        bench.lockLogin()
        bench.pass(300)
        return (bench, item)
    }

    private func unlock(_ paths: [String], _ bench: ServiceBench, by client: TestClient = .first) throws -> (
        unlocked: [String], prompt: String
    ) {
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths(paths)], by: client)
        return (try #require(answer[0].objectPaths), try #require(answer[1].objectPath))
    }

    @Test("A locked item is found, hides what it is, and is locked for every use")
    func locked() throws {
        let (bench, item) = try lockedBench()
        #expect(try bench.search([:]).locked == [item])
        #expect(try bench.search(["a": "1"]).locked == [item])
        #expect(try bench.search([:], in: Path.login) == [item])
        let all = try bench.getAll(Interface.item, at: item)
        #expect(all.count == 6)
        #expect(all["Locked"]?.flag == true)
        #expect(all["Label"]?.text == "")
        #expect(all["Attributes"]?.textPairs == [])
        let session = try bench.openPlain()
        #expect(bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: .first) == "Error.IsLocked")
        #expect(bench.refusal("Delete", Interface.item, at: item, by: .first) == "Error.IsLocked")
        #expect(
            bench.refusal("SetSecret", Interface.item, at: item, [ServiceBench.secret(session, [])], by: .first)
                == "Error.IsLocked")
        for (name, value) in [("Label", BusValue.string("")), ("Attributes", ServiceBench.pairs([:]))] {
            #expect(
                bench.refusal(of: bench.set(name, Interface.item, at: item, to: value)) == "Error.IsLocked")
        }
        #expect(
            bench.refusal(of: bench.set("Label", Interface.collection, at: Path.login, to: .string("x")))
                == "Error.IsLocked")
        #expect(try bench.get("Locked", Interface.collection, at: Path.alias).flag == true)
    }

    @Test("Lock gives what is locked afterwards as it was given, and never prompts")
    func lock() throws {
        let bench = ServiceBench([
            "login": TestKeychain("login", password: Self.password), "open": TestKeychain("open"),
        ])
        let item = try bench.create("x", [:])
        let paths = [
            Path.alias, item, Path.session, Path.service + "/collection/open", "/nothing", Path.login + "/999",
        ]
        let answer = try bench.call("Lock", Interface.service, at: Path.service, [.paths(paths)], by: .first)
        #expect(answer[0].objectPaths == [Path.alias, item])
        #expect(answer[1].objectPath == "/")
        #expect(try bench.get("Locked", Interface.collection, at: Path.login).flag == true)
    }

    @Test("LockService locks what has a password")
    func lockService() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: Self.password)])
        #expect(try bench.call("LockService", Interface.service, at: Path.service, by: .first).isEmpty)
        #expect(try bench.get("Locked", Interface.collection, at: Path.login).flag == true)
        #expect(try bench.get("Locked", Interface.collection, at: Path.session).flag == false)
    }

    @Test("Who locks too often is told so, and only a call that locks something counts")
    func tooOften() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: Self.password)])
        bench.home.locksLeft = 2
        let lock = [.paths([Path.login])] as [BusValue]
        for _ in 0..<2 {
            bench.home.keychains["login"]?.isLocked = false
            for _ in 0..<2 { _ = try bench.call("Lock", Interface.service, at: Path.service, lock, by: .first) }
        }
        bench.home.keychains["login"]?.isLocked = false
        for (method, arguments) in [("Lock", lock), ("LockService", [])] {
            let refusal = bench.refusal(method, Interface.service, at: Path.service, arguments, by: .first)
            #expect(refusal == "Error.LimitsExceeded")
        }
        #expect(try bench.get("Locked", Interface.collection, at: Path.login).flag == false)
        #expect(bench.policy.timesForgotten > 0, "what the user has granted to others ends all the same")
    }

    @Test("A keychain that was locked too often keeps no other one from being locked")
    func tooOftenAmongOthers() throws {
        let bench = ServiceBench([
            "login": TestKeychain("login", password: Self.password),
            "AAA": TestKeychain("AAA", password: Self.password),
        ])
        bench.home.lockless = ["AAA"]
        let paths = [BusValue.paths([Path.service + "/collection/AAA", Path.login])]
        #expect(
            bench.refusal("Lock", Interface.service, at: Path.service, paths, by: .first) == "Error.LimitsExceeded")
        #expect(bench.home.keychains["login"]?.isLocked == true)
    }

    @Test("What is not locked is unlocked at once as it was given, once, and the unknown is left out")
    func unlockAtOnce() throws {
        let bench = ServiceBench()
        let item = try bench.create("x", [:])
        let paths = [Path.alias, item, Path.alias, "/nothing", Path.login + "/999", Path.login, Path.service]
        let answer = try unlock(paths, bench)
        #expect(answer.unlocked == [Path.alias, item, Path.login])
        #expect(answer.prompt == "/")
    }

    @Test("The prompt completes with the paths as they were given once the password is right")
    func unlocking() throws {
        let (bench, item) = try lockedBench()
        let answer = try unlock([Path.alias, item, Path.session], bench)
        #expect(answer.unlocked == [Path.session])
        #expect(answer.prompt == "/org/freedesktop/secrets/prompt/u1")
        #expect(bench.user.openCount == 0)
        _ = try bench.call("Prompt", Interface.prompt, at: answer.prompt, [.string("x11:1f")], by: .first)
        #expect(bench.user.subjects == [.unlock(keychain: "login")])
        #expect(bench.signals("Completed").isEmpty)
        let wrong = bench.say(.confirmed(password: ItemSecret(TestSecret("wrong"))))
        #expect(!wrong)
        #expect(bench.signals("Completed").isEmpty)
        bench.say(.confirmed(password: Self.password))
        let completed = try bench.completed(answer.prompt)
        #expect(!completed.dismissed)
        #expect(completed.result.objectPaths == [Path.alias, item])
        #expect(try bench.secret(of: item).bytes == [1, 2, 3])
        #expect(
            bench.refusal("Prompt", Interface.prompt, at: answer.prompt, [.string("")], by: .first)
                == "Error.UnknownObject")
    }

    @Test(
        "A refusal completes with an empty list of paths", arguments: [ServiceAnswer.dismissed, .unavailable, .never])
    func refused(_ answer: ServiceAnswer) throws {
        let (bench, _) = try lockedBench()
        let prompt = try unlock([Path.login], bench).prompt
        let completed = try bench.complete(prompt, saying: answer)
        #expect(completed.dismissed)
        #expect(completed.result.objectPaths == [])
        #expect(completed.result.signature == "ao")
    }

    @Test("Several prompts for one keychain are one dialog, and complete together")
    func together() throws {
        let (bench, _) = try lockedBench()
        let first = try unlock([Path.login], bench).prompt
        let second = try unlock([Path.alias], bench, by: .second).prompt
        for (prompt, client) in [(first, TestClient.first), (second, .second)] {
            _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: client)
        }
        #expect(bench.user.subjects.count == 1)
        bench.say(.confirmed(password: Self.password))
        #expect(try bench.completed(first).result.objectPaths == [Path.login])
        #expect(try bench.completed(second, by: .second).result.objectPaths == [Path.alias])
        let third = try unlock([Path.login], bench)
        #expect(third.unlocked == [Path.login] && third.prompt == "/")
    }

    @Test("A prompt for what has been unlocked meanwhile completes without a dialog")
    func meanwhile() throws {
        let (bench, _) = try lockedBench()
        let prompt = try unlock([Path.login], bench).prompt
        bench.home.keychains["login"]?.isLocked = false
        let completed = try bench.complete(prompt, saying: nil)
        #expect(!completed.dismissed && completed.result.objectPaths == [Path.login])
        #expect(bench.user.subjects.isEmpty)
    }

    @Test("The call Prompt is answered before the prompt completes")
    func answerFirst() throws {
        let (bench, _) = try lockedBench()
        let prompt = try unlock([Path.login], bench).prompt
        bench.home.keychains["login"]?.isLocked = false
        _ = try bench.complete(prompt, saying: nil)
        #expect(Array(bench.bus.order.suffix(2)) == ["Prompt", "Completed"])
    }

    @Test("A prompt is its owner's alone, and is shown once")
    func owner() throws {
        let (bench, _) = try lockedBench()
        let prompt = try unlock([Path.login], bench).prompt
        for client in [TestClient.firstAgain, .second] {
            #expect(
                bench.refusal("Prompt", Interface.prompt, at: prompt, [.string("")], by: client) == "Error.AccessDenied"
            )
            #expect(bench.refusal("Dismiss", Interface.prompt, at: prompt, by: client) == "Error.AccessDenied")
        }
        _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first)
        #expect(
            bench.refusal("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first) == "Error.AlreadyExists")
    }

    @Test("Dismiss completes, before Prompt and after it, once", arguments: [false, true])
    func dismiss(_ isShown: Bool) throws {
        let (bench, _) = try lockedBench()
        let prompt = try unlock([Path.login], bench).prompt
        if isShown { _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first) }
        #expect(try bench.call("Dismiss", Interface.prompt, at: prompt, by: .first).isEmpty)
        let completed = try bench.completed(prompt)
        #expect(completed.dismissed && completed.result.objectPaths == [])
        #expect(bench.user.openCount == 0)
        bench.service.woken()
        #expect(try bench.completed(prompt).dismissed)
        #expect(bench.refusal("Dismiss", Interface.prompt, at: prompt, by: .first) == "Error.UnknownObject")
    }

    @Test("A client that leaves takes its prompt along, and the dialog of others stays")
    func left() throws {
        let (bench, _) = try lockedBench()
        let first = try unlock([Path.login], bench).prompt
        let second = try unlock([Path.login], bench, by: .second).prompt
        for (prompt, client) in [(first, TestClient.first), (second, .second)] {
            _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: client)
        }
        bench.service.left(":1.1")
        #expect(bench.user.openCount == 1)
        bench.service.left(":1.3")
        #expect(bench.user.openCount == 0)
        #expect(bench.service.prompts.isEmpty && bench.service.questions.isEmpty)
        #expect(bench.service.questionTickets.isEmpty)
        bench.service.woken()
        #expect(bench.signals("Completed").isEmpty)
    }

    @Test("While a client is prompted nothing else is sent to it alone")
    func undisturbed() throws {
        let (bench, item) = try lockedBench()
        _ = try bench.getAll(Interface.item, at: item)
        let prompt = try unlock([Path.login], bench).prompt
        let before = bench.bus.signals.count
        _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first)
        bench.say(.confirmed(password: Self.password))
        let sent = bench.bus.signals.dropFirst(before).filter { $0.destination == ":1.1" }
        #expect(sent.first?.member == "Completed")
        #expect(sent.dropFirst().map(\.member) == ["PropertiesChanged", "ItemChanged"])
    }

    @Test("A client has so many prompts and no more")
    func limit() throws {
        let (bench, _) = try lockedBench()
        for _ in 0..<ServiceClient.mostPrompts { _ = try unlock([Path.login], bench) }
        #expect(
            bench.refusal("Unlock", Interface.service, at: Path.service, [.paths([Path.login])], by: .first)
                == "Error.LimitsExceeded")
        _ = try unlock([Path.login], bench, by: .second)
    }

    @Test("A program has so many prompts over all its connections, and leaves room for others")
    func limitOfProgram() throws {
        let (bench, _) = try lockedBench()
        var count = 0
        connections: for number in 0..<10 {
            let client = TestClient(":2.\(number)", TestClient.first.principal)
            for _ in 0..<ServiceClient.mostPrompts {
                guard
                    bench.refusal("Unlock", Interface.service, at: Path.service, [.paths([Path.login])], by: client)
                        == nil
                else { break connections }
                count += 1
            }
        }
        // Of programs that cannot be told apart one may have all of it, so each connection gets one more.
        #expect(count == 256 + 1)
        _ = try unlock([Path.login], bench, by: TestClient(":3.1", TestClient.first.principal))
        _ = try unlock([Path.login], bench, by: .second)
    }

    @Test("A program's prompts are about so many objects and no more")
    func manyObjects() throws {
        let (bench, _) = try lockedBench()
        let paths = (0..<8000).map { "\(Path.login)/\($0 + 1_000_000)" }
        let purpose = ServicePrompt.Purpose.unlock(paths)
        _ = try unlock([Path.login], bench)
        let caller = ServiceCaller(name: ":1.1", principal: TestClient.first.principal)
        _ = try bench.service.makePrompt(purpose, for: caller)
        _ = try bench.service.makePrompt(purpose, for: caller)
        #expect(throws: BusFailure.self) { try bench.service.makePrompt(purpose, for: caller) }
        let second = ServiceCaller(name: ":1.3", principal: TestClient.second.principal)
        _ = try unlock([Path.login], bench, by: .second)
        _ = try bench.service.makePrompt(purpose, for: second)
    }

    @Test("However many programs have many prompts, there is room for one of another program")
    func manyPrograms() throws {
        let (bench, _) = try lockedBench()
        let purpose = ServicePrompt.Purpose.unlock((0..<60).map { "\(Path.login)/\($0)" })
        for number in 0..<100 {
            let client = TestClient(":2.\(number)", ServiceBench.principal("copy \(number)"))
            _ = try bench.search([:], by: client)
            let caller = ServiceCaller(name: client.name, principal: client.principal)
            while (try? bench.service.makePrompt(purpose, for: caller)) != nil {}
        }
        #expect(bench.service.prompts.count > 1000)
        #expect(try unlock([Path.login], bench, by: .second).prompt != "/")
    }

    @Test("A question that could not be asked for one program is asked for the other that waits")
    func unavailable() throws {
        let (bench, _) = try lockedBench()
        for client in [TestClient.first, .second] {
            let prompt = try unlock([Path.login], bench, by: client).prompt
            _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: client)
        }
        #expect(bench.user.subjects.count == 1)
        bench.say(.unavailable)
        #expect(bench.signals("Completed").map(\.destination) == [":1.1"])
        #expect(bench.user.subjects.count == 2 && bench.user.openCount == 1)
        bench.say(.confirmed(password: Self.password))
        #expect(bench.signals("Completed").map(\.destination) == [":1.1", ":1.3"])
        #expect(bench.signals("Completed").last?.arguments.first?.flag == false)
    }

    @Test("Locking and unlocking are told: the collection to all, its items to who has looked at them")
    func signals() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: Self.password)])
        let item = try bench.create("x", [:])
        _ = try bench.get("Label", Interface.item, at: item)
        _ = try bench.search([:], by: .second)
        bench.pass(300)
        _ = try bench.search([:], by: .second)
        for isLocked in [true, false] {
            bench.bus.signals = []
            if isLocked {
                _ = try bench.call("Lock", Interface.service, at: Path.service, [.paths([Path.login])], by: .second)
            } else {
                bench.home.keychains["login"]?.isLocked = false
                bench.service.woken()
            }
            let changed = bench.signals("CollectionChanged")
            #expect(changed.count == 1 && changed[0].destination == nil && changed[0].path == Path.service)
            #expect(changed[0].arguments[0].objectPath == Path.login)
            let properties = bench.signals("PropertiesChanged")
            #expect(properties.map(\.path) == [Path.login, item])
            #expect(properties.map(\.destination) == [nil, ":1.1"])
            for signal in properties {
                #expect(signal.arguments[1].properties?.first?.value.flag == isLocked)
            }
            #expect(bench.signals("ItemChanged").map(\.destination) == [":1.1"])
        }
    }
}
