// Tests of items: made, found, replaced, changed, deleted.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Items of the Secret Service")
struct ItemTests {
    @Test("An item without anything is made, shown and deleted")
    func empty() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let answer = try bench.call(
            "CreateItem", Interface.collection, at: Path.login,
            [.properties([]), ServiceBench.secret(session, [], type: ""), .boolean(false)], by: .first)
        let path = try #require(answer[0].objectPath)
        #expect(try bench.secret(of: path).bytes.isEmpty)
        #expect(try bench.get("Label", Interface.item, at: path).text == "")
        #expect(try bench.get("Attributes", Interface.item, at: path).textPairs == [])
        #expect(try bench.call("Delete", Interface.item, at: path, by: .first)[0].objectPath == "/")
    }

    @Test(
        "An item that is made on an alias has the path of its collection", arguments: ["default", "login", "session"])
    func canonicalPath(_ alias: String) throws {
        let bench = ServiceBench()
        let path = try bench.create("label", ["a": "1"], in: "/org/freedesktop/secrets/aliases/" + alias)
        let collection = alias == "session" ? Path.session : Path.login
        #expect(path.hasPrefix(collection + "/"))
        #expect(try bench.search(["a": "1"]).unlocked == [path])
        #expect(try bench.search(["a": "1"], in: collection) == [path])
        let number = try #require(path.split(separator: "/").last)
        #expect(try bench.secret(of: "/org/freedesktop/secrets/aliases/\(alias)/\(number)").bytes == [1, 2, 3])
    }

    @Test("Two items with one set of attributes coexist, and the newest is found first")
    func equalAttributes() throws {
        let bench = ServiceBench()
        let first = try bench.create("x", ["a": "1"])
        bench.pass(1000)
        let second = try bench.create("x", ["a": "1"])
        #expect(first != second)
        #expect(try bench.search(["a": "1"]).unlocked == [second, first])
        bench.pass(1000)
        _ = bench.set("Label", Interface.item, at: first, to: .string("y"))
        #expect(try bench.search(["a": "1"]).unlocked == [first, second])
        _ = try bench.call("Delete", Interface.item, at: first, by: .first)
        #expect(try bench.search(["a": "1"]).unlocked == [second])
    }

    @Test("Exactly the same attributes are replaced, more or fewer are another item")
    func replacing() throws {
        let bench = ServiceBench()
        let first = try bench.create("x", ["a": "1", "b": "2"], replace: true)
        let more = try bench.create("x", ["a": "1", "b": "2", "c": "3"], replace: true)
        let fewer = try bench.create("x", ["a": "1"], replace: true)
        #expect(Set([first, more, fewer]).count == 3)
        let again = try bench.create(
            "y", ["b": "2", "a": "1"], secret: [9], type: "application/octet-stream", replace: true)
        #expect(again == first)
        #expect(try bench.get("Label", Interface.item, at: first).text == "y")
        let found = try bench.secret(of: first)
        #expect(found.bytes == [9] && found.type == "application/octet-stream")
        let shown = bench.signals("ItemChanged", to: ":1.1").map { $0.arguments[0].objectPath }
        #expect(shown == [first])
        #expect(bench.signals("ItemCreated", to: ":1.1").count == 3)
    }

    @Test("Another program's item is not replaced")
    func replacingForeign() throws {
        let bench = ServiceBench()
        let first = try bench.create("x", ["a": "1"], by: .first)
        let second = try bench.create("x", ["a": "1"], secret: [5], replace: true, by: .second)
        #expect(first != second)
        #expect(try bench.secret(of: first).bytes == [1, 2, 3])
        #expect(try bench.search(["a": "1"], by: .first).unlocked == [first])
        #expect(try bench.search(["a": "1"], by: .second).unlocked == [second])
    }

    @Test("All pairs must match, byte for byte, and no pair matches everything")
    func searching() throws {
        let bench = ServiceBench()
        let item = try bench.create("x", ["service": "gh:github.com", "username": "", "ü": "\u{e9}\n"])
        let searches: [(KeyValuePairs<String, String>, Bool)] = [
            ([:], true), (["service": "gh:github.com"], true), (["username": ""], true), (["ü": "\u{e9}\n"], true),
            (["service": "gh:github.com", "username": ""], true), (["ü": "e\u{301}\n"], false),
            (["service": "gh"], false), (["service": "GH:github.com"], false), (["other": ""], false),
            (["service": "gh:github.com", "username": "x"], false),
        ]
        for (attributes, isFound) in searches {
            #expect(try bench.search(attributes).unlocked == (isFound ? [item] : []))
        }
    }

    @Test("A deleted item is an unknown object for every call, twice as well")
    func deleted() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let path = try bench.create("x", [:])
        _ = try bench.call("Delete", Interface.item, at: path, by: .first)
        for path in [path, "/not/existing/path", Path.login + "/999", Path.service + "/collection/nothing/1"] {
            #expect(bench.refusal("Delete", Interface.item, at: path, by: .first) == "Error.UnknownObject")
            #expect(
                bench.refusal("GetSecret", Interface.item, at: path, [.path(session)], by: .first)
                    == "Error.UnknownObject")
            #expect(
                bench.refusal(
                    "Get", Interface.properties, at: path, [.string(Interface.item), .string("Label")], by: .first)
                    == "Error.UnknownObject")
            #expect(
                bench.refusal("GetAll", Interface.properties, at: path, [.string("")], by: .first)
                    == "Error.UnknownObject")
            #expect(
                bench.refusal(
                    "SetSecret", Interface.item, at: path, [ServiceBench.secret(session, [])], by: .first)
                    == "Error.UnknownObject")
            #expect(
                bench.refusal("Introspect", Interface.introspectable, at: path, by: .first) == "Error.UnknownObject")
            #expect(bench.refusal("Nothing", "no.such.Interface", at: path, by: .first) == "Error.UnknownObject")
        }
        #expect(bench.signals("ItemDeleted", to: ":1.1").map { $0.arguments[0].objectPath } == [path])
    }

    @Test("A program that cannot be told apart writes nothing, and one in doubt finds its items locked")
    func doubt() throws {
        let bench = ServiceBench()
        let item = try bench.create("x", ["a": "1", "b": "2"])
        let doubted = TestClient(":1.9", ServiceBench.principal("first", doubt: "traced"))
        let nobody = TestClient(":1.8", ServiceBench.principal("x", kind: .nobody))
        let found = try bench.search(["a": "1", "b": "2"], by: doubted)
        #expect(found.unlocked.isEmpty && found.locked == [item])
        #expect(try bench.get("Locked", Interface.item, at: item, by: doubted).flag == true)
        #expect(try bench.get("Label", Interface.item, at: item, by: doubted).text == "")
        for (client, refusal) in [(doubted, "Error.IsLocked"), (nobody, "Error.AccessDenied")] {
            let session = try bench.openPlain(client)
            let arguments = [
                ServiceBench.properties("", ["a": "1"]), ServiceBench.secret(session, [7]), .boolean(true),
            ]
            #expect(
                bench.refusal("CreateItem", Interface.collection, at: Path.login, arguments, by: client) == refusal)
        }
        let session = try bench.openPlain(doubted)
        #expect(
            bench.refusal("GetSecret", Interface.item, at: item, [.path(session)], by: doubted) == "Error.IsLocked")
        #expect(bench.user.subjects.isEmpty)
        #expect(
            bench.refusal("Unlock", Interface.service, at: Path.service, [.paths([item])], by: doubted)
                == "Error.IsLocked")
    }

    @Test("What is wrong with a new item is told in order: session, lock, properties, encryption")
    func order() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let bad = BusValue.properties([("org.example.Other", .string(""))])
        let sealed = BusValue.structure([
            .path(session), .bytes(ItemSecret(SecretBytes(unrecorded: [1]))),
            .bytes(ItemSecret(SecretBytes(unrecorded: []))), .string(""),
        ])
        func refusal(_ properties: BusValue, _ secret: BusValue) -> String? {
            bench.refusal(
                "CreateItem", Interface.collection, at: Path.login, [properties, secret, .boolean(false)], by: .first)
        }
        #expect(refusal(bad, sealed) == "Error.InvalidArgs")
        bench.lockLogin()
        #expect(refusal(bad, sealed) == "Error.IsLocked")
        #expect(refusal(bad, ServiceBench.secret("/org/freedesktop/secrets/session/s99", [])) == "Error.NoSession")
        bench.home.keychains["login"]?.isLocked = false
        #expect(try bench.search([:]).unlocked.isEmpty)
    }

    @Test("Properties of other types are refused, and attributes that no item has room for")
    func properties() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let many = BusValue.dictionary(
            key: "s", value: "s", (0...256).map { (key: .string("n\($0)"), value: .string("")) })
        let long = ServiceBench.pairs(["a": String(repeating: "x", count: 64 << 10)])
        let cases: [(String, BusValue, String)] = [
            ("org.freedesktop.Secret.Item.Label", .uint32(1), "Error.InvalidArgs"),
            ("org.freedesktop.Secret.Item.Attributes", .string(""), "Error.InvalidArgs"),
            ("org.freedesktop.Secret.Item.Attributes", many, "Error.LimitsExceeded"),
            ("org.freedesktop.Secret.Item.Attributes", long, "Error.LimitsExceeded"),
            ("org.freedesktop.Secret.Item.Type", .boolean(true), "Error.InvalidArgs"),
            ("Label", .string(""), "Error.InvalidArgs"),
            (
                "org.freedesktop.Secret.Item.Label", .string(String(repeating: "x", count: 65_537)),
                "Error.LimitsExceeded"
            ),
        ]
        for (name, value, refusal) in cases {
            #expect(
                bench.refusal(
                    "CreateItem", Interface.collection, at: Path.login,
                    [.properties([(name, value)]), ServiceBench.secret(session, []), .boolean(false)], by: .first)
                    == refusal)
        }
        #expect(
            bench.refusal("SearchItems", Interface.service, at: Path.service, [many], by: .first)
                == "Error.LimitsExceeded")
        #expect(try bench.search([:]).unlocked.isEmpty)
    }

    @Test("The type is the schema")
    func type() throws {
        let bench = ServiceBench()
        let session = try bench.openPlain()
        let answer = try bench.call(
            "CreateItem", Interface.collection, at: Path.login,
            [
                .properties([("org.freedesktop.Secret.Item.Type", .string("org.example.Schema"))]),
                ServiceBench.secret(session, []), .boolean(false),
            ], by: .first)
        let path = try #require(answer[0].objectPath)
        #expect(try bench.get("Type", Interface.item, at: path).text == "org.example.Schema")
        #expect(try bench.search(["xdg:schema": "org.example.Schema"]).unlocked == [path])
        #expect(try bench.answer(bench.set("Type", Interface.item, at: path, to: .string("other"))).isEmpty)
        #expect(try bench.get("Attributes", Interface.item, at: path).textPairs?.map(\.value) == ["other"])
        let plain = try bench.create("x", ["a": "1"])
        #expect(try bench.get("Type", Interface.item, at: plain).text == "")
    }

    @Test("A new secret and new attributes are there at once, and change the time")
    func changing() throws {
        let bench = ServiceBench()
        let path = try bench.create("x", ["a": "1"])
        let created = try bench.getAll(Interface.item, at: path)
        guard case .uint64(let first)? = created["Modified"], case .uint64(let birth)? = created["Created"] else {
            Issue.record("no times")
            return
        }
        #expect(first == birth && first > 1_700_000_000)
        bench.pass(1250)
        let session = try bench.openPlain()
        let secret = ServiceBench.secret(session, Array("two\nlines".utf8), type: "x/y")
        #expect(try bench.call("SetSecret", Interface.item, at: path, [secret], by: .first).isEmpty)
        #expect(try bench.secret(of: path) == (Array("two\nlines".utf8), "x/y"))
        guard case .uint64(let second) = try bench.get("Modified", Interface.item, at: path) else {
            Issue.record("no time")
            return
        }
        #expect(second > first)
        let attributes = ServiceBench.pairs(["b": "2"])
        #expect(try bench.answer(bench.set("Attributes", Interface.item, at: path, to: attributes)).isEmpty)
        #expect(try bench.search(["a": "1"]).unlocked.isEmpty)
        #expect(try bench.search(["b": "2"]).unlocked == [path])
        let changes = bench.signals("PropertiesChanged", to: ":1.1").filter { $0.path == path }
        #expect(changes.count == 2)
    }

    @Test("Secrets of what is locked, unknown or another's are left out of many")
    func secrets() throws {
        let bench = ServiceBench([
            "login": TestKeychain("login"), "other": TestKeychain("other", password: ItemSecret(TestSecret("p"))),
        ])
        let own = try bench.create("x", [:])
        let locked = try bench.create("x", [:], in: Path.service + "/collection/other")
        let foreign = try bench.create("x", [:], by: .second)
        bench.home.keychains["other"]?.isLocked = true
        let session = try bench.openPlain()
        let answer = try bench.call(
            "GetSecrets", Interface.service, at: Path.service,
            [.paths([locked, own, foreign, "/x", own, Path.login + "/99"]), .path(session)], by: .first)
        guard case .dictionary(key: "o", value: "(oayays)", let entries) = answer[0] else {
            Issue.record("another type")
            return
        }
        #expect(entries.compactMap(\.key.objectPath) == [own])
        let found = try bench.search([:])
        #expect(found.unlocked == [own] && found.locked == [locked])
    }
}
