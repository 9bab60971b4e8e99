// What makes two items one (the P columns of reference 2.2 to 2.4).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct PrimaryKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    private static let commonKey: Entries = [
        kSecAttrAccount: "other", kSecAttrAccessGroup: "group.two", kSecAttrSynchronizable: 1,
        kSecAttrSyncViewHint: "view",
    ]
    private static let genericKey = commonKey.with([kSecAttrService: "other"])
    private static let internetKey = commonKey.with([
        kSecAttrSecurityDomain: "other", kSecAttrServer: "other", kSecAttrProtocol: "http", kSecAttrPort: 1,
        kSecAttrAuthenticationType: "form", kSecAttrPath: "/",
    ])

    @Test(arguments: genericKey.keys.sorted { ($0 as String) < $1 as String })
    func `generic passwords that differ in one attribute of the key coexist`(attribute: CFString) {
        #expect(keychain.add(generic()) == errSecSuccess)
        let other = generic([attribute: Self.genericKey[attribute] ?? .null])
        #expect(keychain.add(other) == errSecSuccess)
        #expect(keychain.add(other) == errSecDuplicateItem)
        #expect(keychain.add(generic()) == errSecDuplicateItem)
        #expect(keychain.count == 2)
    }

    @Test(arguments: internetKey.keys.sorted { ($0 as String) < $1 as String })
    func `internet passwords that differ in one attribute of the key coexist`(attribute: CFString) {
        #expect(keychain.add(internet()) == errSecSuccess)
        let other = internet([attribute: Self.internetKey[attribute] ?? .null])
        #expect(keychain.add(other) == errSecSuccess)
        #expect(keychain.add(other) == errSecDuplicateItem)
        #expect(keychain.add(internet()) == errSecDuplicateItem)
        #expect(keychain.count == 2)
    }

    @Test func `items of two classes never collide`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.add(internet([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.count == 2)
    }

    private static var otherAttributes: Entries {
        [
            kSecAttrLabel: "label", kSecAttrAccessible: "cku", kSecAttrDescription: "description",
            kSecAttrComment: "comment",
            kSecAttrCreator: 1, kSecAttrType: 2, kSecAttrScriptCode: 3, kSecAttrAlias: "alias", kSecAttrIsInvisible: 1,
            kSecAttrIsNegative: 1, kSecAttrHasCustomIcon: 1, "prot": "protected", kSecValueData: .secret("secret"),
            kSecAttrAccessControl: .accessControl(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
        ]
    }

    /// 40 random pairs of attribute sets outside the key.
    @Test(arguments: 1...40)
    func `items that differ outside the key only are duplicates`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isGeneric = Bool.random(using: &random)
        let item = isGeneric ? generic : internet
        let attributes = isGeneric ? Self.otherAttributes.with([kSecAttrGeneric: "generic"]) : Self.otherAttributes
        func subset(of entries: Entries, using random: inout SeededGenerator) -> Entries {
            let names = entries.keys.sorted { ($0 as String) < $1 as String }
            let chosen = names.filter { _ in Bool.random(using: &random) }
            return entries.filter { chosen.contains($0.key) }
        }
        // An item with an access control does not synchronise, so that the key leaves `sync` out.
        let key = subset(
            of: (isGeneric ? Self.genericKey : Self.internetKey).without(kSecAttrSynchronizable), using: &random)
        let first = key.with(subset(of: attributes, using: &random))
        let second = key.with(subset(of: attributes, using: &random))
        #expect(keychain.add(item(first)) == errSecSuccess)
        let before = keychain.attributes(item(key))
        #expect(keychain.add(item(second)) == errSecDuplicateItem, "\(first.keys) and \(second.keys)")
        #expect(keychain.count == 1)
        #expect(keychain.attributes(item(key)) == before)
    }
}
