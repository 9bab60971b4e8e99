// The objects of passwords, which macOS gives for kSecReturnRef (reference 6.1, 3.2.16).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct PasswordObjectRules {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain()
        for name in ["a", "b", "c"] {
            #expect(keychain.add(generic([kSecAttrAccount: .text(name)])) == errSecSuccess)
        }
    }

    private func object(_ account: String) throws -> Value {
        let value = keychain.find(generic([kSecAttrAccount: .text(account), kSecReturnRef: true])).value
        return try #require(value)
    }

    @Test func `3.4.8 an object finds, changes and deletes its item and no other`() throws {
        let named: Entries = [kSecValueRef: try object("b")]
        #expect(keychain.attributes(named)["acct"] == "b")
        #expect(keychain.attributes(generic(named))["acct"] == "b")
        #expect(keychain.update(named, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == [nil, "new", nil])
        #expect(keychain.delete(named) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["a", "c"])
        for call in [Call.copy, .update, .delete] { #expect(call.status(named, in: keychain) == errSecItemNotFound) }
    }

    @Test func `3.4.8 attributes beside an object must be those of its item`() throws {
        let named: Entries = [kSecValueRef: try object("b")]
        #expect(keychain.status(of: named.with([kSecAttrAccount: "b"])) == errSecSuccess)
        #expect(keychain.status(of: named.with([kSecAttrAccount: "a"])) == errSecItemNotFound)
        let other = try #require(keychain.reference(generic([kSecAttrAccount: "a"])))
        #expect(keychain.status(of: named.with([kSecValuePersistentRef: other])) == errSecItemNotFound)
        #expect(keychain.status(of: named.with([kSecMatchItemList: .list([other])])) == errSecItemNotFound)
        #expect(keychain.status(of: named.with([kSecClass: .constant(kSecClassKey)])) == errSecSuccess)
    }

    @Test func `3.2.16 a dictionary with an object finds its item`() throws {
        let options: Entries = [
            kSecReturnRef: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true, kSecReturnData: true,
        ]
        let found = keychain.find(generic([kSecAttrAccount: "b"]).with(options)).attributes
        let query = found.entries.without("sha1" as CFString)
        #expect(keychain.attributes(query)["acct"] == "b")
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["a", "c"])
    }

    @Test func `3.4.8 a new item gives its object, an old one is the same`() throws {
        let added = keychain.adding(internet([kSecAttrServer: "example.org", kSecReturnRef: true])).value
        let found = keychain.find(internet([kSecReturnRef: true])).value
        #expect(added != nil && added == found)
        #expect(try object("a") == object("a"))
        #expect(try object("a") != object("b"))
        let objects = keychain.find(generic([kSecReturnRef: true, kSecMatchLimit: all])).elements ?? []
        #expect(objects == [try object("a"), try object("b"), try object("c")])
    }

    @Test func `3.4.8 an object is no new item`() throws {
        let named: Entries = [kSecValueRef: try object("a")]
        #expect(keychain.add(named) == errSecParam)
        #expect(keychain.add(generic(named)) == errSecParam)
        #expect(keychain.count == 3)
    }

    @Test func `3.4.8 an object opens nothing that its program may not read`() throws {
        let both = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        let entries: Entries = [kSecAttrAccessGroup: "TEAM123456.other", kSecReturnRef: true]
        let named: Entries = [kSecValueRef: try #require(both.adding(generic(entries)).value)]
        let other = both.asProgram(of: "TEAM123456.test")
        for call in [Call.copy, .update, .delete] { #expect(call.status(named, in: other) == errSecItemNotFound) }
        #expect(both.delete(named) == errSecSuccess)
    }

    @Test func `3.4.8 SecKeychainItemDelete deletes an item once`() throws {
        guard case .item(let item) = try object("b") else {
            Issue.record("an object expected")
            return
        }
        #expect(SecKeychainItemDelete(item) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["a", "c"])
        #expect(SecKeychainItemDelete(item) == errSecItemNotFound)
    }

    @Test func `3.4.8 an object knows the keychain that its item is in`() throws {
        let other = try keychain.another()
        let item: Entries = [kSecAttrAccount: "there", kSecUseKeychain: other, kSecReturnRef: true]
        let added = try #require(keychain.adding(generic(item)).value)
        let list: Entries = [kSecMatchSearchList: .list([other]), kSecReturnRef: true]
        #expect(keychain.find(generic(list)).value == added)
        #expect(keychain.attributes([kSecValueRef: added])["acct"] == "there")
        #expect(keychain.attributes(generic([kSecMatchItemList: .list([added])]))["acct"] == "there")
        let both = generic([kSecMatchItemList: .list([try object("a"), added])])
        #expect(keychain.list(kSecAttrAccount, both) == ["a", "there"])
        let here = Value.keychain(keychain.home.keychain)
        #expect(keychain.status(of: [kSecValueRef: added, kSecUseKeychain: here]) == errSecItemNotFound)
        guard case .item(let object) = added else {
            Issue.record("an object expected")
            return
        }
        var found: SecKeychain?
        #expect(unsafe SecKeychainItemCopyKeychain(object, &found) == errSecSuccess)
        #expect(found.map { Value($0) } == other)
        #expect(CFGetTypeID(object) == SecKeychainItemGetTypeID())
        #expect(keychain.delete([kSecValueRef: added]) == errSecSuccess)
        #expect(keychain.status(of: generic(list)) == errSecItemNotFound)
    }
}
