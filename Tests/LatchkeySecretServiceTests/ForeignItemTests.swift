// Tests of what nobody finds out about the items of others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Items of others over the Secret Service")
struct ForeignItemTests {
    private let group = AccessGroup(rawValue: "second.bus")

    /// The number of a new item.
    private func add(to store: MemoryCollection) throws -> Int64 {
        try store.add(
            NewServiceItem(
                group: group, label: "", attributes: .none, contentType: "",
                secret: ItemSecret(SecretBytes(unrecorded: []))), replacingIn: []
        ).number
    }

    private func opened(_ bench: ServiceBench) -> Int { bench.home.collections["login"]?.opened.count ?? -1 }

    @Test("Neither a search nor a call opens a hidden item")
    func hidden() throws {
        let bench = ServiceBench()
        var items: [String] = []
        for _ in 0..<10 { items.append(try bench.create("foreign", ["a": "1"], by: .second)) }
        let session = try bench.openPlain()
        #expect(try bench.search(["a": "1"]) == ([], []))
        #expect(try bench.search([:], in: Path.login) == [])
        for item in items {
            #expect(
                bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
                    == "Error.UnknownObject")
        }
        #expect(opened(bench) == 0)
        let refused = bench.policy.events.filter { $0.kind == .refused && $0.group == group }
        #expect(refused.count == items.count)
        // Nor is what the user may be asked about, until somebody asks for it.
        bench.policy.accesses["first"] = [group: .askable(.imported)]
        let found = try bench.search(["a": "1"])
        #expect(found.locked.count == 10)
        #expect(opened(bench) == 0)
        _ = bench.send("GetSecret", Interface.item, at: items[0], [.path(session)], by: .first)
        #expect(opened(bench) == 1)
        #expect(
            bench.user.subjects == [.permit(.imported, owner: "second.bus", itemLabel: "foreign", count: 1)])
    }

    @Test("Who has found one item that the user may be asked about learns nothing of its neighbours")
    func neighbours() throws {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: .askable(.imported)]
        let found = try bench.create("found", ["a": "1"], by: .second)
        let other = try bench.create("other", ["a": "2"], by: .second)
        #expect(try bench.search(["a": "1"]).locked == [found])
        #expect(try bench.get("Locked", Interface.item, at: found, by: .firstAgain).flag == true)
        let session = try bench.openPlain()
        #expect(
            bench.refusal("GetSecret", Interface.item, at: other, [.path(session)], by: .first)
                == "Error.UnknownObject")
        let unlock = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([other])], by: .first)
        #expect(unlock.map(\.objectPaths) == [[], nil] && unlock[1].objectPath == "/")
        for item in [found, other] {
            _ = try bench.answer(bench.set("Label", Interface.item, at: item, to: .string("new"), by: .second))
        }
        #expect(bench.signals("ItemChanged", to: ":1.1").map(\.arguments.first?.objectPath) == [found])
    }

    @Test("When too much was found, who has found the most begins again")
    func manyFound() {
        var claimed = ClaimedItems(most: 10)
        let (much, little) = (
            BusShare(of: ServiceBench.principal("much")), BusShare(of: ServiceBench.principal("little"))
        )
        func item(_ number: Int64) -> ItemKey { ItemKey(collection: "login", number: number) }
        for number in 1...8 { claimed.found(item(Int64(number)), by: much) }
        for number in 1...2 { claimed.found(item(Int64(number)), by: little) }
        claimed.found(item(9), by: much)
        #expect(claimed.contains(item(9), by: much) && !claimed.contains(item(8), by: much))
        #expect(claimed.contains(item(1), by: little) && claimed.contains(item(2), by: little))
    }

    @Test("The collection in memory has numbers without end")
    func lastNumber() throws {
        var steps: [Int64] = [1, .max - 10, 100]
        let store = MemoryCollection(step: { steps.isEmpty ? 1 : steps.removeFirst() })
        let numbers = try (0..<3).map { _ in try add(to: store) }
        #expect(numbers[0] == .max - 10 && numbers[1] < .max - 10 && numbers[1] > 0)
        #expect(Set(numbers).count == 3)
    }

    @Test("Numbers and times of the collection in memory tell nothing of what others store there")
    func session() throws {
        var time = 1000.0
        let store = MemoryCollection(now: { time })
        let before = store.state().modified
        time += 100
        let numbers = try (0..<4).map { _ in try add(to: store) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(numbers != [1, 2, 3, 4] && Set(zip(numbers, numbers.dropFirst()).map { $1 - $0 }).count > 1)
        try store.delete(numbers[0], in: group)
        #expect(store.state().modified == before)
        store.rename(to: "x")
        #expect(store.state().modified == before + 100)
    }

    @Test("To replace takes an item of any own group")
    func replacing() throws {
        let bench = ServiceBench()
        let shared = AccessGroup(rawValue: "schema.shared.bus")
        let own = AccessGroup(rawValue: "first.bus")
        let wide = TestClient(
            ":1.7",
            BusPrincipal(
                kind: .program, program: "first", path: "/usr/bin/first", group: shared, ownGroups: [own, shared]))
        let item = try bench.create("old", ["a": "1"], by: wide)
        let narrow = TestClient(
            ":1.7",
            BusPrincipal(
                kind: .program, program: "first", path: "/usr/bin/first", group: own, ownGroups: [own, shared]))
        #expect(try bench.create("new", ["a": "1"], replace: true, by: narrow) == item)
        #expect(try bench.get("Label", Interface.item, at: item, by: wide).text == "new")
    }

    @Test("What the user has granted is not for another program that has the connection")
    func handedOn() throws {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: .askable(.moved)]
        bench.policy.accesses["third"] = [group: .askable(.moved)]
        let item = try bench.create("foreign", ["a": "1"], secret: [8], by: .second)
        let third = TestClient(":1.1", ServiceBench.principal("third"))
        for client in [TestClient.first, third] { _ = try bench.search(["a": "1"], by: client) }
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        _ = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        #expect(try bench.get("Locked", Interface.item, at: item, by: third).flag == true)
        #expect(try bench.get("Locked", Interface.item, at: item).flag == false)
        #expect(try bench.secret(of: item).bytes == [8])
        // A call that is held is not answered to another one either.
        let session = try bench.openPlain()
        let number = bench.send("GetSecret", Interface.item, at: item, [.path(session)], by: .first)
        #expect(bench.bus.answers[number] == nil)
        _ = try bench.search([:], by: third)
        bench.say(.confirmed(password: nil))
        #expect(bench.refusal(of: number) == "Error.IsLocked")
    }

    @Test("Always that could not be kept is for once")
    func notGiven() throws {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: .askable(.imported)]
        let item = try bench.create("foreign", ["a": "1"], secret: [8], by: .second)
        _ = try bench.search(["a": "1"])
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        let prompt = try #require(answer[1].objectPath)
        _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first)
        bench.user.say(.always(password: nil))
        bench.home.collections["login"]?.failure = KeychainError(.notAvailable, during: "changing an item")
        bench.service.woken()
        #expect(bench.policy.decisions.map(\.verdict) == [.allowedOnce])
    }

    @Test("A keychain that is deleted for a client that has left does not come back under its path")
    func deleted() throws {
        let bench = ServiceBench(["login": TestKeychain("login"), "work": TestKeychain("work")])
        let work = Path.service + "/collection/work"
        let prompt = try bench.call("Delete", Interface.collection, at: work, by: .first)
        _ = try bench.call(
            "Prompt", Interface.prompt, at: #require(prompt[0].objectPath), [.string("")], by: .first)
        bench.user.say(.confirmed(password: nil))
        bench.service.left(":1.1")
        bench.service.woken()
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(
            try bench.get("Collections", Interface.service, at: Path.service, by: .second).objectPaths
                == [Path.login, Path.session])
    }

    @Test("A keychain that could not be made for a client that has left gives its name back")
    func promised() throws {
        let bench = ServiceBench()
        bench.home.keychains["work"] = TestKeychain("work", exists: false)
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("work"))])
        _ = bench.send(
            "CreateWithMasterPassword", Interface.passwords, at: Path.service,
            [label, ServiceBench.secret(try bench.openPlain(), [1])], by: .first)
        let (ticket, name) = try #require(bench.service.workNames.first)
        #expect(name == "work")
        bench.service.left(":1.1")
        bench.service.finishWork(ticket, KeychainError(.notAvailable, during: "making a keychain"))
        #expect(bench.service.table.freshName(for: "work") == "work")
    }
}
