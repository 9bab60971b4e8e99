// Tests of collections that are keychains on the disk.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyService
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

@Suite("Keychains over the Secret Service")
final class KeychainCollectionTests {
    private let folder: String
    private let bus = RecordingBus()
    private let user = TestUser()
    private let service: SecretService
    private let policy = TestPolicy()
    private var lastNumber: UInt64 = 0

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/latchkey-service-" + UUID().uuidString
        folder = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let keychains = KeychainService(home: path, unlockPlace: .service)
        let home = KeychainFolder(path) { file in (keychains, path + "/" + file) }
        service = SecretService(sending: bus, home: home, policy: policy, asking: user, clock: { 0 }, waker: {})
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func call(
        _ member: String, _ interface: String, at path: String, _ arguments: [BusValue] = []
    ) throws -> [BusValue] {
        lastNumber += 1
        let call = BusCall(
            number: lastNumber, sender: ":1.1", path: path, interface: interface, member: member,
            signature: arguments.map(\.signature).joined(), arguments: arguments, expectsAnswer: true)
        service.handle(call, from: TestClient.first.principal, at: lastNumber * 1000)
        return try #require(bus.answers[lastNumber]?.first).get()
    }

    private func create(_ label: String, _ attributes: KeyValuePairs<String, String>, _ bytes: [UInt8]) throws -> String
    {
        let answer = try call(
            "CreateItem", Interface.collection, at: Path.alias,
            [
                ServiceBench.properties(label, attributes), ServiceBench.secret(try session(), bytes, type: "x/y"),
                .boolean(true),
            ])
        return try #require(answer[0].objectPath)
    }

    private func session() throws -> String {
        let answer = try call(
            "OpenSession", Interface.service, at: Path.service, [.string("plain"), .variant(.string(""))])
        return try #require(answer[1].objectPath)
    }

    @Test("The first item makes the keychain, and is found, read, replaced and deleted")
    func life() throws {
        let found = try call("SearchItems", Interface.service, at: Path.service, [ServiceBench.pairs([:])])
        #expect(found[0].objectPaths == [])
        #expect(!FileManager.default.fileExists(atPath: folder + "/login.keychain-db"))
        let item = try create("label", ["a": "1", "b": ""], [0, 1, 2])
        #expect(FileManager.default.fileExists(atPath: folder + "/login.keychain-db"))
        #expect(item.hasPrefix(Path.login + "/"))
        let session = try session()
        let secret = try SecretMessage(call("GetSecret", Interface.item, at: item, [.path(session)])[0])
        #expect(secret.contentType == "x/y")
        #expect(secret.value.bytes.declassified(because: "a test looks at it") == [0, 1, 2])
        let all = try #require(
            try call("GetAll", Interface.properties, at: item, [.string(Interface.item)])[0].properties)
        let values = Dictionary(uniqueKeysWithValues: all)
        #expect(values["Label"]?.text == "label" && values["Locked"]?.flag == false)
        #expect(values["Attributes"]?.textPairs?.map(\.value) == ["1", ""])
        guard case .uint64(let created)? = values["Created"] else {
            Issue.record("no time")
            return
        }
        #expect(created + 10 > UInt64(time(nil)) && created <= UInt64(time(nil)))
        #expect(try create("other", ["b": "", "a": "1"], [7]) == item)
        _ = try call("Delete", Interface.item, at: item)
        let gone = try call("SearchItems", Interface.collection, at: Path.login, [ServiceBench.pairs(["a": "1"])])
        #expect(gone[0].objectPaths == [])
    }

    @Test("A label makes the keychain as well")
    func label() throws {
        policy.keepsProgramsApart = false
        _ = try call(
            "Set", Interface.properties, at: Path.alias,
            [.string(Interface.collection), .string("Label"), .variant(.string("Hello!"))])
        let shown = try call("Get", Interface.properties, at: Path.login, [.string(""), .string("Label")])
        #expect(shown[0].contained?.text == "Hello!")
        let names = try call("Get", Interface.properties, at: Path.service, [.string(""), .string("Collections")])
        #expect(names[0].contained?.objectPaths == [Path.login, Path.session])
    }

    @Test("The first password makes the keychain as well")
    func firstPassword() throws {
        let password = ItemSecret(TestSecret("first"))
        let prompt = try call("ChangeWithPrompt", Interface.passwords, at: Path.service, [.path(Path.alias)])
        _ = try call("Prompt", Interface.prompt, at: #require(prompt[0].objectPath), [.string("")])
        user.say(.newPassword(old: nil, new: password))
        service.woken()
        #expect(bus.signals.last { $0.member == "Completed" }?.arguments[0].flag == false)
        let locked = try call("Lock", Interface.service, at: Path.service, [.paths([Path.login])])
        #expect(locked[0].objectPaths == [Path.login])
    }

    @Test("A new keychain with a password is locked, found in, and unlocked")
    func locking() throws {
        let password = ItemSecret(TestSecret("of a keychain"))
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("My keys"))])
        let made = try call("CreateCollection", Interface.service, at: Path.service, [label, .string("")])
        let prompt = try #require(made[1].objectPath)
        _ = try call("Prompt", Interface.prompt, at: prompt, [.string("")])
        user.say(.confirmed(password: password))
        service.woken()
        let completed = try #require(bus.signals.last { $0.member == "Completed" })
        let path = try #require(completed.arguments[1].contained?.objectPath)
        #expect(path == Path.service + "/collection/My_20keys")
        let shown = try call("Get", Interface.properties, at: path, [.string(""), .string("Label")])
        #expect(shown[0].contained?.text == "My keys")
        let item = try call(
            "CreateItem", Interface.collection, at: path,
            [ServiceBench.properties("x", ["a": "1"]), ServiceBench.secret(try session(), [5]), .boolean(false)])
        let itemPath = try #require(item[0].objectPath)
        let locked = try call("Lock", Interface.service, at: Path.service, [.paths([path, Path.alias])])
        #expect(locked[0].objectPaths == [path])
        let found = try call("SearchItems", Interface.service, at: Path.service, [ServiceBench.pairs(["a": "1"])])
        #expect(found[0].objectPaths == [] && found[1].objectPaths == [itemPath])
        let unlock = try call("Unlock", Interface.service, at: Path.service, [.paths([itemPath])])
        _ = try call("Prompt", Interface.prompt, at: #require(unlock[1].objectPath), [.string("")])
        user.say(.confirmed(password: password))
        service.woken()
        let unlocked = try #require(bus.signals.last { $0.member == "Completed" })
        #expect(unlocked.arguments[1].contained?.objectPaths == [itemPath])
        let session = try session()
        let secret = try SecretMessage(call("GetSecret", Interface.item, at: itemPath, [.path(session)])[0])
        #expect(secret.value.bytes.declassified(because: "a test looks at it") == [5])
    }
}
