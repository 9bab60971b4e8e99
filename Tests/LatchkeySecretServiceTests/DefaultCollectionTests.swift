// Tests of the collection `default` while it cannot be read.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyBus
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("The default collection while it cannot be told")
struct DefaultCollectionTests {
    private let file = FileManager.default.temporaryDirectory.path + "/latchkey-alias-" + UUID().uuidString
    private let work = Path.service + "/collection/work"
    private let keychains = ["login": TestKeychain("login"), "work": TestKeychain("work")]

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

    @Test("A keychain that is gone leads to `login` once that is known")
    func gone() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "gone\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file, isListed: false)
        #expect(readAlias(bench) == "Error.Failed")
        bench.home.isListed = true
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
    }

    @Test("A default that is gone is none any more, whoever makes a keychain of its name")
    func taken() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file)
        #expect(readAlias(bench) == work)
        bench.home.keychains["work"]?.exists = false
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "login\n")
    }

    @Test("A home that is away for a while keeps its default, and a default that a command has deleted is forgotten")
    func away() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "work\n".write(toFile: file, atomically: false, encoding: .utf8)
        let bench = ServiceBench(keychains, aliasFile: file)
        try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
        bench.home.keychains["work"]?.exists = false
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
        try FileManager.default.moveItem(atPath: file + ".away", toPath: file)
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(readAlias(bench) == work)
        bench.home.keychains["work"]?.exists = false
        DefaultAlias(path: file).forget("other")
        #expect(DefaultAlias(path: file).read() == .name("work"))
        DefaultAlias(path: file).forget("work")
        bench.pass(1000)
        bench.home.keychains["work"]?.exists = true
        bench.pass(1000)
        #expect(readAlias(bench) == Path.login)
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
