// Tests of programs that are kept apart.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Programs over the Secret Service")
struct PolicyTests {
    private let group = AccessGroup(rawValue: "second.bus")

    /// An item of the second program, and what the first may do with it.
    private func bench(_ access: BusAccess) throws -> (bench: ServiceBench, item: String) {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: access]
        let item = try bench.create("foreign", ["a": "1"], secret: [8], by: .second)
        bench.pass(1000)
        // What it may ask for it has to find first.
        if case .askable = access { _ = try bench.search(["a": "1"]) }
        return (bench, item)
    }

    @Test("Another program's item is not there, whatever is tried")
    func hidden() throws {
        let (bench, item) = try bench(.hidden)
        let session = try bench.openPlain()
        #expect(try bench.search([:]) == ([], []))
        #expect(try bench.search([:], in: Path.login) == [])
        #expect(try bench.get("Items", Interface.collection, at: Path.login).objectPaths == [])
        #expect(try bench.getAll("", at: Path.login)["Items"]?.objectPaths == [])
        let calls: [(String, String, [BusValue])] = [
            ("GetSecret", Interface.item, [.path(session)]), ("Delete", Interface.item, []),
            ("SetSecret", Interface.item, [ServiceBench.secret(session, [])]),
            ("GetAll", Interface.properties, [.string("")]),
            ("Get", Interface.properties, [.string(Interface.item), .string("Locked")]),
            (
                "Set", Interface.properties,
                [.string(Interface.item), .string("Label"), .variant(.string("x"))]
            ),
            ("Introspect", Interface.introspectable, []),
        ]
        for path in [item, Path.alias + "/1"] {
            for (member, interface, arguments) in calls {
                #expect(bench.refusal(member, interface, at: path, arguments, by: .first) == "Error.UnknownObject")
            }
        }
        let unlocked = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        #expect(unlocked[0].objectPaths == [] && unlocked[1].objectPath == "/")
        let secrets = try bench.call(
            "GetSecrets", Interface.service, at: Path.service, [.paths([item]), .path(session)], by: .first)
        guard case .dictionary(key: _, value: _, let entries) = secrets[0] else {
            Issue.record("another type")
            return
        }
        #expect(entries.isEmpty)
        #expect(bench.signals("ItemCreated", to: ":1.1").isEmpty)
        #expect(bench.policy.events.contains { $0.kind == .refused && $0.group == group })
    }

    @Test("What the user is asked about is listed as locked, behind what is the program's own")
    func listed() throws {
        let (bench, item) = try bench(.askable(.imported))
        let own = try bench.create("own", ["a": "1"])
        bench.pass(1000)
        _ = try bench.answer(bench.set("Label", Interface.item, at: item, to: .string("newer"), by: .second))
        #expect(try bench.search(["a": "1"]) == ([own], [item]))
        #expect(try bench.search(["a": "1"], in: Path.login) == [own, item])
        #expect(try bench.get("Items", Interface.collection, at: Path.login).objectPaths == [own, item])
        let all = try bench.getAll(Interface.item, at: item)
        #expect(all["Locked"]?.flag == true && all["Label"]?.text == "" && all["Attributes"]?.textPairs == [])
    }

    @Test("Unlock asks the user, and a yes is for one reading by this connection")
    func once() throws {
        let (bench, item) = try bench(.askable(.moved))
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        #expect(answer[0].objectPaths == [])
        let completed = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        #expect(
            bench.user.subjects == [.permit(.moved, owner: "second.bus", itemLabel: "foreign", count: 1)])
        #expect(!completed.dismissed && completed.result.objectPaths == [item])
        #expect(try bench.get("Locked", Interface.item, at: item).flag == false)
        #expect(try bench.get("Locked", Interface.item, at: item, by: .firstAgain).flag == true)
        // A yes to reading is no yes to anything else.
        let session = try bench.openPlain()
        #expect(bench.refusal("Delete", Interface.item, at: item, by: .first) == "Error.IsLocked")
        #expect(
            bench.refusal("SetSecret", Interface.item, at: item, [ServiceBench.secret(session, [])], by: .first)
                == "Error.IsLocked")
        #expect(
            bench.refusal(of: bench.set("Label", Interface.item, at: item, to: .string("mine"))) == "Error.IsLocked")
        #expect(try bench.secret(of: item).bytes == [8])
        #expect(try bench.get("Locked", Interface.item, at: item).flag == true)
        #expect(bench.policy.decisions.map(\.verdict) == [.allowedOnce])
        #expect(bench.policy.events.map(\.kind).contains(.asked))
        #expect(bench.policy.events.map(\.kind).contains(.foreignRead))
    }

    @Test("Always makes what was imported the program's own")
    func imported() throws {
        let (bench, item) = try bench(.askable(.imported))
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        _ = try bench.complete(#require(answer[1].objectPath), saying: .always(password: nil))
        bench.policy.accesses = [:]
        #expect(try bench.search([:]).unlocked == [item])
        #expect(try bench.secret(of: item, by: .firstAgain).bytes == [8])
        #expect(try bench.search([:], by: .second).unlocked.isEmpty)
    }

    @Test("GetSecret is held while the user is asked, and answered with the secret")
    func held() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        #expect(bench.bus.answers[number] == nil)
        bench.pass(19_000)
        bench.say(.always(password: nil))
        let message = try SecretMessage(bench.answer(number)[0])
        #expect(message.value.bytes.declassified(because: "a test looks at it") == [8])
        #expect(message.session == session)
        #expect(bench.service.tick(at: bench.time.now) == nil)
        #expect(try bench.secret(of: item, by: .firstAgain).bytes == [8])
    }

    @Test("After 20 s the item is locked, and an Always that comes later counts for the next time")
    func late() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        bench.pass(20_000)
        #expect(bench.refusal(of: number) == "Error.IsLocked")
        #expect(bench.user.openCount == 1)
        bench.say(.always(password: nil))
        #expect(bench.bus.answers[number]?.count == 1)
        #expect(try bench.secret(of: item).bytes == [8])
    }

    @Test("A refusal is remembered for a minute", arguments: [ServiceAnswer.dismissed, .never])
    func refused(_ answer: ServiceAnswer) throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        bench.say(answer)
        #expect(bench.refusal(of: number) == "Error.IsLocked")
        #expect(bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: .first) == "Error.IsLocked")
        #expect(bench.user.subjects.count == 1)
        bench.pass(61_000)
        let again = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        if case .never = answer {
            #expect(bench.refusal(of: again) == "Error.IsLocked")
            #expect(bench.policy.decisions.map(\.verdict) == [.denied])
        } else {
            #expect(bench.bus.answers[again] == nil)
            #expect(bench.user.subjects.count == 2)
        }
    }

    @Test("Nobody to ask means locked, at once")
    func nobody() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        bench.say(.unavailable)
        #expect(bench.refusal(of: number) == "Error.IsLocked")
    }

    @Test("A client that leaves while its call is held leaves nothing")
    func leaving() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        bench.service.left(":1.1")
        #expect(bench.user.openCount == 0)
        bench.service.woken()
        #expect(bench.bus.answers[number] == nil)
        #expect(bench.service.heldCalls.isEmpty && bench.service.questions.isEmpty)
        #expect(bench.service.tick(at: bench.time.now) == nil)
    }

    @Test("Many items of one owner are one question")
    func many() throws {
        let (bench, item) = try bench(.askable(.managed))
        let more = try bench.create("more", [:], by: .second)
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item, more])], by: .first)
        let completed = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        #expect(bench.user.subjects == [.permit(.managed, owner: "second.bus", itemLabel: "foreign", count: 2)])
        #expect(completed.result.objectPaths == [item, more])
        // A manager has it for a while, and changes it too.
        for _ in 0..<2 { #expect(try bench.secret(of: item).bytes == [8]) }
        #expect(try bench.answer(bench.set("Label", Interface.item, at: item, to: .string("y"))).isEmpty)
        #expect(try bench.call("Delete", Interface.item, at: more, by: .first)[0].objectPath == "/")
        bench.pass(301_000)
        #expect(try bench.get("Locked", Interface.item, at: item).flag == true)
    }

    @Test("What the user must be asked about is not changed without", arguments: [BusAccess.askable(.moved), .locked])
    func changing(_ access: BusAccess) throws {
        let (bench, item) = try bench(access)
        let session = try bench.openPlain()
        #expect(bench.refusal("Delete", Interface.item, at: item, by: .first) == "Error.IsLocked")
        #expect(
            bench.refusal("SetSecret", Interface.item, at: item, [ServiceBench.secret(session, [])], by: .first)
                == "Error.IsLocked")
        #expect(
            bench.refusal(of: bench.set("Label", Interface.item, at: item, to: .string(""))) == "Error.IsLocked")
        #expect(bench.user.subjects.isEmpty)
    }

    @Test("Every call that waits for one yes has the secret")
    func several() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let numbers = (0..<3).map { _ in
            bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        }
        bench.say(.confirmed(password: nil))
        for number in numbers { #expect(try bench.answer(number).count == 1) }
        #expect(bench.user.subjects.count == 1)
    }

    @Test("Questions that nobody waits for any more do not pile up")
    func piling() throws {
        let (bench, _) = try bench(.askable(.moved))
        for _ in 0..<40 {
            let item = try bench.create("x", ["b": "1"], by: .second)
            _ = try bench.search(["b": "1"])
            let session = try bench.openPlain()
            _ = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
            bench.pass(20_000)
        }
        #expect(bench.user.subjects.count == 40)
        #expect(bench.user.openCount == 16 && bench.service.questions.count == 16)
    }

    @Test("A program waits with so many calls and no more, over all its connections")
    func limit() throws {
        let (bench, item) = try bench(.askable(.moved))
        let session = try bench.openPlain()
        let sessionOfOther = try bench.openPlain(.firstAgain)
        for count in 0..<SecretService.mostHeldCallsOfProgram {
            let (session, client) = count % 2 == 0 ? (session, TestClient.first) : (sessionOfOther, .firstAgain)
            let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: client)
            #expect(bench.bus.answers[number] == nil)
        }
        #expect(
            bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
                == "Error.LimitsExceeded")
        #expect(bench.user.subjects.count == 1)
    }
}
