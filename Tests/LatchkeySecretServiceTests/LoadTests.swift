// Tests of what one client can do to the others.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Clients of the Secret Service that want much")
struct LoadTests {
    private let password = ItemSecret(TestSecret("of the keychain"))

    private func prompt(_ bench: ServiceBench, by client: TestClient) throws -> String {
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("x"))])
        let answer = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label, .string("")], by: client)
        return try #require(answer[1].objectPath)
    }

    private func lists(_ bench: ServiceBench, to client: TestClient) -> [[String]] {
        bench.signals("PropertiesChanged", to: client.name).compactMap {
            $0.arguments[1].properties?.first { $0.name == "Items" }?.value.objectPaths
        }
    }

    @Test("A prompt that its client does not show holds no signals back")
    func unshownPrompt() throws {
        let bench = ServiceBench()
        _ = try prompt(bench, by: .first)
        let item = try bench.create("", [:], by: .firstAgain)
        #expect(bench.signals("ItemCreated", to: ":1.1").map { $0.arguments[0].objectPath } == [item])
    }

    @Test("Of a list that changes while its client is prompted one is kept")
    func promptedList() throws {
        let bench = ServiceBench()
        let first = try bench.create("", [:])
        _ = try bench.get("Items", Interface.collection, at: Path.login)
        _ = try bench.getAll(Interface.item, at: first)
        let prompt = try prompt(bench, by: .first)
        _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: .first)
        let before = bench.bus.signals.count { $0.destination == ":1.1" }
        var items = [first]
        for number in 0..<300 { items.append(try bench.create("", ["a": "\(number)"], by: .firstAgain)) }
        for label in ["one", "two"] {
            _ = try bench.answer(
                bench.set("Label", Interface.item, at: first, to: .string(label), by: .firstAgain))
        }
        #expect(bench.bus.signals.count { $0.destination == ":1.1" } == before)
        bench.say(.dismissed)
        #expect(lists(bench, to: .first).map(Set.init) == [Set(items)])
        #expect(bench.signals("ItemCreated", to: ":1.1").count <= ServiceClient.mostDeferred + 1)
        let labels = bench.signals("PropertiesChanged", to: ":1.1").compactMap {
            $0.arguments[1].properties?.first { $0.name == "Label" }?.value.text
        }
        #expect(labels == ["two"])
        #expect(bench.service.deferredCount == 0)
    }

    @Test("Lists for many clients are sent in a while, and the last one is right")
    func manyLists() throws {
        let bench = ServiceBench()
        var items: [String] = []
        for number in 0..<500 { items.append(try bench.create("", ["a": "\(number)"])) }
        let clients = (0..<20).map { TestClient(":2.\($0)", ServiceBench.principal("first")) }
        for client in clients { _ = try bench.get("Items", Interface.collection, at: Path.login, by: client) }
        for number in 0..<20 { items.append(try bench.create("", ["b": "\(number)"])) }
        let sent = clients.reduce(0) { $0 + lists(bench, to: $1).reduce(0) { $0 + $1.count } }
        #expect(sent > 0 && sent < 5000)
        for _ in 0..<20 { bench.pass(250) }
        for client in clients { #expect(lists(bench, to: client).last.map(Set.init) == Set(items)) }
    }

    @Test("Lists that are searched for cost, whatever they find, and leave other programs their turn")
    func searchedLists() {
        var allowance = ListAllowance()
        /// How many lists that are empty a program gets.
        func searches(of program: Int, at now: UInt64) -> Int {
            let share = BusShare(of: ServiceBench.principal("\(program)"))
            var count = 0
            while allowance.has(at: now), allowance.has(for: share) {
                _ = allowance.take(0, isSearched: true, for: share)
                count += 1
            }
            return count
        }
        #expect((10..<25).contains(searches(of: 1, at: 0)))
        #expect(searches(of: 1, at: 100) == 0)
        #expect((10..<25).contains(searches(of: 2, at: 100)))
        #expect(searches(of: 3, at: 249) == 0, "there is so much for all")
        #expect(searches(of: 1, at: 250) > 0)
    }

    @Test("A client with lists of many collections gets them all, and others theirs meanwhile")
    func manyCollections() throws {
        let names = (0..<60).map { "k\($0)" }
        let bench = ServiceBench(Dictionary(uniqueKeysWithValues: names.map { (KeychainName($0), TestKeychain($0)) }))
        func path(_ name: String) -> String { Path.service + "/collection/" + name }
        for name in names { _ = try bench.get("Items", Interface.collection, at: path(name)) }
        _ = try bench.get("Items", Interface.collection, at: path("k0"), by: .second)
        // What there is for all of them is used up.
        for _ in 0..<3 { for name in names { _ = try bench.create("", [:], in: path(name)) } }
        let item = try bench.create("", [:], in: path("k0"), by: .second)
        #expect(lists(bench, to: .first).count < 60)
        bench.pass(250)
        #expect(lists(bench, to: .second).last == [item])
        for _ in 0..<8 { bench.pass(250) }
        let told = Set(
            bench.signals("PropertiesChanged", to: ":1.1").filter { signal in
                signal.arguments[1].properties?.contains { $0.name == "Items" && $0.value.objectPaths?.count == 3 }
                    ?? false
            }.map(\.path))
        #expect(told.count == 60)
    }

    @Test("Of a collection that is locked clients are told of some items, and who has looked at few of them all")
    func manyWatchers() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password)])
        let items = try (0..<300).map { try bench.create("", ["a": "\($0)"]) }
        let clients = (0..<8).map { TestClient(":2.\($0)", ServiceBench.principal("first")) }
        for client in clients {
            for item in items.prefix(client.name == ":2.5" ? 10 : 300) {
                _ = try bench.getAll(Interface.item, at: item, by: client)
            }
        }
        _ = try bench.get("Locked", Interface.collection, at: Path.login)
        bench.bus.signals = []
        _ = try bench.call("Lock", Interface.service, at: Path.service, [.paths([Path.login])], by: .second)
        bench.pass(300)
        _ = try bench.get("Locked", Interface.collection, at: Path.login)
        let changed = bench.signals("ItemChanged")
        #expect(changed.count <= 1000 && changed.count > 900)
        #expect(changed.count { $0.destination == ":2.5" } == 10)
        #expect(bench.signals("CollectionChanged").count == 1)
    }

    @Test("Whoever has looked whether a collection is locked is told when it is")
    func lockedMeanwhile() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password)])
        #expect(try bench.get("Locked", Interface.collection, at: Path.login).flag == false)
        bench.lockLogin()
        bench.service.woken()
        let values = bench.signals("PropertiesChanged").compactMap {
            $0.arguments[1].properties?.first { $0.name == "Locked" }?.value.flag
        }
        #expect(values == [true])
        #expect(bench.signals("CollectionChanged").count == 1)
    }

    @Test("A program leaves sessions for others, over however many connections")
    func sessions() throws {
        let bench = ServiceBench()
        var refused = 0
        for connection in 0..<12 {
            let client = TestClient(":2.\(connection)", ServiceBench.principal("first"))
            for _ in 0..<1000 {
                let refusal = bench.refusal(
                    "OpenSession", Interface.service, at: Path.service, [.string("plain"), .variant(.string(""))],
                    by: client)
                if refusal != nil { refused += 1 }
            }
        }
        #expect(refused >= 6000)
        for _ in 0..<100 { _ = try bench.openPlain(.second) }
    }

    @Test("Who refuses the dialog of one program has not refused another one's")
    func refusalOfOther() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password, isLocked: true)])
        var prompts: [String] = []
        for client in [TestClient.first, .firstAgain, .second] {
            let answer = try bench.call(
                "Unlock", Interface.service, at: Path.service, [.paths([Path.login])], by: client)
            let prompt = try #require(answer[1].objectPath)
            _ = try bench.call("Prompt", Interface.prompt, at: prompt, [.string("")], by: client)
            prompts.append(prompt)
        }
        #expect(bench.user.subjects.count == 1)
        bench.say(.dismissed)
        #expect(try bench.completed(prompts[0]).dismissed)
        #expect(try bench.completed(prompts[1], by: .firstAgain).dismissed)
        #expect(bench.signals("Completed", to: ":1.3").isEmpty)
        #expect(bench.user.subjects.count == 2 && bench.user.openCount == 1)
        bench.say(.confirmed(password: password))
        #expect(try !bench.completed(prompts[2], by: .second).dismissed)
    }
}
