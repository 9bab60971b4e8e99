// Tests of collections and aliases.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Collections of the Secret Service")
struct CollectionTests {
    private func label(_ text: String) -> BusValue {
        .properties([("org.freedesktop.Secret.Collection.Label", .string(text))])
    }

    private func readAlias(_ name: String, _ bench: ServiceBench) throws -> String? {
        try bench.call("ReadAlias", Interface.service, at: Path.service, [.string(name)], by: .first)[0].objectPath
    }

    private func collections(_ bench: ServiceBench) throws -> [String]? {
        try bench.get("Collections", Interface.service, at: Path.service).objectPaths
    }

    @Test("`login` and `session` are always there, in a stable order")
    func always() throws {
        let bench = ServiceBench([:])
        #expect(try collections(bench) == [Path.login, Path.session])
        #expect(try bench.get("Label", Interface.collection, at: Path.alias).text == "login")
        #expect(try bench.get("Items", Interface.collection, at: Path.alias).objectPaths == [])
        _ = try bench.create("x", [:], in: Path.alias)
        let more = ServiceBench(["b": TestKeychain("b"), "a b": TestKeychain("a b"), "session": TestKeychain("x")])
        let other = Path.service + "/collection/"
        #expect(try collections(more) == [Path.login, other + "a_20b", other + "b", Path.session])
    }

    @Test("Aliases lead to collections, and unknown ones nowhere")
    func aliases() throws {
        let bench = ServiceBench()
        #expect(try readAlias("default", bench) == Path.login)
        #expect(try readAlias("login", bench) == Path.login)
        #expect(try readAlias("session", bench) == Path.session)
        for name in ["", "other", "Default"] { #expect(try readAlias(name, bench) == "/") }
    }

    @Test("The default moves by the user's word alone, and stays moved")
    func settingDefault() throws {
        let file = FileManager.default.temporaryDirectory.path + "/latchkey-alias-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        let keychains: [KeychainName: TestKeychain] = [
            "login": TestKeychain("login"), "other": TestKeychain("other"),
        ]
        let bench = ServiceBench(keychains, aliasFile: file)
        let other = Path.service + "/collection/other"
        func set(_ path: String) -> UInt64 {
            bench.send("SetAlias", Interface.service, at: Path.service, [.string("default"), .path(path)], by: .first)
        }
        #expect(try bench.answer(set(Path.login)).isEmpty)
        let refused = set(other)
        #expect(bench.bus.answers[refused] == nil)
        bench.say(.dismissed)
        #expect(bench.refusal(of: refused) == "Error.AccessDenied")
        #expect(try readAlias("default", bench) == Path.login)
        let number = set(other)
        #expect(bench.user.subjects.last == .makeDefault(keychain: "other", provenBy: nil))
        bench.say(.confirmed(password: nil))
        #expect(try bench.answer(number).isEmpty)
        #expect(try readAlias("default", bench) == other)
        #expect(try bench.create("x", [:], in: Path.alias).hasPrefix(other))
        #expect(try readAlias("default", ServiceBench(keychains, aliasFile: file)) == other)
        let late = set(Path.login)
        bench.pass(20_000)
        #expect(bench.refusal(of: late) == "Error.AccessDenied")
        #expect(bench.user.openCount == 0)
        #expect(try readAlias("default", bench) == other)
    }

    @Test("Other aliases are not supported, and unknown collections are no objects")
    func badAliases() {
        let bench = ServiceBench()
        func refusal(_ name: String, _ path: String) -> String? {
            bench.refusal("SetAlias", Interface.service, at: Path.service, [.string(name), .path(path)], by: .first)
        }
        #expect(refusal("other", Path.login) == "Error.NotSupported")
        #expect(refusal("login", Path.session) == "Error.NotSupported")
        #expect(refusal("default", Path.session) == "Error.NotSupported")
        #expect(refusal("default", "/nothing") == "Error.NoSuchObject")
        #expect(refusal("default", Path.service + "/collection/nothing") == "Error.NoSuchObject")
    }

    @Test(
        "A damaged file of the alias is none",
        arguments: ["", "\n", "login", "a\nb", String(repeating: "label ", count: 50)])
    func damagedAlias(_ text: String) throws {
        let file = FileManager.default.temporaryDirectory.path + "/latchkey-alias-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        #expect(try readAlias("default", ServiceBench([:], aliasFile: file)) == Path.login)
    }

    @Test("A new collection is made with the user's password, and is there when the prompt completes")
    func creating() throws {
        let bench = ServiceBench()
        let answer = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label("My keys"), .string("")], by: .first)
        #expect(answer[0].objectPath == "/")
        let prompt = try #require(answer[1].objectPath)
        #expect(prompt == "/org/freedesktop/secrets/prompt/p1")
        bench.bus.signals = []
        let password = ItemSecret(TestSecret("new"))
        let completed = try bench.complete(prompt, saying: .confirmed(password: password))
        #expect(bench.user.subjects == [.newKeychain(label: "My keys")])
        let path = try #require(completed.result.objectPath)
        #expect(!completed.dismissed && path == Path.service + "/collection/My_20keys")
        #expect(bench.bus.signals.map(\.member) == ["CollectionCreated", "PropertiesChanged", "Completed"])
        #expect(try collections(bench) == [Path.login, path, Path.session])
        #expect(try bench.get("Label", Interface.collection, at: path).text == "My keys")
        #expect(try bench.create("x", [:], in: path).hasPrefix(path + "/"))
        let again = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label("My keys"), .string("")], by: .first)
        let second = try bench.complete(#require(again[1].objectPath), saying: .confirmed(password: nil))
        #expect(second.result.objectPath == path + "_202")
    }

    @Test("A dismissed creation has the path of no object")
    func dismissedCreation() throws {
        let bench = ServiceBench()
        let answer = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label("x"), .string("")], by: .first)
        let completed = try bench.complete(#require(answer[1].objectPath), saying: .dismissed)
        #expect(completed.dismissed && completed.result.objectPath == "/")
        #expect(try collections(bench) == [Path.login, Path.session])
    }

    @Test("A collection of an alias that leads somewhere is that one, unlocked")
    func existing() throws {
        let password = ItemSecret(TestSecret("login"))
        let bench = ServiceBench(["login": TestKeychain("login", password: password)])
        for alias in ["default", "login", "session"] {
            let answer = try bench.call(
                "CreateCollection", Interface.service, at: Path.service, [label("x"), .string(alias)], by: .first)
            #expect(answer[0].objectPath == (alias == "session" ? Path.session : Path.login))
            #expect(answer[1].objectPath == "/")
        }
        bench.lockLogin()
        let answer = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label("x"), .string("default")], by: .first)
        #expect(answer[0].objectPath == "/")
        let completed = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: password))
        #expect(!completed.dismissed && completed.result.objectPath == Path.login)
        #expect(
            bench.refusal(
                "CreateCollection", Interface.service, at: Path.service, [label("x"), .string("other")], by: .first)
                == "Error.NotSupported")
        #expect(
            bench.refusal(
                "CreateCollection", Interface.service, at: Path.service,
                [.properties([("Label", .string("x"))]), .string("")], by: .first) == "Error.InvalidArgs")
    }

    @Test("A collection is deleted with its password, and its path does not come back")
    func deleting() throws {
        let password = ItemSecret(TestSecret("of a"))
        let bench = ServiceBench(["login": TestKeychain("login"), "a": TestKeychain("a", password: password)])
        let path = Path.service + "/collection/a"
        _ = try bench.create("x", [:], in: path)
        bench.pass(300)
        let prompt = try bench.call("Delete", Interface.collection, at: path, by: .first)[0].objectPath
        _ = try bench.call("Prompt", Interface.prompt, at: #require(prompt), [.string("")], by: .first)
        #expect(bench.user.subjects == [.delete(keychain: "a", hasPassword: true)])
        let wrong = bench.say(.confirmed(password: nil))
        #expect(!wrong)
        bench.bus.signals = []
        bench.say(.confirmed(password: password))
        let completed = try bench.completed(#require(prompt))
        #expect(!completed.dismissed && completed.result.text == "")
        #expect(bench.bus.signals.map(\.member) == ["CollectionDeleted", "PropertiesChanged", "Completed"])
        #expect(bench.refusal("Delete", Interface.collection, at: path, by: .first) == "Error.UnknownObject")
        #expect(bench.refusal("Delete", Interface.collection, at: Path.session, by: .first) == "Error.NotSupported")
        let answer = try bench.call(
            "CreateCollection", Interface.service, at: Path.service, [label("a"), .string("")], by: .first)
        let again = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        #expect(again.result.objectPath == path + "_202")
    }

    @Test("A label is set at once in `session`, and with the user's word elsewhere")
    func labels() throws {
        let bench = ServiceBench()
        #expect(
            try bench.answer(bench.set("Label", Interface.collection, at: Path.session, to: .string("Hello!"))).isEmpty)
        #expect(try bench.get("Label", Interface.collection, at: Path.session).text == "Hello!")
        #expect(bench.signals("CollectionChanged").map { $0.arguments[0].objectPath } == [Path.session])
        let number = bench.set("Label", Interface.collection, at: Path.alias, to: .string("Hello!"))
        #expect(bench.user.subjects == [.rename(keychain: "login", label: "Hello!")])
        bench.say(.confirmed(password: nil))
        #expect(try bench.answer(number).isEmpty)
        #expect(try bench.get("Label", Interface.collection, at: Path.login).text == "Hello!")
        let late = bench.set("Label", Interface.collection, at: Path.login, to: .string("x"))
        #expect(bench.service.tick(at: bench.time.now) == 20_000)
        bench.pass(19_999)
        #expect(bench.bus.answers[late] == nil)
        bench.pass(1)
        #expect(bench.refusal(of: late) == "Error.AccessDenied")
        bench.policy.keepsProgramsApart = false
        #expect(
            try bench.answer(bench.set("Label", Interface.collection, at: Path.login, to: .string("y"))).isEmpty)
    }

    @Test("The password is changed by a prompt", arguments: [true, false])
    func changing(_ isInternal: Bool) throws {
        let (old, new) = (ItemSecret(TestSecret("old")), ItemSecret(TestSecret("new")))
        let bench = ServiceBench(["login": TestKeychain("login", password: old)])
        let answer = try bench.call(
            isInternal ? "ChangeWithPrompt" : "ChangeLock", isInternal ? Interface.passwords : Interface.service,
            at: Path.service, [.path(Path.alias)], by: .first)
        let completed = try bench.complete(#require(answer[0].objectPath), saying: .newPassword(old: old, new: new))
        #expect(bench.user.subjects == [.changePassword(keychain: "login", hasPassword: true)])
        #expect(!completed.dismissed && completed.result.text == "")
        let isChanged = bench.home.keychains["login"]?.password == new
        #expect(isChanged)
    }

    @Test("Keychains that others make and delete come and go")
    func others() throws {
        let bench = ServiceBench()
        _ = try collections(bench)
        bench.home.keychains["new"] = TestKeychain("new")
        bench.pass(250)
        let path = Path.service + "/collection/new"
        #expect(try collections(bench) == [Path.login, path, Path.session])
        #expect(bench.signals("CollectionCreated").map { $0.arguments[0].objectPath } == [path])
        bench.home.keychains["new"]?.exists = false
        bench.service.woken()
        #expect(bench.signals("CollectionDeleted").map { $0.arguments[0].objectPath } == [path])
        #expect(try collections(bench) == [Path.login, Path.session])
    }
}
