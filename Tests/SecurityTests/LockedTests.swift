// What each call answers while the keychain is locked (reference 3.13).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Security
import Testing

@Suite struct LockedTests {
    let keychain: Keychain
    init() throws { keychain = try Keychain.lockedWithEveryClass() }

    private func item(_ name: String) -> Entries { generic([kSecAttrAccount: .text(name)]) }

    @Test(arguments: [
        ("ak", false), ("aku", false), ("akpu", false), ("ck", true), ("cku", true), ("dk", true), ("dku", true),
    ])
    func `a class is readable when it says so`(name: String, isAvailable: Bool) throws {
        let expected = isAvailable ? errSecSuccess : errSecInteractionNotAllowed
        let sentinel = NSObject()
        let answer = keychain.find(item(name).with([kSecReturnData: true]), over: sentinel)
        #expect(answer.status == expected)
        if !isAvailable { #expect(answer.object === sentinel) }
        #expect(keychain.find(item(name).with([kSecReturnAttributes: true])).status == expected)
        #expect(keychain.status(of: item(name)) == expected)
        #expect(keychain.update(item(name), [kSecAttrLabel: "new"]) == expected)
        #expect(keychain.status(of: generic([kSecAttrAccessible: .text(name)])) == expected)
        let another = generic([kSecAttrAccount: "another", kSecAttrAccessible: .text(name)])
        #expect(keychain.add(another) == expected)

        try keychain.client.unlock("password")
        #expect(keychain.secret(item(name)) == .secret("secret " + name))
        #expect(keychain.attributes(item(name))["labl"] == (isAvailable ? "new" : nil))
        #expect(keychain.status(of: another) == (isAvailable ? errSecSuccess : errSecItemNotFound))
    }

    @Test func `unlocking needs the password`() throws {
        #expect(failure { try keychain.client.unlock("wrong") } == .authFailed)
        #expect(keychain.status(of: item("ak")) == errSecInteractionNotAllowed)
        usleep(1_050_000)  // the wait after one wrong password
        try keychain.client.unlock("password")
        #expect(keychain.status(of: item("ak")) == errSecSuccess)
    }

    @Test func `removing the password takes the class that needs one`() throws {
        try keychain.client.changePassword(from: "password", to: nil)
        #expect(keychain.status(of: item("akpu")) == errSecItemNotFound)
        for name in Keychain.classes.dropLast() { #expect(keychain.secret(item(name)) == .secret("secret " + name)) }
        #expect(keychain.add(item("new").with([kSecAttrAccessible: "akpu"])) == errSecAuthFailed)
        try keychain.client.changePassword(from: nil, to: "another")
        #expect(keychain.add(item("akpu").with([kSecAttrAccessible: "akpu"])) == errSecSuccess)
        #expect(keychain.count == Keychain.classes.count)
    }

    @Test func `a synchronizable item of a locked class is not deleted, since its tombstone cannot be sealed`() throws {
        try keychain.client.unlock("password")
        let query = generic([kSecAttrSynchronizable: true])
        #expect(keychain.add(query) == errSecSuccess)
        try keychain.client.lock()
        #expect(keychain.delete(query) == errSecInteractionNotAllowed)
        try keychain.client.unlock("password")
        #expect(keychain.status(of: query) == errSecSuccess)
    }
}
