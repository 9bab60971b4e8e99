// How the dictionaries of all four calls are read (reference 3.1).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

/// The calls that read a query or a description of an item.
enum Call: CaseIterable, Sendable {
    case add, copy, update, delete

    func status(_ entries: Entries, in keychain: Keychain) -> OSStatus {
        switch self {
        case .add: keychain.add(entries)
        case .copy: keychain.find(entries).status
        case .update: keychain.update(entries, [kSecAttrLabel: "new"])
        case .delete: keychain.delete(entries)
        }
    }
}

@Suite struct DictionaryParsingTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// Refuses `entries` with `status` in every call of `calls`, and stores and removes nothing.
    private func expect(
        _ status: OSStatus, for entries: Entries, in calls: [Call] = Call.allCases,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = keychain.count
        for call in calls {
            #expect(call.status(entries, in: keychain) == status, "\(call)", sourceLocation: sourceLocation)
        }
        #expect(keychain.count == before, sourceLocation: sourceLocation)
    }

    @Test(arguments: Call.allCases)
    func `a key that is no string is refused`(call: Call) {
        let dictionary = NSMutableDictionary()
        dictionary[kSecClass] = kSecClassGenericPassword
        dictionary[NSNumber(value: 7)] = "seven"
        let calls = ItemCalls(client: keychain.client)
        let status =
            switch call {
            case .add: unsafe calls.add(dictionary, nil)
            case .copy: unsafe calls.copyMatching(dictionary, nil)
            case .update: calls.update(dictionary, NSDictionary())
            case .delete: calls.delete(dictionary)
            }
        #expect(status == errSecParam)
    }

    @Test func `more than 128 keys are refused`() {
        var entries = generic()
        for number in 0..<130 { entries[NSString(string: "k\(100 + number)")] = "value" }
        expect(errSecParam, for: entries)
    }

    @Test func `more than 128 changes are refused`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        var entries: Entries = [:]
        for number in 0..<130 { entries[NSString(string: "k\(100 + number)")] = "value" }
        #expect(keychain.update(generic(), entries) == errSecParam)
    }

    @Test(arguments: ["xxxx", "ACCT", "    ", "srvr", "kcls", "volm", "\u{e9}\u{e9}\u{e9}\u{e9}", "cer\u{301}"])
    func `a key of four characters that the class does not have is no attribute`(key: String) {
        expect(errSecNoSuchAttr, for: generic([NSString(string: key): "value"]))
    }

    @Test func `the data protection flag is swallowed before keys of four characters are looked at`() {
        #expect(keychain.add(generic([kSecUseDataProtectionKeychain: true])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecUseDataProtectionKeychain: true])) == errSecSuccess)
        #expect(
            keychain.update(
                generic([kSecUseDataProtectionKeychain: true]), [kSecUseDataProtectionKeychain: true, "labl": "new"])
                == errSecSuccess)
        #expect(keychain.delete(generic([kSecUseDataProtectionKeychain: true])) == errSecSuccess)
    }

    @Test(arguments: [
        "", "x", "account", "kSecAttrAccount", "m_Nothing", "r_Nothing", "u_Nothing", "v_Nothing", "f_Call", "class2",
        "persistref",
    ])
    func `any other unknown key is refused`(key: String) {
        expect(errSecParam, for: generic([NSString(string: key): "value"]))
    }

    @Test func `a dictionary without class and reference is refused`() {
        expect(errSecParam, for: [:])
        expect(errSecParam, for: [kSecAttrAccount: "me"])
    }

    @Test(arguments: ["", "Genp", "genq", "apls", "genp ", "kSecClassGenericPassword"])
    func `an unknown class is no class`(name: String) {
        expect(errSecNoSuchClass, for: [kSecClass: .text(name)])
    }

    @Test(arguments: [Value.number(1), .data(Data("genp".utf8)), .null, .list([]), .boolean(true), .swiftEnum])
    func `a class that is no string is refused`(value: Value) {
        expect(errSecParam, for: [kSecClass: value])
    }

    @Test func `the class of a reference must be the class that is named`() {
        let reference = keychain.adding(generic([kSecReturnPersistentRef: true])).value ?? .null
        expect(errSecNoSuchClass, for: internet([kSecValuePersistentRef: reference]), in: [.copy, .update, .delete])
        #expect(keychain.status(of: generic([kSecValuePersistentRef: reference])) == errSecSuccess)
    }

    @Test(
        arguments: [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef],
        [Value.number(1), .number(0), "true", .null, .real(1), .data(Data([1]))])
    func `a return key that is no boolean is refused`(key: CFString, value: Value) {
        expect(errSecParam, for: generic([key: value]))
    }

    @Test(arguments: [
        Value.text("m_Limit"), "1", "", .data(Data([1])), .null, true, .list([1]), .real(1.5), .real(.nan),
        .real(.infinity),
    ])
    func `a limit must be a number or one of the two constants`(limit: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecMatchLimit: limit])) == errSecParam)
    }

    @Test(arguments: [Call.add, .copy, .update])
    func `a list of items is refused`(call: Call) {
        expect(errSecParam, for: generic([kSecUseItemList: .list([])]), in: [call])
    }

    @Test(arguments: [Value.boolean(true), .boolean(false), .number(0), .number(1), "0", "1"])
    func `the tombstone switch takes booleans, numbers and numeric text`(value: Value) {
        #expect(keychain.add(generic([kSecUseTombstones: value])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecUseTombstones: value])) == errSecSuccess)
        #expect(keychain.update(generic([kSecUseTombstones: value]), [:]) == errSecSuccess)
        #expect(keychain.delete(generic([kSecUseTombstones: value])) == errSecSuccess)
    }

    @Test(arguments: [Value.text("yes"), "", .null, .data(Data([1])), .list([]), .date(0)])
    func `the tombstone switch takes nothing else`(value: Value) {
        expect(errSecParam, for: generic([kSecUseTombstones: value]))
    }

    @Test(arguments: [Value.text("text"), .null, .number(1), .list([]), true, .date(0), .swiftEnum])
    func `a secret that is no data is refused`(value: Value) {
        expect(errSecParam, for: generic([kSecValueData: value]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecValueData: value]) == errSecParam)
    }

    @Test func `a secret in a search never filters`() {
        #expect(keychain.add(generic([kSecValueData: .secret("one")])) == errSecSuccess)
        let other = generic([kSecValueData: .secret("another")])
        #expect(keychain.secret(other) == .secret("one"))
        #expect(keychain.update(other, [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.delete(other) == errSecSuccess)
    }

    @Test(arguments: [Value.null, "text", .data(Data()), .accessControl(kSecAttrAccessibleWhenUnlocked)])
    func `an object reference that no item has is refused`(value: Value) {
        expect(errSecParam, for: generic([kSecValueRef: value]))
    }

    @Test(arguments: ["f", "", "AK", "xx", "akp"], Call.allCases)
    func `an accessible class that is not known is refused`(name: String, call: Call) {
        expect(errSecParam, for: generic([kSecAttrAccessible: .text(name)]), in: [call])
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessible: .text(name)]) == errSecParam)
    }

    @Test func `an access control must not contradict the accessible class`() {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock)
        expect(errSecParam, for: generic([kSecAttrAccessible: "ak", kSecAttrAccessControl: control]))
        #expect(keychain.add(generic([kSecAttrAccessible: "ck", kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(
            keychain.status(of: generic([kSecAttrAccessible: "ck", kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(
            keychain.update(generic(), [kSecAttrAccessible: "ak", kSecAttrAccessControl: control]) == errSecParam)
    }

    @Test(arguments: [Value.text("ak"), .data(Data([6])), .number(6), .null, .accessControl(protection: "f", flags: 0)])
    func `an access control that items cannot have is refused`(value: Value) {
        expect(errSecParam, for: generic([kSecAttrAccessControl: value]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessControl: value]) == errSecParam)
    }

    @Test func `the app clip flag is refused everywhere`() {
        expect(errSecParam, for: generic(["clip": 1]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), ["clip": 0]) == errSecParam)
    }

    @Test func `a sharing group with a synchronizable item is refused`() {
        expect(errSecParam, for: generic([kSecAttrSharingGroup: "family", kSecAttrSynchronizable: true]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrSharingGroup: "family"]) == errSecParam)
    }

    @Test(arguments: [kSecUseSystemKeychain, kSecUseSystemKeychainAlways, kSecUseSyncBubbleKeychain])
    func `a keychain that needs an entitlement is refused`(key: CFString) {
        expect(errSecMissingEntitlement, for: generic([key: true]))
    }
}
