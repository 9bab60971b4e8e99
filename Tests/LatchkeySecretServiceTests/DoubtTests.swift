// Tests of programs that may be other ones.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("A program in doubt over the Secret Service")
struct DoubtTests {
    private let bench = ServiceBench()
    private let doubted = TestClient(":1.9", ServiceBench.principal("first", doubt: "traced"))

    @Test("Who names two attributes, or one and the schema, finds the items as locked")
    func named() throws {
        let item = try bench.create("x", ["a": "1", "b": "2", "xdg:schema": "s"])
        #expect(try bench.search(["a": "1", "b": "2"], by: doubted) == ([], [item]))
        #expect(try bench.search(["a": "1", "xdg:schema": "s"], in: Path.login, by: doubted) == [item])
        // Not all groups that it would have are known.
        let arguments = [ServiceBench.pairs(["a": "1", "b": "3"])]
        let refusal = bench.refusal("SearchItems", Interface.service, at: Path.service, arguments, by: doubted)
        #expect(refusal == "Error.IsLocked")
    }

    @Test("Who names less is told the same whether there is something or not")
    func vague() throws {
        for isThere in [false, true] {
            if isThere { _ = try bench.create("x", ["a": "1", "xdg:schema": "s"]) }
            for search in [[:], ["a": "1"], ["xdg:schema": "s"], ["a": "2"]] as [KeyValuePairs<String, String>] {
                let arguments = [ServiceBench.pairs(search)]
                for (path, interface) in [(Path.service, Interface.service), (Path.login, Interface.collection)] {
                    #expect(
                        bench.refusal("SearchItems", interface, at: path, arguments, by: doubted) == "Error.IsLocked")
                }
            }
            #expect(
                bench.refusal(
                    "Get", Interface.properties, at: Path.login, [.string(Interface.collection), .string("Items")],
                    by: doubted) == "Error.IsLocked")
            let all = try bench.getAll(Interface.collection, at: Path.login, by: doubted)
            #expect(all["Items"]?.objectPaths == [] && all["Label"]?.text == "login")
        }
    }

    private func time(_ value: BusValue?) -> UInt64? {
        if case .uint64(let time)? = value { time } else { nil }
    }

    @Test("It is not told when an item was made, is changed, or goes")
    func times() throws {
        let item = try bench.create("x", ["a": "1", "b": "2"])
        let all = try bench.getAll(Interface.item, at: item, by: doubted)
        #expect(time(all["Created"]) == 0 && time(all["Modified"]) == 0)
        #expect(try time(bench.get("Created", Interface.item, at: item)) ?? 0 > 0)
        let another = try bench.create("y", [:])
        _ = try bench.answer(bench.set("Label", Interface.item, at: another, to: .string("z")))
        _ = try bench.call("Delete", Interface.item, at: another, by: .first)
        for member in ["ItemCreated", "ItemChanged", "ItemDeleted"] {
            #expect(bench.signals(member, to: ":1.9").isEmpty)
            #expect(!bench.signals(member, to: ":1.1").isEmpty)
        }
    }

    @Test("If programs are not kept apart, a search says what is there")
    func together() throws {
        bench.policy.keepsProgramsApart = false
        #expect(try bench.search(["a": "1"], by: doubted) == ([], []))
        // What the mode keeps for its owner all the same is not said to be nothing.
        _ = try bench.create("x", ["a": "1"])
        #expect(
            bench.refusal(
                "SearchItems", Interface.service, at: Path.service, [ServiceBench.pairs(["a": "1"])], by: doubted)
                == "Error.IsLocked")
    }

    @Test("It makes no keychain with a password of its own")
    func keychains() throws {
        let session = try bench.openPlain(doubted)
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("new"))])
        #expect(
            bench.refusal(
                "CreateWithMasterPassword", Interface.passwords, at: Path.service,
                [label, ServiceBench.secret(session, [1])], by: doubted) == "Error.AccessDenied")
        #expect(bench.home.keychains.count == 1)
    }

    @Test("Programs make so many keychains and no more")
    func room() throws {
        for number in 1..<CollectionTable.largestCountForNew {
            bench.home.keychains[KeychainName("k\(number)")] = TestKeychain("k")
        }
        bench.pass(1000)
        bench.service.woken()
        let session = try bench.openPlain()
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("new"))])
        #expect(
            bench.refusal(
                "CreateWithMasterPassword", Interface.passwords, at: Path.service,
                [label, ServiceBench.secret(session, [1])], by: .first) == "Error.LimitsExceeded")
        #expect(
            bench.refusal(
                "CreateCollection", Interface.service, at: Path.service, [label, .string("")], by: .first)
                == "Error.LimitsExceeded")
        bench.home.keychains["k1"] = nil
        bench.service.woken()
        #expect(
            try bench.call(
                "CreateCollection", Interface.service, at: Path.service, [label, .string("")], by: .first)[0]
                .objectPath == "/")
    }

    @Test("Who is known after it has left leaves nothing")
    func late() {
        bench.service.left(":1.9")
        let number = bench.send("ReadAlias", Interface.service, at: Path.service, [.string("default")], by: doubted)
        #expect(bench.bus.answers[number] == nil)
        #expect(bench.service.clients.isEmpty)
    }

    @Test("When the keychains are locked, a manager has no more than at its start")
    func managers() throws {
        let item = try bench.create("x", [:], secret: [8], by: .second)
        bench.policy.accesses["first"] = [AccessGroup(rawValue: "second.bus"): .askable(.managed)]
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        _ = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        #expect(try bench.secret(of: item).bytes == [8])
        #expect(bench.policy.timesForgotten == 0)
        _ = try bench.call("LockService", Interface.service, at: Path.service, by: .second)
        #expect(bench.policy.timesForgotten == 1)
        #expect(try bench.get("Locked", Interface.item, at: item).flag == true)
        // Also if another process locks.
        bench.home.keychains["login"]?.isLocked = true
        bench.service.woken()
        #expect(bench.policy.timesForgotten == 2)
    }
}
