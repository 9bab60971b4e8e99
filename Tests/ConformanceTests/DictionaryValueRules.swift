// Which values the keys of a dictionary take (reference 3.1.6 to 3.1.16).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct DictionaryValueRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(
        arguments: [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef],
        ["true", "1", .null, .data(Data([1])), .list([true])] as [Value])
    func `3.1.6 a return key that is neither a boolean nor a number is refused`(key: CFString, value: Value) {
        keychain.expect(errSecParam, for: generic([key: value]), in: [.add, .copy])
    }

    @Test(
        arguments: [
            (.number(1), true), (.number(0), false), (.number(-7), true), (.real(0.5), true), (.real(0), false),
        ]
            as [(Value, Bool)])
    func `3.1.6 a number is a boolean`(value: Value, isTrue: Bool) {
        let answer = keychain.adding(generic([kSecReturnPersistentRef: value]))
        #expect(answer.status == errSecSuccess)
        #expect((answer.value != nil) == isTrue)
        #expect((keychain.find(generic([kSecReturnAttributes: value])).value != nil) == isTrue)
    }

    @Test(arguments: [
        Value.text("m_Limit"), "1", "", .data(Data([1])), .null, true, .list([1]), .real(1.5), .real(.nan),
        .real(.infinity),
    ])
    func `3.1.7 a limit must be a number or one of the two constants`(limit: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecMatchLimit: limit])) == errSecParam)
    }

    @Test(arguments: [Call.add, .copy, .update])
    func `3.1.8 a list of items is refused`(call: Call) {
        keychain.expect(errSecParam, for: generic([kSecUseItemList: .list([])]), in: [call])
    }

    @Test(arguments: [Value.boolean(true), .boolean(false), .number(0), .number(1), "0", "1"])
    func `3.1.8 the tombstone switch takes booleans, numbers and numeric text`(value: Value) {
        #expect(keychain.add(generic([kSecUseTombstones: value])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecUseTombstones: value])) == errSecSuccess)
        #expect(keychain.update(generic([kSecUseTombstones: value]), [:]) == errSecSuccess)
        #expect(keychain.delete(generic([kSecUseTombstones: value])) == errSecSuccess)
    }

    @Test(arguments: [Value.text("yes"), "", .null, .data(Data([1])), .list([]), .date(0)])
    func `3.1.8 the tombstone switch takes nothing else`(value: Value) {
        keychain.expect(errSecParam, for: generic([kSecUseTombstones: value]))
    }

    @Test(arguments: [Value.text("text"), .null, .number(1), .list([]), true, .date(0), .swiftEnum])
    func `3.1.9 a secret that is no data is refused`(value: Value) {
        let calls = Call.allCases.filter { $0 != .add || value != "text" }
        keychain.expect(errSecParam, for: generic([kSecValueData: value]), in: calls)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecValueData: value]) == errSecParam)
    }

    @Test func `3.1.9 the text of a new item is its UTF-8`() throws {
        let text = TestSecret("pässword")
        #expect(keychain.add(generic([kSecValueData: .text(text.text)])) == errSecSuccess)
        #expect(keychain.secret() == .data(text.data))
        #expect(keychain.add(generic([kSecAttrAccount: "empty", kSecValueData: ""])) == errSecSuccess)
        #expect(keychain.secret(generic([kSecAttrAccount: "empty"])) == .data(Data()))
    }

    @Test func `3.1.9 a secret in a search never filters`() {
        #expect(keychain.add(generic([kSecValueData: .secret("one")])) == errSecSuccess)
        let other = generic([kSecValueData: .secret("another")])
        #expect(keychain.secret(other) == .secret("one"))
        #expect(keychain.update(other, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.delete(other) == errSecSuccess)
    }

    @Test(arguments: [Value.null, "text", .data(Data()), .accessControl(kSecAttrAccessibleWhenUnlocked)])
    func `3.1.10 an object reference that no item has is refused`(value: Value) {
        keychain.expect(errSecParam, for: generic([kSecValueRef: value]))
    }

    @Test(arguments: ["f", "", "AK", "xx", "akp"], Call.allCases)
    func `3.1.11 an accessible class that is not known is refused`(name: String, call: Call) {
        keychain.expect(errSecParam, for: generic([kSecAttrAccessible: .text(name)]), in: [call])
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessible: .text(name)]) == errSecParam)
    }

    @Test func `3.1.11 an access control must not contradict the accessible class`() {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock)
        keychain.expect(errSecParam, for: generic([kSecAttrAccessible: "ak", kSecAttrAccessControl: control]))
        #expect(keychain.add(generic([kSecAttrAccessible: "ck", kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(
            keychain.status(of: generic([kSecAttrAccessible: "ck", kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(
            keychain.update(generic(), [kSecAttrAccessible: "ak", kSecAttrAccessControl: control]) == errSecParam)
    }

    @Test(arguments: [Value.text("ak"), .data(Data([6])), .number(6), .null, .accessControl(protection: "f", flags: 0)])
    func `3.1.12 an access control that items cannot have is refused`(value: Value) {
        keychain.expect(errSecParam, for: generic([kSecAttrAccessControl: value]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessControl: value]) == errSecParam)
    }

    @Test(arguments: [Call.add, .update, .delete])
    func `3.1.13 only a search can skip items`(call: Call) {
        let skip = generic([kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUISkip)])
        #expect(call.status(skip, in: keychain) == errSecParam)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: skip) == errSecSuccess)
        #expect(keychain.count == 1)
    }

    @Test(arguments: Call.allCases)
    func `3.1.13 a context and a credential reference exclude each other`(call: Call) {
        if call != .add { #expect(keychain.add(generic()) == errSecSuccess) }
        let both = generic([kSecUseAuthenticationContext: .null, kSecUseCredentialReference: .bytes("x")])
        #expect(call.status(both, in: keychain) == errSecParam)
    }

    @Test func `3.1.15 a sharing group with a synchronizable item is refused`() {
        keychain.expect(errSecParam, for: generic([kSecAttrSharingGroup: "family", kSecAttrSynchronizable: true]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSharingGroup: "family"]) == errSecParam)
    }

    @Test(arguments: [
        kSecAttrSysBound, kSecAttrPCSPlaintextServiceIdentifier, kSecAttrPCSPlaintextPublicKey,
        kSecAttrPCSPlaintextPublicIdentity, kSecAttrSharingGroup, kSecDataInetExtraNotes, kSecDataInetExtraHistory,
        kSecDataInetExtraClientDefined0, kSecDataInetExtraClientDefined1, kSecDataInetExtraClientDefined2,
        kSecDataInetExtraClientDefined3,
    ])
    func `3.1.16 an attribute that needs an entitlement is refused`(attribute: CFString) {
        for call in Call.allCases {
            #expect(call.status(internet([attribute: "1"]), in: keychain) == errSecMissingEntitlement, "\(call)")
        }
        #expect(keychain.count == 0)
        #expect(keychain.add(internet()) == errSecSuccess)
        let refused = attribute == kSecAttrSharingGroup ? errSecParam : errSecMissingEntitlement
        #expect(keychain.update(internet(), [attribute: "1"]) == refused)
    }
}
