// What SecItemCopyMatching answers (reference 3.4).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct SearchRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    @Test func `3.4.1 a search sees all groups of the program, or the one that is named`() throws {
        let keychain = try Keychain(groups: ["group.a", "group.b"])
        let writer = keychain.asProgram(of: "group.a", "group.b", "group.c")
        for group in ["group.a", "group.b", "group.c"] {
            #expect(writer.add(generic([kSecAttrAccessGroup: .text(group)])) == errSecSuccess)
        }
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.a", "group.b"])
        #expect(keychain.list(kSecAttrAccessGroup, generic([kSecAttrAccessGroup: "group.b"])) == ["group.b"])
        #expect(keychain.asProgram(of: "group.d").status(of: generic()) == errSecItemNotFound)
    }

    @Test(
        arguments: [
            [kSecAttrAccount: "me"], [kSecAttrLabel: "label"], [kSecAttrSynchronizable: false],
            [kSecAttrAccessGroup: "group.one"], [kSecAttrTombstone: false], [kSecAttrAccessible: "ak"],
            [kSecAttrAccessControl: .accessControl(kSecAttrAccessibleWhenUnlocked)],
        ] as [Entries])
    func `3.4.3 a search has a reference or attributes, not both`(attributes: Entries) throws {
        let data = try keychain.newReference(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "label"]))
        let query = attributes.with([kSecValuePersistentRef: .data(data)])
        #expect(keychain.status(of: query) == errSecParam)
        #expect(keychain.status(of: generic(query)) == errSecParam)
    }

    @Test func `3.4.3 a reference goes with the flag for either`() throws {
        let data = try keychain.newReference(of: generic())
        let query: Entries = [
            kSecValuePersistentRef: .data(data), kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny),
        ]
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test func `3.4.4 a failed search keeps the array of the search before`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let first = keychain.find(generic([kSecMatchLimit: all, kSecReturnAttributes: true])).object
        let second = keychain.find(
            generic([kSecAttrAccount: "x", kSecMatchLimit: all, kSecReturnAttributes: true]), over: first)
        #expect(second.status == errSecItemNotFound)
        #expect(second.object === first)
    }

    @Test func `3.4.4 a keychain that was never made holds nothing`() {
        #expect(keychain.status(of: generic()) == errSecItemNotFound)
        #expect(keychain.update(generic(), [:]) == errSecItemNotFound)
        #expect(keychain.delete(generic()) == errSecItemNotFound)
    }

    @Test func `3.4.2 a search needs a class or a reference`() {
        let answer = keychain.adding(generic([kSecAttrAccount: "me", kSecReturnPersistentRef: true]))
        keychain.expect(errSecParam, for: [:], in: [.copy])
        keychain.expect(errSecParam, for: [kSecAttrAccount: "me", kSecMatchLimit: all], in: [.copy])
        #expect(keychain.attributes([kSecValuePersistentRef: answer.value ?? .null])["acct"] == "me")
    }

    @Test func `3.4.5 a search needs no out-pointer`() {
        let query = generic([kSecAttrAccount: "me"])
        for returning in [[:], [kSecReturnData: true], [kSecMatchLimit: all, kSecReturnAttributes: true]] as [Entries] {
            #expect(keychain.status(of: query.with(returning)) == errSecItemNotFound)
        }
        #expect(keychain.add(query) == errSecSuccess)
        for returning in [[:], [kSecReturnData: true], [kSecMatchLimit: all, kSecReturnAttributes: true]] as [Entries] {
            #expect(keychain.status(of: query.with(returning)) == errSecSuccess)
        }
    }
}
