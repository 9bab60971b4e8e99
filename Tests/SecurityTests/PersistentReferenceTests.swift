// The handle of an item that outlives every change (reference 3.10).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import TestSupport
import Testing

@Suite struct PersistentReferenceTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    private func reference(of item: Entries) throws -> Data {
        guard case .data(let data)? = keychain.adding(item.with([kSecReturnPersistentRef: true])).value else {
            throw Missing()
        }
        return data
    }

    private struct Missing: Error {}

    @Test(arguments: ["genp", "inet"])
    func `a reference is the class and 16 bytes`(name: String) throws {
        let data = try reference(of: [kSecClass: .text(name)])
        #expect(data.count == 20)
        #expect(data.prefix(4) == Data(name.utf8))
    }

    @Test func `a reference alone finds, changes and deletes`() throws {
        let query: Entries = [
            kSecValuePersistentRef: .data(try reference(of: generic([kSecValueData: .secret("one")])))
        ]
        #expect(keychain.secret(query) == .secret("one"))
        #expect(keychain.update(query, [kSecValueData: .secret("two")]) == errSecSuccess)
        #expect(keychain.secret(query) == .secret("two"))
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.status(of: query) == errSecItemNotFound)
        #expect(keychain.delete(query) == errSecItemNotFound)
    }

    @Test(
        arguments: [
            [kSecAttrLabel: "label"], [kSecValueData: .secret("new")], [kSecAttrAccount: "renamed"],
            [kSecAttrAccessible: "cku"], [kSecAttrAccessGroup: "group.two"], [kSecAttrSynchronizable: true], [:],
            [kSecAttrAccessControl: .accessControl(kSecAttrAccessibleAlways, .userPresence)],
        ] as [Entries])
    func `a reference survives every change`(change: Entries) throws {
        let query: Entries = [kSecValuePersistentRef: .data(try reference(of: generic([kSecAttrAccount: "me"])))]
        #expect(keychain.update(query, change) == errSecSuccess)
        #expect(keychain.reference(query) == query[kSecValuePersistentRef])
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test func `a reference survives a new password of the keychain`() throws {
        let query: Entries = [kSecValuePersistentRef: .data(try reference(of: generic()))]
        try keychain.client.changePassword(from: nil, to: "password")
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test func `a reference finds synchronizable items`() throws {
        let data = try reference(of: generic([kSecAttrSynchronizable: true]))
        #expect(keychain.attributes([kSecValuePersistentRef: .data(data)])["sync"] == 1)
    }

    @Test func `a reference finds the one item among many`() throws {
        for number in Int64(0)..<5 {
            #expect(keychain.add(generic([kSecAttrAccount: .number(number)])) == errSecSuccess)
        }
        let data = try reference(of: generic([kSecAttrAccount: "me"]))
        let answer = keychain.find([
            kSecValuePersistentRef: .data(data), kSecMatchLimit: all, kSecReturnAttributes: true,
        ])
        #expect(answer.items.map { $0["acct"] } == ["me"])
    }

    @Test(arguments: [0, 1, 4, 11, 13, 16, 19, 21, 24, 40])
    func `bytes of another length are no reference`(count: Int) {
        let bytes = Data("genp".utf8.prefix(count)) + Data(count: max(0, count - 4))
        for call in [Call.copy, .update, .delete] {
            #expect(call.status([kSecValuePersistentRef: .data(bytes)], in: keychain) == errSecParam)
        }
    }

    @Test(arguments: ["Genp", "genq", "apls", "\0\0\0\0", "\u{e9}np"])
    func `bytes of no class are no reference`(prefix: String) {
        let bytes = Data(prefix.utf8) + Data(count: 16)
        #expect(bytes.count == 20)
        for call in [Call.copy, .update, .delete] {
            #expect(call.status([kSecValuePersistentRef: .data(bytes)], in: keychain) == errSecParam)
        }
    }

    @Test func `a reference of no item finds nothing`() {
        let forms = [
            Data("genp".utf8) + Data(count: 16), Data("inet".utf8) + Data(repeating: 0xff, count: 16),
            Data("genp".utf8) + Data(count: 8), Data("tkpr".utf8) + Data([0x30, 0x00]),
        ]
        #expect(keychain.add(generic()) == errSecSuccess)
        for form in forms {
            for call in [Call.copy, .update, .delete] {
                #expect(call.status([kSecValuePersistentRef: .data(form)], in: keychain) == errSecItemNotFound)
            }
        }
    }

    @Test func `a reference with its last byte changed finds nothing`() throws {
        var data = try reference(of: generic())
        data[data.endIndex - 1] ^= 1
        #expect(keychain.status(of: [kSecValuePersistentRef: .data(data)]) == errSecItemNotFound)
    }

    @Test func `a class beside a reference must agree with it`() throws {
        let data = Value.data(try reference(of: generic()))
        #expect(keychain.status(of: generic([kSecValuePersistentRef: data])) == errSecSuccess)
        for call in [Call.copy, .update, .delete] {
            #expect(call.status(internet([kSecValuePersistentRef: data]), in: keychain) == errSecNoSuchClass)
        }
        #expect(keychain.count == 1)
    }

    @Test(
        arguments: [
            [kSecAttrAccount: "me"], [kSecAttrLabel: "label"], [kSecAttrSynchronizable: false],
            [kSecAttrAccessGroup: "group.one"], [kSecAttrTombstone: false], [kSecAttrAccessible: "ak"],
            [kSecAttrAccessControl: .accessControl(kSecAttrAccessibleWhenUnlocked)],
        ] as [Entries])
    func `a search has a reference or attributes, not both`(attributes: Entries) throws {
        let data = try reference(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "label"]))
        let query = attributes.with([kSecValuePersistentRef: .data(data)])
        #expect(keychain.status(of: query) == errSecParam)
        #expect(keychain.status(of: generic(query)) == errSecParam)
    }

    @Test func `a reference goes with the flag for either`() throws {
        let data = try reference(of: generic())
        let query: Entries = [
            kSecValuePersistentRef: .data(data), kSecAttrSynchronizable: .constant(kSecAttrSynchronizableAny),
        ]
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test func `a reference with attributes changes and deletes what has both`() throws {
        let data = Value.data(try reference(of: generic([kSecAttrAccount: "me"])))
        let other = generic([kSecValuePersistentRef: data, kSecAttrAccount: "you"])
        #expect(keychain.update(other, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.delete(other) == errSecItemNotFound)
        #expect(keychain.delete(generic([kSecValuePersistentRef: data, kSecAttrAccount: "me"])) == errSecSuccess)
    }

    @Test func `a reference opens no access group`() throws {
        let data = Value.data(try reference(of: generic()))
        let stranger = keychain.asProgram(of: "group.two")
        #expect(stranger.status(of: [kSecValuePersistentRef: data]) == errSecItemNotFound)
        #expect(stranger.update([kSecValuePersistentRef: data], [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(stranger.delete([kSecValuePersistentRef: data]) == errSecItemNotFound)
        #expect(keychain.status(of: [kSecValuePersistentRef: data]) == errSecSuccess)
    }
}
