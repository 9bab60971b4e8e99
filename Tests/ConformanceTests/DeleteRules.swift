// What SecItemDelete removes (reference 3.6).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct DeleteRules {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain(groups: ["group.one", "group.two"])
        for name in ["a", "b", "c"] {
            let item: Entries = [kSecAttrAccount: .text(name), kSecAttrLabel: name == "c" ? "other" : "same"]
            #expect(keychain.add(generic(item)) == errSecSuccess)
        }
    }

    @Test(arguments: [.null, "1", .list([])] as [Value])
    func `3.6.1 a limit that is none is refused`(value: Value) {
        #expect(keychain.delete(generic([kSecMatchLimit: value])) == errSecParam)
        #expect(keychain.count == 3)
    }

    @Test(arguments: [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef])
    func `3.6.1 a return key is ignored`(key: CFString) {
        #expect(keychain.delete(generic([key: true, kSecAttrAccount: "a"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["b", "c"])
    }

    @Test func `3.6.2 every item that matches goes, and no other`() {
        #expect(keychain.add(internet([kSecAttrLabel: "same"])) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrLabel: "same"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["c"])
        #expect(keychain.list(kSecAttrLabel, internet()) == ["same"])
        #expect(keychain.delete(generic([kSecAttrLabel: "same"])) == errSecItemNotFound)
    }

    @Test func `3.6.2 items of all groups of the program go, or of the group that is named`() {
        #expect(keychain.add(generic([kSecAttrAccessGroup: "group.two"])) == errSecSuccess)
        #expect(keychain.delete(generic([kSecAttrAccessGroup: "group.two"])) == errSecSuccess)
        #expect(keychain.count == 3)
        #expect(keychain.add(generic([kSecAttrAccessGroup: "group.two"])) == errSecSuccess)
        #expect(keychain.delete(generic()) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test func `3.6.4 an item is gone for good`() {
        let reference = keychain.reference(generic([kSecAttrAccount: "a"])) ?? .null
        #expect(keychain.delete(generic([kSecAttrAccount: "a"])) == errSecSuccess)
        #expect(keychain.status(of: [kSecValuePersistentRef: reference]) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: "a"])) == errSecSuccess)
        #expect(keychain.reference(generic([kSecAttrAccount: "a"])) != reference)
        #expect(keychain.list(kSecAttrAccount) == ["b", "c", "a"])
    }

    @Test func `3.6.6 a reference with attributes changes and deletes what has both`() throws {
        let data = Value.data(try keychain.newReference(of: generic([kSecAttrAccount: "me"])))
        let other = generic([kSecValuePersistentRef: data, kSecAttrAccount: "you"])
        #expect(keychain.update(other, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(other) == errSecItemNotFound)
        #expect(keychain.delete(generic([kSecValuePersistentRef: data, kSecAttrAccount: "me"])) == errSecSuccess)
    }

    @Test func `3.6.1 a secret in the query of a delete is ignored`() {
        let query = generic([kSecAttrAccount: "a", kSecValueData: .secret("of nobody")])
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["b", "c"])
    }

    @Test func `3.6.4 a deleted synchronizable item stays as a tombstone, a local one does not`() {
        let synchronizable: Entries = [kSecAttrSynchronizable: true]
        #expect(keychain.add(generic(synchronizable.with([kSecAttrAccount: "d"]))) == errSecSuccess)
        let everything: Entries = [kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny)]
        #expect(keychain.delete(generic(everything)) == errSecSuccess)
        #expect(keychain.count == 0)
        #expect(keychain.list(kSecAttrAccount, generic([kSecAttrTombstone: true])) == ["d"])
    }

    @Test func `3.6.6 a reference by row id goes with no attributes`() {
        let byRow: Entries = [kSecValuePersistentRef: .data(Data("genp".utf8) + Data([0, 0, 0, 0, 0, 0, 0, 1]))]
        for attributes in [[kSecAttrAccount: "a"], [kSecAttrLabel: "same", kSecAttrSynchronizable: 0]] as [Entries] {
            keychain.expect(errSecParam, for: byRow.with(attributes), in: [.copy, .update, .delete])
            keychain.expect(errSecParam, for: generic(byRow.with(attributes)), in: [.copy, .update, .delete])
        }
        keychain.expect(errSecItemNotFound, for: generic(byRow), in: [.copy, .update, .delete])
    }
}
