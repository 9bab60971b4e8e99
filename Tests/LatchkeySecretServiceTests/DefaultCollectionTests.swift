// Tests of the collection `default` while it cannot be read.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("The default collection while it cannot be told")
struct DefaultCollectionTests {
    private let file = FileManager.default.temporaryDirectory.path + "/latchkey-alias-" + UUID().uuidString
    private let work = Path.service + "/collection/work"
    private let keychains: [KeychainName: TestKeychain] = [
        "login": TestKeychain("login"), "work": TestKeychain("work"),
    ]

    private func readAlias(_ bench: ServiceBench) -> String? {
        let number = bench.send(
            "ReadAlias", Interface.service, at: Path.service, [.string("default")], by: .first)
        return bench.refusal(of: number) ?? (try? bench.answer(number))?.first?.objectPath
    }

    private func create(_ bench: ServiceBench) throws -> String? {
        bench.refusal(
            "CreateItem", Interface.collection, at: Path.alias,
            [ServiceBench.properties("x", [:]), ServiceBench.secret(try bench.openPlain(), [1]), .boolean(false)],
            by: .first)
    }

    @Test("It leads to no other keychain until the folder is listed, and then where the user has said")
    func unlisted() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file, isListed: false)
        #expect(readAlias(bench) == "Error.Failed")
        #expect(try create(bench) == "Error.Failed")
        #expect(bench.refusal("Get", Interface.properties, at: Path.alias, Self.label, by: .first) == "Error.Failed")
        // What is not listed may have what is searched for.
        let pairs = ServiceBench.pairs(["a": "1"])
        #expect(
            bench.refusal("SearchItems", Interface.service, at: Path.service, [pairs], by: .first) == "Error.Failed")
        bench.home.isListed = true
        bench.pass(1000)
        #expect(readAlias(bench) == work)
        #expect(try bench.create("x", [:], in: Path.alias).hasPrefix(work))
    }

    private func setDefault(_ path: String, _ bench: ServiceBench) -> UInt64 {
        bench.send("SetAlias", Interface.service, at: Path.service, [.string("default"), .path(path)], by: .first)
    }

    @Test("One that is not there leads nowhere, and nothing counts as not found, until the user takes another one")
    func gone() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "gone\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file)
        let pairs = ServiceBench.pairs(["a": "1"])
        for path in [Path.alias, Path.service] {
            let interface = path == Path.alias ? Interface.collection : Interface.service
            #expect(bench.refusal("SearchItems", interface, at: path, [pairs], by: .first) == "Error.Failed")
        }
        #expect(readAlias(bench) == "Error.Failed")
        #expect(try create(bench) == "Error.Failed")
        let number = setDefault(Path.login, bench)
        bench.say(.confirmed(password: nil))
        #expect(try bench.answer(number).isEmpty)
        #expect(readAlias(bench) == Path.login)
        #expect(try bench.search(["a": "1"]).unlocked.isEmpty)
    }

    @Test("Its file may be away, or be restored before the keychain is: it stays the default")
    func away() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        bench.home.keychains["work"]?.exists = false
        bench.pass(1000)
        #expect(readAlias(bench) == "Error.Failed")
        #expect(try create(bench) == "Error.Failed")
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        bench.pass(1000)
        #expect(readAlias(bench) == "Error.Failed")
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(readAlias(bench) == work)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "work\n")
    }

    @Test(
        "One that was deleted is the default no more, whoever makes a keychain of its name", arguments: [false, true])
    func deleted(_ isByCommand: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file)
        #expect(readAlias(bench) == work)
        if isByCommand {
            bench.home.keychains["work"]?.exists = false
            DefaultAlias(path: file).forget("other")
            #expect(DefaultAlias(path: file).read() == .name("work"))
            DefaultAlias(path: file).forget("work")
        } else {
            let prompt = try bench.call("Delete", Interface.collection, at: work, by: .first)[0].objectPath
            _ = try bench.complete(try #require(prompt), saying: .confirmed(password: nil))
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "login\n")
        bench.pass(1000)
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
    }

    @Test("It is shown however many keychains there are")
    func crowded() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        var all = keychains
        for number in 0..<CollectionTable.largestCount {
            let name = KeychainName("B\(number)")
            all[name] = TestKeychain(name.text)
        }
        let bench = ServiceBench(all, aliasFile: file)
        #expect(readAlias(bench) == work)
        #expect(try bench.get("Collections", Interface.service, at: Path.service).objectPaths?.contains(work) == true)
        #expect(try bench.create("x", [:], in: Path.alias).hasPrefix(work))
    }

    @Test("A keychain whose name looks the same is another one")
    func twins() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (name, twin) = ("B\u{fc}ro", "Bu\u{308}ro")
        try (name + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        let (own, other) = (ItemSecret(TestSecret("own")), ItemSecret(TestSecret("other")))
        let both: [KeychainName: TestKeychain] = [
            KeychainName(name): TestKeychain(name, password: own),
            KeychainName(twin): TestKeychain(twin, password: other),
        ]
        let bench = ServiceBench(both, aliasFile: file)
        let paths = [name, twin].map { CollectionName.collection(KeychainName($0)).path }
        #expect(try bench.get("Label", Interface.collection, at: paths[1]).text?.hasSameBytes(as: twin) == true)
        #expect(readAlias(bench) == paths[0])
        #expect(try bench.create("x", [:], in: Path.alias).hasPrefix(paths[0] + "/"))
        DefaultAlias(path: file).forget(KeychainName(twin))
        #expect(DefaultAlias(path: file).read() == .name(KeychainName(name)))
        let prompt = try bench.call("Delete", Interface.collection, at: paths[1], by: .first)[0].objectPath
        _ = try bench.complete(try #require(prompt), saying: .confirmed(password: other))
        #expect(readAlias(bench) == paths[0])
    }

    @Test("Another one is chosen with the password of the one that it is now")
    func proven() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        let (own, other) = (ItemSecret(TestSecret("own")), ItemSecret(TestSecret("other")))
        let both: [KeychainName: TestKeychain] = [
            "login": TestKeychain("login", password: own), "trap": TestKeychain("trap", password: other),
            "open": TestKeychain("open"),
        ]
        let bench = ServiceBench(both, aliasFile: file)
        for name in ["trap", "open"] as [KeychainName] {
            let number = setDefault(CollectionName.collection(name).path, bench)
            #expect(bench.user.subjects.last == .makeDefault(keychain: name, provenBy: "login"))
            #expect(!bench.say(.confirmed(password: other)), "the password of the new one shows nothing")
            bench.say(name == "trap" ? .dismissed : .confirmed(password: own))
            #expect((bench.refusal(of: number) == nil) == (name == "open"))
        }
        // One without a password says nothing of who the user is, so it is the password of `login` still.
        _ = setDefault(CollectionName.collection("trap").path, bench)
        #expect(bench.user.subjects.last == .makeDefault(keychain: "trap", provenBy: "login"))
    }

    @Test("A file that cannot be opened is tried again")
    func unreadable() throws {
        // A name that is too long for a file stands for a file system that refuses: root reads whatever is there.
        let alias = DefaultAlias(path: file + "/" + String(repeating: "x", count: 300))
        #expect(alias.read() == .missing || alias.read() == .unreadable)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(alias.read() == .unreadable)
        let bench = ServiceBench(keychains, aliasFile: alias.path)
        #expect(readAlias(bench) == "Error.Failed")
        bench.pass(1000)
        #expect(readAlias(bench) == "Error.Failed")
        #expect(try bench.create("x", [:], in: Path.login).hasPrefix(Path.login))
        // A folder, and a pipe that nobody writes to, are no file.
        #expect(DefaultAlias(path: file).read() == .missing)
        let pipe = file + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(DefaultAlias(path: pipe).read() == .missing)
    }

    private static let label: [BusValue] = [.string(Interface.collection), .string("Label")]
}
