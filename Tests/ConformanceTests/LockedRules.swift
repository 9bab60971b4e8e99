// What each call answers while the keychain is locked (reference 3.3.7, 3.4.6, 3.5, 3.6.5).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct LockedRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain.lockedWithEveryClass() }

    private func item(_ name: String) -> Entries { generic([kSecAttrAccount: .text(name)]) }

    @Test
    func
        `3.3.7 an item is encrypted before the uniqueness check, so that a duplicate in a locked class is locked first`()
    {
        #expect(keychain.add(item("ak").with([kSecAttrAccessible: "ak"])) == errSecInteractionNotAllowed)
        #expect(keychain.add(item("ck").with([kSecAttrAccessible: "ck"])) == errSecDuplicateItem)
        #expect(keychain.add(item("ak").with([kSecAttrAccessible: "dk"])) == errSecDuplicateItem)
    }

    @Test func `3.4.6 one locked item fails the search for all, and gives nothing`() {
        let sentinel = NSObject()
        let query = generic([kSecMatchLimit: all, kSecReturnAttributes: true])
        let answer = keychain.find(query, over: sentinel)
        #expect(answer.status == errSecInteractionNotAllowed)
        #expect(answer.object === sentinel)
        #expect(keychain.find(query.with([kSecAttrAccessible: "ck"])).items.count == 1)
        #expect(keychain.status(of: item("nobody")) == errSecItemNotFound)
    }

    @Test func `3.5.5 an update of many changes none where one is locked`() throws {
        #expect(keychain.update(generic(), [kSecAttrLabel: "new"]) == errSecInteractionNotAllowed)
        try keychain.client.unlock("password")
        #expect(keychain.list(kSecAttrLabel) == Array(repeating: nil, count: Keychain.classes.count))
    }

    @Test func `3.5.11 a change of class needs both classes`() throws {
        #expect(keychain.update(item("ck"), [kSecAttrAccessible: "ak"]) == errSecInteractionNotAllowed)
        #expect(keychain.update(item("ak"), [kSecAttrAccessible: "ck"]) == errSecInteractionNotAllowed)
        #expect(keychain.update(item("ck"), [kSecAttrAccessible: "dku"]) == errSecSuccess)
        #expect(keychain.attributes(item("ck"))["pdmn"] == "dku")
        #expect(keychain.secret(item("ck")) == .secret("secret ck"))
    }

    @Test func `3.6.5 plain items of every class can be deleted`() throws {
        for name in Keychain.classes where name != "ak" { #expect(keychain.delete(item(name)) == errSecSuccess) }
        #expect(keychain.delete(generic([kSecAttrAccessible: "ak"])) == errSecSuccess)
        try keychain.client.unlock("password")
        #expect(keychain.count == 0)
    }
}
