// Which groups a program has by its entitlements (reference 3.12.1 to 3.12.8).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct EntitlementRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private static let keychainGroups = "keychain-access-groups"
    private static let associated = "com.apple.developer.associated-application-identifier"
    private static let identifier = "application-identifier"
    private static let macIdentifier = "com.apple.application-identifier"
    private static let applicationGroups = "com.apple.security.application-groups"

    /// Entitlements, in the order of their groups in the list of the program.
    struct Order: Sendable, CustomTestStringConvertible {
        let entitlements: [(key: String, value: Value)]
        let groups: [String]
        var testDescription: String { groups.joined(separator: " ") }
        var object: [String: Any] {
            .init(uniqueKeysWithValues: entitlements.map { ($0.key, $0.value.object) })
        }
    }

    private static let orders = [
        Order(
            entitlements: [
                (applicationGroups, .list(["group.shared"])), (identifier, "TEAM.app"),
                (macIdentifier, "TEAM.ignored"), (associated, .list(["TEAM.associated"])),
                (keychainGroups, .list(["TEAM.first", "TEAM.second"])),
            ],
            groups: ["TEAM.first", "TEAM.second", "TEAM.associated", "TEAM.app", "group.shared"]),
        Order(
            entitlements: [
                (applicationGroups, .list(["group.shared"])), (identifier, "TEAM.app"),
                (associated, .list(["TEAM.associated"])),
            ],
            groups: ["TEAM.associated", "TEAM.app", "group.shared"]),
        Order(
            entitlements: [(applicationGroups, .list(["group.shared"])), (macIdentifier, "TEAM.app")],
            groups: ["TEAM.app", "group.shared"]),
        Order(
            entitlements: [(applicationGroups, .list(["group.one", "group.two"]))],
            groups: ["group.one", "group.two"]),
        Order(
            entitlements: [(keychainGroups, .list(["com.apple.token", "TEAM.first"])), (identifier, "TEAM.app")],
            groups: ["TEAM.first", "TEAM.app"]),
        Order(
            entitlements: [(keychainGroups, .list(["com.apple.token"])), (identifier, "TEAM.app")],
            groups: ["TEAM.app"]),
    ]

    @Test(arguments: orders)
    func `3.12.1 the groups come in the order of the entitlements that give them`(order: Order) throws {
        let program = try Program(entitlements: order.object, in: keychain)
        #expect(try program.add() == "0 \(order.groups[0])")
        for group in order.groups { #expect(try program.add(to: group) == "0 \(group)") }
        #expect(try program.add(to: "TEAM.ignored") == "-34018")
    }

    @Test func `3.12.2 the first group of the list is the default of an add`() throws {
        let groups = ["group.b", "group.a"]
        #expect(try Keychain(groups: groups).stored("me", as: kSecAttrAccount) == "me")
        let first = try Keychain(groups: groups)
        #expect(first.adding(generic([kSecReturnAttributes: true])).attributes["agrp"] == "group.b")
        let second = try Keychain(groups: groups.reversed())
        #expect(second.adding(generic([kSecReturnAttributes: true])).attributes["agrp"] == "group.a")
    }

    @Test func `3.12.4 every group is not for the entitlements of a program`() throws {
        let entitlements = [Self.keychainGroups: ["*", "TEAM.first"], Self.applicationGroups: ["*"]]
        let program = try Program(entitlements: entitlements, in: keychain)
        #expect(try program.add() == "0 TEAM.first")
        #expect(try program.add(to: "TEAM.second") == "-34018")
        #expect(try program.add(to: "*") == "-34018")
        let other = try Program(entitlements: [Self.keychainGroups: ["*"], Self.identifier: "*"], in: keychain)
        #expect(try other.add() == "-34018")
    }

    @Test func `3.12.7 entitlements that list no group, or that cannot be read, give no keychain`() throws {
        for content in [Data(), Data("no property list".utf8), Data("<plist><dict></dict></plist>".utf8)] {
            let program = try Program(entitlements: content, in: keychain)
            for call in ["add", "change", "delete"] { #expect(try program.run(call, "service") == "-34018") }
            #expect(try program.run("read", "service") == "-34018 ")
        }
    }

    @Test func `3.12.8 an entitlement that denies the keychain takes every group`() throws {
        let deny = "com.apple.private.keychain.deny"
        let groups: [String: Any] = [Self.keychainGroups: ["TEAM.first"], Self.identifier: "TEAM.app"]
        let denied = try Program(entitlements: groups.merging([deny: true]) { $1 }, in: keychain)
        for call in ["add", "change", "delete"] { #expect(try denied.run(call, "service") == "-34018") }
        #expect(try denied.run("read", "service") == "-34018 ")
        let broken = try Program(entitlements: groups.merging([deny: "maybe"]) { $1 }, in: keychain)
        #expect(try broken.add() == "-34018")
        let permitted = try Program(entitlements: groups.merging([deny: false]) { $1 }, in: keychain)
        #expect(try permitted.add() == "0 TEAM.first")
    }
}
