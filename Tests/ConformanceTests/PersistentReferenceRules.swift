// The handle of an item that outlives every change (reference 3.10).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct PersistentReferenceRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    @Test(arguments: ["genp", "inet"])
    func `3.10.1 a reference is the class and 16 bytes`(name: String) throws {
        let data = try keychain.newReference(of: [kSecClass: .text(name)])
        #expect(data.count == 20)
        #expect(data.prefix(4) == Data(name.utf8))
    }

    @Test func `3.10.1 a reference alone finds, changes and deletes`() throws {
        let query: Entries = [
            kSecValuePersistentRef: .data(try keychain.newReference(of: generic([kSecValueData: .secret("one")])))
        ]
        #expect(keychain.secret(query) == .secret("one"))
        #expect(keychain.update(query, [kSecValueData: .secret("two")]) == errSecSuccess)
        #expect(keychain.secret(query) == .secret("two"))
        #expect(keychain.delete(query) == errSecSuccess)
        #expect(keychain.status(of: query) == errSecItemNotFound)
        #expect(keychain.delete(query) == errSecItemNotFound)
    }

    @Test func `3.10.1 a reference survives a new password of the keychain`() throws {
        let query: Entries = [kSecValuePersistentRef: .data(try keychain.newReference(of: generic()))]
        try keychain.client.changePassword(from: nil, to: "password")
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test func `3.10.1 a reference finds the one item among many`() throws {
        for number in Int64(0)..<5 {
            #expect(keychain.add(generic([kSecAttrAccount: .number(number)])) == errSecSuccess)
        }
        let data = try keychain.newReference(of: generic([kSecAttrAccount: "me"]))
        let answer = keychain.find([
            kSecValuePersistentRef: .data(data), kSecMatchLimit: all, kSecReturnAttributes: true,
        ])
        #expect(answer.items.map { $0["acct"] } == ["me"])
    }

    @Test(
        arguments: [
            [kSecAttrLabel: "label"], [kSecValueData: .secret("new")], [kSecAttrAccount: "renamed"],
            [kSecAttrAccessible: "cku"], [kSecAttrAccessGroup: "group.two"], [kSecAttrSynchronizable: true], [:],
            [kSecAttrAccessControl: .accessControl(kSecAttrAccessibleAlways, .userPresence)],
        ] as [Entries])
    func `3.5.8 a reference survives every change`(change: Entries) throws {
        let query: Entries = [
            kSecValuePersistentRef: .data(try keychain.newReference(of: generic([kSecAttrAccount: "me"])))
        ]
        #expect(keychain.update(query, change) == errSecSuccess)
        #expect(keychain.reference(query) == query[kSecValuePersistentRef])
        #expect(keychain.status(of: query) == errSecSuccess)
    }

    @Test(arguments: [0, 1, 4, 11, 13, 16, 19, 21, 24, 40])
    func `3.10.5 bytes of another length are no reference`(count: Int) {
        let bytes = Data("genp".utf8.prefix(count)) + Data(count: max(0, count - 4))
        for call in [Call.copy, .update, .delete] {
            #expect(call.status([kSecValuePersistentRef: .data(bytes)], in: keychain) == errSecParam)
        }
    }

    @Test(arguments: ["Genp", "genq", "apls", "\0\0\0\0", "\u{e9}np"])
    func `3.10.5 bytes of no class are no reference`(prefix: String) {
        let bytes = Data(prefix.utf8) + Data(count: 16)
        #expect(bytes.count == 20)
        for call in [Call.copy, .update, .delete] {
            #expect(call.status([kSecValuePersistentRef: .data(bytes)], in: keychain) == errSecParam)
        }
    }

    @Test func `3.10.5 a reference of no item finds nothing`() {
        let forms = [
            Data("genp".utf8) + Data(count: 16), Data("inet".utf8) + Data(repeating: 0xff, count: 16),
        ]
        #expect(keychain.add(generic()) == errSecSuccess)
        for form in forms {
            for call in [Call.copy, .update, .delete] {
                #expect(call.status([kSecValuePersistentRef: .data(form)], in: keychain) == errSecItemNotFound)
            }
        }
    }

    @Test func `3.10.5 a reference with its last byte changed finds nothing`() throws {
        var data = try keychain.newReference(of: generic())
        data[data.endIndex - 1] ^= 1
        #expect(keychain.status(of: [kSecValuePersistentRef: .data(data)]) == errSecItemNotFound)
    }

    @Test func `3.10.6 a class beside a reference must agree with it`() throws {
        let data = Value.data(try keychain.newReference(of: generic()))
        #expect(keychain.status(of: generic([kSecValuePersistentRef: data])) == errSecSuccess)
        for call in [Call.copy, .update, .delete] {
            #expect(call.status(internet([kSecValuePersistentRef: data]), in: keychain) == errSecNoSuchClass)
        }
        #expect(keychain.count == 1)
    }

    @Test func `3.10.7 a reference opens no access group`() throws {
        let data = Value.data(try keychain.newReference(of: generic()))
        let stranger = keychain.asProgram(of: "group.two")
        #expect(stranger.status(of: [kSecValuePersistentRef: data]) == errSecItemNotFound)
        #expect(stranger.update([kSecValuePersistentRef: data], [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(stranger.delete([kSecValuePersistentRef: data]) == errSecItemNotFound)
        #expect(keychain.status(of: [kSecValuePersistentRef: data]) == errSecSuccess)
    }

    @Test(arguments: ["genp", "inet"])
    func `3.10.2 the older reference by row id is understood, and finds nothing since none is given out`(name: String) {
        #expect(keychain.add([kSecClass: .text(name)]) == errSecSuccess)
        let older = Data(name.utf8) + Data([0, 0, 0, 0, 0, 0, 0, 1])
        let query: Entries = [kSecValuePersistentRef: .data(older)]
        keychain.expect(errSecItemNotFound, for: query, in: [.copy, .update, .delete])
        let unknown: Entries = [kSecValuePersistentRef: .data(Data("genq".utf8) + older.suffix(8))]
        keychain.expect(errSecParam, for: unknown, in: [.copy, .update, .delete])
    }

    @Test func `3.10.3 the reference of a token is understood, and finds nothing since there are no tokens`() {
        let token: Entries = [kSecValuePersistentRef: .data(Data("tkpr".utf8) + Data([0x30, 0x00]))]
        keychain.expect(errSecItemNotFound, for: token, in: [.copy, .update, .delete])
    }
}
