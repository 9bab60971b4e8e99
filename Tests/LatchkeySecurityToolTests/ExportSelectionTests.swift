// What of several programs' items an export gets.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import LatchkeyTooling
import Testing

@Suite struct ExportSelectionTests {
    private static let tool = AccessGroup(rawValue: "ADHOCTOOLS.security.x")
    private let home: TemporaryHome
    private let security: KeychainClient

    init() throws {
        home = try TemporaryHome()
        security = Self.client(
            of: home,
            Caller(
                accessGroups: [Self.tool, .all], applicationIdentifier: Self.tool.rawValue, toolGroups: [Self.tool]))
    }

    private static func client(of home: TemporaryHome, _ caller: Caller) -> KeychainClient {
        KeychainClient(configuration: ClientConfiguration(home: home.path), identity: .caller(caller))
    }

    private func addKey(_ label: String, of group: String, isExtractable: Bool = true) throws {
        var addition = ItemAddition(itemClass: .key)
        addition.attributes = [
            .label: .string(label), .applicationLabel: .data(Array(label.utf8)),
            .type: .number(KeyType.ellipticCurve.rawValue), .keyClass: .number(KeyClass.private.rawValue),
            .isExtractable: .number(isExtractable ? 1 : 0),
        ]
        addition.secret = ItemSecret(recorded: Array(P256.Signing.PrivateKey().x963Representation))
        let caller = Caller(accessGroups: [AccessGroup(rawValue: group)])
        _ = try Self.client(of: home, caller).perform(.add(addition))
    }

    private func selected(_ selection: ExportSelection) throws(CommandFailure) -> ExportSelection.Found {
        try selection.items(in: [NamedKeychain(name: "login", path: home.keychain)], ToolContext(client: security))
    }

    @Test func `a key that the user does not give is left out, and the others are not`() throws {
        try addKey("first", of: "TEAM123456.owner")
        try addKey("second", of: Self.tool.rawValue)
        try addKey("third", of: "TEAM123456.another")
        let found = try selected(.privKeys)
        #expect(found.items.count == 1 && found.selectedCount == 3)
        #expect(found.refusal?.code == .interactionNotAllowed)
        let none = try selected(.pubKeys)
        #expect(none.items.isEmpty && none.selectedCount == 0 && none.refusal == nil)
    }

    @Test func `a key whose bytes are none is left out, and the others are not`() throws {
        var addition = ItemAddition(itemClass: .key)
        addition.attributes = [
            .label: .string("none"), .applicationLabel: .data(Array("none".utf8)),
            .type: .number(KeyType.ellipticCurve.rawValue), .keyClass: .number(KeyClass.private.rawValue),
        ]
        addition.secret = ItemSecret(TestSecret("bytes"))
        _ = try Self.client(of: home, Caller(accessGroups: [Self.tool])).perform(.add(addition))
        let alone = try selected(.privKeys)
        #expect(alone.items.isEmpty && alone.selectedCount == 1 && alone.refusal?.code == .decode)
        try addKey("whole", of: Self.tool.rawValue)
        let found = try selected(.privKeys)
        #expect(found.items.count == 1 && found.selectedCount == 2 && found.refusal?.code == .decode)
    }

    @Test func `where a key stays in the keychain nothing is exported, and nobody is asked for the others`() throws {
        try addKey("another's", of: "TEAM123456.owner")
        try addKey("own", of: Self.tool.rawValue, isExtractable: false)
        for selection in [ExportSelection.all, .allKeys, .privKeys] {
            do {
                _ = try selected(selection)
                Issue.record("a key left the keychain")
            } catch {
                #expect(error.result == KeychainError.Code.dataNotAvailable.rawValue, "\(selection)")
            }
        }
        #expect(try selected(.pubKeys).items.isEmpty)
    }
}
