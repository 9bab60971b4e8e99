// What SecItemUpdate changes, and when it changes nothing (reference 3.5).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct UpdateRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain(groups: ["group.one", "group.two"]) }

    private func addThree() {
        for name in ["a", "b", "c"] {
            let item: Entries = [kSecAttrAccount: .text(name), kSecValueData: .secret("secret of " + name)]
            #expect(keychain.add(generic(item)) == errSecSuccess)
        }
    }

    private func snapshot() -> Value? {
        keychain.find(
            generic([
                kSecMatchLimit: all, kSecReturnAttributes: true, kSecReturnData: true, kSecReturnPersistentRef: true,
            ])
        ).value
    }

    @Test(
        arguments: [
            (kSecReturnData, true), (kSecReturnData, false), (kSecReturnAttributes, true), (kSecReturnRef, false),
            (kSecReturnPersistentRef, true), (kSecReturnData, "text"),
        ] as [(CFString, Value)])
    func `3.5.1 a return key in the query is ignored`(key: CFString, value: Value) {
        addThree()
        #expect(keychain.update(generic([kSecAttrAccount: "b", key: value]), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == [nil, "new", nil])
    }

    @Test(arguments: [.null, "1", .list([])] as [Value])
    func `3.5.1 a limit that is none is refused`(value: Value) {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic([kSecMatchLimit: value]), [kSecAttrLabel: "new"]) == errSecParam)
        #expect(snapshot() == before)
    }

    @Test(
        arguments: [
            (kSecClass, Value.constant(kSecClassGenericPassword)), (kSecReturnData, true),
            (kSecReturnAttributes, false),
            (kSecUseAuthenticationUI, .constant(kSecUseAuthenticationUIFail)), (kSecUseTombstones, true),
            (kSecMatchLimit, .constant(kSecMatchLimitOne)), (kSecMatchCaseInsensitive, true),
            (kSecUseItemList, .list([])),
            (kSecUseOperationPrompt, "prompt"), (kSecUseCredentialReference, .bytes("x")),
        ] as [(CFString, Value)])
    func `3.5.3 a key that is no attribute is refused among the changes`(key: CFString, value: Value) {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic(), [key: value, kSecAttrLabel: "new"]) == errSecNoSuchAttr)
        #expect(snapshot() == before)
    }

    @Test func `3.5.3 an empty change moves the modification date only`() {
        addThree()
        let query = generic([kSecAttrAccount: "a"])
        let before = keychain.attributes(query)
        #expect(keychain.update(query, [:]) == errSecSuccess)
        let after = keychain.attributes(query)
        #expect(
            after.filter { !["mdat", "sha1"].contains($0.key) } == before.filter { !["mdat", "sha1"].contains($0.key) })
        #expect(after["mdat"] != before["mdat"])
        #expect(keychain.secret(query) == .secret("secret of a"))
    }

    @Test func `3.5.3 a reference is no change`() {
        addThree()
        let reference = Value.data(Data("genp".utf8) + Data(count: 16))
        #expect(keychain.update(generic(), [kSecValuePersistentRef: reference]) == errSecNoSuchAttr)
    }

    @Test(arguments: [Value.null, "text", .data(Data("genp".utf8) + Data(count: 16))])
    func `3.1.10 an object among the changes is refused`(value: Value) {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic(), [kSecValueRef: value, kSecAttrLabel: "new"]) == errSecParam)
        #expect(snapshot() == before)
    }

    @Test func `3.5.4 dates and identifiers of the caller are ignored`() {
        addThree()
        let query = generic([kSecAttrAccount: "a"])
        let before = keychain.attributes(query)
        let change: Entries = [
            kSecAttrCreationDate: .date(0), kSecAttrModificationDate: .date(0), kSecAttrMultiUser: .uuid(UUID()),
            kSecAttrSHA1: .data(Data(count: 20)), kSecAttrUUID: "x",
        ]
        #expect(keychain.update(query, change) == errSecSuccess)
        let after = keychain.attributes(query)
        #expect(after["cdat"] == before["cdat"])
        #expect(after["musr"] == before["musr"])
        #expect(after["sha1"] != .data(Data(count: 20)))
        #expect(after["mdat"] != .date(0))
    }

    @Test func `3.5.5 all items that match are changed`() {
        addThree()
        #expect(keychain.update(generic(), [kSecAttrLabel: "new", kSecValueData: .secret("same")]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == ["new", "new", "new"])
        let secrets = keychain.find(generic([kSecMatchLimit: all, kSecReturnData: true])).elements
        #expect(secrets == [.secret("same"), .secret("same"), .secret("same")])
    }

    @Test func `3.5.5 what is not changed stays, the secret among it`() {
        addThree()
        #expect(keychain.update(generic([kSecAttrAccount: "b"]), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.secret(generic([kSecAttrAccount: "b"])) == .secret("secret of b"))
        #expect(keychain.list(kSecAttrLabel) == [nil, "new", nil])
    }

    @Test func `3.5.5 one collision undoes the change of every item`() {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic(), [kSecAttrAccount: "same", kSecAttrLabel: "new"]) == errSecDuplicateItem)
        #expect(snapshot() == before)
        #expect(keychain.update(generic([kSecAttrAccount: "b"]), [kSecAttrAccount: "a"]) == errSecDuplicateItem)
        #expect(snapshot() == before)
    }

    @Test func `3.5.6 every change makes the modification date grow by a millisecond or more`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let created = keychain.attributes()["cdat"]
        for number in Int64(0)..<30 {
            let before = keychain.attributes()["mdat"]?.seconds ?? .nan
            #expect(keychain.update(generic(), [kSecAttrLabel: .number(number)]) == errSecSuccess)
            let after = keychain.attributes()["mdat"]?.seconds ?? .nan
            #expect(after - before >= 0.000_999)
        }
        #expect(keychain.attributes()["cdat"] == created)
    }

    @Test func `3.5.7 a change to what it is already is no collision`() {
        addThree()
        #expect(keychain.update(generic([kSecAttrAccount: "a"]), [kSecAttrAccount: "a"]) == errSecSuccess)
        #expect(keychain.count == 3)
    }

    @Test func `3.5.10 an item moves to a group of the program, and to no other`() {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic(), [kSecAttrAccessGroup: "group.three"]) == errSecMissingEntitlement)
        #expect(keychain.update(generic(), [kSecAttrAccessGroup: "com.apple.token"]) == errSecMissingEntitlement)
        #expect(snapshot() == before)
        #expect(keychain.update(generic(), [kSecAttrAccessGroup: "group.two"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.two", "group.two", "group.two"])
    }

    @Test(arguments: ["ak", "ck", "dk", "aku", "cku", "dku"])
    func `3.5.11 a new class keeps the secret`(name: String) {
        addThree()
        #expect(keychain.update(generic(), [kSecAttrAccessible: .text(name)]) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessible) == [.text(name), .text(name), .text(name)])
        #expect(keychain.secret(generic([kSecAttrAccount: "c"])) == .secret("secret of c"))
    }

    @Test func `3.5.13 nothing that matches is not found`() {
        addThree()
        #expect(keychain.update(generic([kSecAttrAccount: "d"]), [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.update(internet(), [kSecAttrLabel: "x"]) == errSecItemNotFound)
    }

    @Test func `3.5.15 a secret can be given and emptied, not removed`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecValueData: .secret("secret")]) == errSecSuccess)
        #expect(keychain.secret() == .secret("secret"))
        #expect(keychain.update(generic(), [kSecValueData: .null]) == errSecParam)
        #expect(keychain.secret() == .secret("secret"))
        #expect(keychain.update(generic(), [kSecValueData: .data(Data())]) == errSecSuccess)
        #expect(keychain.secret() == .data(Data()))
    }

    @Test func `3.5.2 a secret in the query of an update is ignored`() {
        addThree()
        let query = generic([kSecAttrAccount: "b", kSecValueData: .secret("of nobody")])
        #expect(keychain.update(query, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == [nil, "new", nil])
        #expect(keychain.secret(generic([kSecAttrAccount: "b"])) == .secret("secret of b"))
    }

    @Test(arguments: [Value.text("family"), ""])
    func `3.5.4 a sharing group among the changes is refused`(group: Value) {
        addThree()
        let before = snapshot()
        #expect(keychain.update(generic(), [kSecAttrSharingGroup: group, kSecAttrLabel: "new"]) == errSecParam)
        #expect(snapshot() == before)
    }
}
