// What clients do all the time.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

extension ServiceBench {
    func openPlain(_ client: TestClient = .first) throws -> String {
        let answer = try call(
            "OpenSession", Interface.service, at: Path.service, [.string("plain"), .variant(.string(""))], by: client)
        #expect(answer[0].contained?.text == "")
        return try #require(answer[1].objectPath)
    }

    static func pairs(_ pairs: KeyValuePairs<String, String>) -> BusValue {
        .dictionary(key: "s", value: "s", pairs.map { (key: .string($0.key), value: .string($0.value)) })
    }

    static func properties(_ label: String, _ attributes: KeyValuePairs<String, String>) -> BusValue {
        .properties([
            ("org.freedesktop.Secret.Item.Label", .string(label)),
            ("org.freedesktop.Secret.Item.Attributes", pairs(attributes)),
        ])
    }

    static func secret(_ session: String, _ bytes: [UInt8], type: String = "text/plain") -> BusValue {
        .structure([
            .path(session), .bytes(ItemSecret(SecretBytes(unrecorded: []))),
            .bytes(ItemSecret(SecretBytes(unrecorded: bytes))), .string(type),
        ])
    }

    /// The path of a new item.
    func create(
        _ label: String, _ attributes: KeyValuePairs<String, String>, secret: [UInt8] = [1, 2, 3],
        type: String = "text/plain", replace: Bool = false, in collection: String = Path.login,
        by client: TestClient = .first
    ) throws -> String {
        let session = try openPlain(client)
        let answer = try call(
            "CreateItem", Interface.collection, at: collection,
            [Self.properties(label, attributes), Self.secret(session, secret, type: type), .boolean(replace)],
            by: client)
        #expect(answer[1].objectPath == "/")
        return try #require(answer[0].objectPath)
    }

    func search(
        _ attributes: KeyValuePairs<String, String>, by client: TestClient = .first
    ) throws -> (unlocked: [String], locked: [String]) {
        let answer = try call(
            "SearchItems", Interface.service, at: Path.service, [Self.pairs(attributes)], by: client)
        return (try #require(answer[0].objectPaths), try #require(answer[1].objectPaths))
    }

    func search(
        _ attributes: KeyValuePairs<String, String>, in collection: String, by client: TestClient = .first
    ) throws -> [String] {
        let answer = try call(
            "SearchItems", Interface.collection, at: collection, [Self.pairs(attributes)], by: client)
        return try #require(answer[0].objectPaths)
    }

    /// What the item has over a plain session.
    func secret(of item: String, by client: TestClient = .first) throws -> (bytes: [UInt8], type: String) {
        let session = try openPlain(client)
        let answer = try call("GetSecret", Interface.item, at: item, [.path(session)], by: client)
        let message = try SecretMessage(answer[0])
        #expect(message.session == session)
        #expect(message.parameters.count == 0)
        return (message.value.bytes.declassified(because: "a test looks at it"), message.contentType)
    }

    func get(_ property: String, _ interface: String, at path: String, by client: TestClient = .first) throws
        -> BusValue
    {
        let answer = try call(
            "Get", Interface.properties, at: path, [.string(interface), .string(property)], by: client)
        return try #require(answer[0].contained)
    }

    func getAll(_ interface: String, at path: String, by client: TestClient = .first) throws -> [String: BusValue] {
        let answer = try call("GetAll", Interface.properties, at: path, [.string(interface)], by: client)
        return Dictionary(uniqueKeysWithValues: try #require(answer[0].properties))
    }

    func set(
        _ property: String, _ interface: String, at path: String, to value: BusValue, by client: TestClient = .first
    ) -> UInt64 {
        send(
            "Set", Interface.properties, at: path, [.string(interface), .string(property), .variant(value)],
            by: client)
    }

    func lockLogin() { home.keychains["login"]?.isLocked = true }

    /// Prompts, and gives what the prompt completes with once `say` is said.
    func complete(
        _ prompt: String, saying answer: ServiceAnswer?, by client: TestClient = .first
    ) throws -> (dismissed: Bool, result: BusValue) {
        _ = try call("Prompt", Interface.prompt, at: prompt, [.string("")], by: client)
        if let answer { say(answer) }
        return try completed(prompt, by: client)
    }

    func completed(_ prompt: String, by client: TestClient = .first) throws -> (dismissed: Bool, result: BusValue) {
        let signals = signals("Completed", to: client.name).filter { $0.path == prompt }
        try #require(signals.count == 1)
        guard let dismissed = signals[0].arguments[0].flag, let result = signals[0].arguments[1].contained else {
            throw BusFailure("", "a prompt completes with something else")
        }
        return (dismissed, result)
    }
}
