// Keychains that earlier builds wrote open in this one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainClient
import KeychainModel
import TestSupport
import Testing

@Suite struct FixtureTests {
    /// One line of `items.jsonl`, written by the independent reader.
    private struct ExpectedItem: Decodable {
        let table: String
        let persistref: String
        let secret: String
        let attributes: [String: Value]

        enum Value: Decodable, Hashable {
            case text(String)
            case number(Int64)
            case other

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else if let number = try? container.decode(Int64.self) {
                    self = .number(number)
                } else {
                    self = .other
                }
            }
        }
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/Database").standardized

    private func items(of client: KeychainClient) throws -> [Item] {
        try [ItemClass.genericPassword, .internetPassword].flatMap { itemClass in
            var query = ItemQuery(itemClass: itemClass)
            query.synchronizable = .any
            query.limit = .all
            query.returning = [.data, .attributes]
            guard case .items(let items) = try client.perform(.copy(query)) else { return [Item]() }
            return items
        }
    }

    @Test(arguments: ["with-password", "without-password"])
    func `a keychain of format version 1 opens with all its items`(name: String) throws {
        let fixture = Self.directory.appending(path: name)
        let home = try TemporaryHome(groups: ["TEAM123456.test", "*"])
        for file in ["login.keychain-db", "device.key"] {
            try FileManager.default.copyItem(atPath: fixture.appending(path: file).path, toPath: home.path + "/" + file)
            // A checkout does not keep the mode, and a device key that others may read is refused.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.path + "/" + file)
        }
        if let password = FileManager.default.contents(atPath: fixture.appending(path: "password").path) {
            #expect(throws: KeychainError(.interactionNotAllowed, during: "")) { try items(of: home.client) }
            _ = try home.client.perform(.unlock(password: ItemSecret(recorded: Array(password.dropLast()))))
        }
        let lines = try String(contentsOf: fixture.appending(path: "items.jsonl"), encoding: .utf8).split(
            separator: "\n")
        let expected = try lines.map { try JSONDecoder().decode(ExpectedItem.self, from: Data($0.utf8)) }
        let found = try items(of: home.client)
        #expect(found.count == 4)
        #expect(found.count == expected.count)
        for (item, expectation) in zip(found, expected) {
            #expect(item.reference.itemClass.rawValue == expectation.table)
            #expect(item.reference.identifier.hexadecimal == expectation.persistref)
            #expect(item.secret == ItemSecret(recorded: Array(expectation.secret.utf8)))
            for (code, value) in expectation.attributes where !["cdat", "mdat"].contains(code) {
                let own = Attribute(code: code).flatMap { item.attributes[$0] }
                switch value {
                case .text(let text): #expect(own == .string(text), "\(code)")
                case .number(let number): #expect(own == .number(number), "\(code)")
                case .other: continue
                }
            }
        }
        _ = try home.client.perform(.lock)
    }
}
