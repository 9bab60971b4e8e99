// Which keys and classes a dictionary may hold (reference 3.1.1 to 3.1.5, 3.1.14).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct DictionaryKeyRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: Call.allCases)
    func `3.1.1 a key that is no string is refused`(call: Call) {
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

    @Test func `3.1.2 more than 128 keys are refused`() {
        var entries = generic()
        for number in 0..<130 { entries[NSString(string: "k\(100 + number)")] = "value" }
        keychain.expect(errSecParam, for: entries)
    }

    @Test func `3.1.2 more than 128 changes are refused`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        var entries: Entries = [:]
        for number in 0..<130 { entries[NSString(string: "k\(100 + number)")] = "value" }
        #expect(keychain.update(generic(), entries) == errSecParam)
    }

    @Test(arguments: [
        "xxxx", "ACCT", "    ", "srvr", "kcls", "volm", "ssat", "sscn", "\u{e9}\u{e9}\u{e9}\u{e9}", "cer\u{301}",
    ])
    func `3.1.3 a key of four characters that the class does not have is no attribute`(key: String) {
        keychain.expect(errSecNoSuchAttr, for: generic([NSString(string: key): "value"]))
    }

    @Test func `3.1.3 the data protection flag is swallowed before keys of four characters are looked at`() {
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
    func `3.1.4 any other unknown key is refused`(key: String) {
        keychain.expect(errSecParam, for: generic([NSString(string: key): "value"]))
    }

    @Test func `3.1.5 a dictionary without class and reference is refused`() {
        keychain.expect(errSecParam, for: [:])
        keychain.expect(errSecParam, for: [kSecAttrAccount: "me"])
    }

    @Test(arguments: ["", "Genp", "genq", "apls", "genp ", "kSecClassGenericPassword"])
    func `3.1.5 an unknown class is no class`(name: String) {
        keychain.expect(errSecNoSuchClass, for: [kSecClass: .text(name)])
    }

    @Test(arguments: [Value.number(1), .data(Data("genp".utf8)), .null, .list([]), .boolean(true), .swiftEnum])
    func `3.1.5 a class that is no string is refused`(value: Value) {
        keychain.expect(errSecParam, for: [kSecClass: value])
    }

    @Test func `3.1.5 the class of a reference must be the class that is named`() {
        let reference = keychain.adding(generic([kSecReturnPersistentRef: true])).value ?? .null
        keychain.expect(
            errSecNoSuchClass, for: internet([kSecValuePersistentRef: reference]), in: [.copy, .update, .delete])
        #expect(keychain.status(of: generic([kSecValuePersistentRef: reference])) == errSecSuccess)
    }

    @Test func `3.1.14 the app clip flag is refused everywhere`() {
        keychain.expect(errSecParam, for: generic(["clip": 1]))
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), ["clip": 0]) == errSecParam)
    }
}
