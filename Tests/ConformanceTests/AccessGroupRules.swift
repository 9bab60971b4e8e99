// Who may see and write what (reference 3.12).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct AccessGroupRules {

    @Test func `3.12.4 a tool that has every group sees and writes all`() throws {
        let keychain = try Keychain(groups: ["group.a"])
        let tool = keychain.asProgram(of: "group.tool", "*")
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(tool.add(generic([kSecAttrAccessGroup: "group.z"])) == errSecSuccess)
        #expect(tool.add(generic()) == errSecSuccess)
        #expect(tool.list(kSecAttrAccessGroup) == ["group.a", "group.z", "group.tool"])
    }

    @Test func `3.12.5 the group of tokens can be read and not written`() throws {
        let keychain = try Keychain(groups: ["com.apple.token", "group.a"])
        #expect(keychain.add(generic([kSecAttrAccessGroup: "com.apple.token"])) == errSecMissingEntitlement)
        #expect(keychain.status(of: generic([kSecAttrAccessGroup: "com.apple.token"])) == errSecItemNotFound)
        #expect(keychain.delete(generic([kSecAttrAccessGroup: "com.apple.token"])) == errSecMissingEntitlement)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.a"])
        let reader = keychain.asProgram(of: "com.apple.token")
        #expect(reader.add(generic()) == errSecMissingEntitlement)
        #expect(reader.status(of: generic()) == errSecItemNotFound)
    }

    @Test(arguments: Call.allCases, ["group.b", "", "*", "GROUP.A", "group.a ", "com.apple.token"])
    func `3.12.6 a foreign group cannot be named`(call: Call, group: String) throws {
        let keychain = try Keychain(groups: ["group.a"])
        #expect(keychain.asProgram(of: "group.b").add(generic()) == errSecSuccess)
        #expect(keychain.add(generic()) == errSecSuccess)
        let status = call.status(generic([kSecAttrAccessGroup: .text(group)]), in: keychain)
        #expect(status == errSecMissingEntitlement)
        #expect(keychain.asProgram(of: "group.a", "group.b").count == 2)
    }

    @Test func `3.12.6 an update and a delete keep to the program's groups`() throws {
        let keychain = try Keychain(groups: ["group.a"])
        let stranger = keychain.asProgram(of: "group.b")
        #expect(keychain.add(generic([kSecAttrLabel: "mine"])) == errSecSuccess)
        #expect(stranger.update(generic(), [kSecAttrLabel: "theirs"]) == errSecItemNotFound)
        #expect(stranger.delete(generic()) == errSecItemNotFound)
        #expect(stranger.add(generic([kSecAttrLabel: "theirs"])) == errSecSuccess)
        #expect(stranger.update(generic(), [kSecAttrLabel: "changed"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == ["mine"])
        #expect(stranger.delete(generic()) == errSecSuccess)
        #expect(keychain.count == 1)
    }

    @Test func `3.12.7 a program without any group can do nothing`() throws {
        let keychain = try Keychain(groups: [])
        #expect(keychain.asProgram(of: "group.a").add(generic()) == errSecSuccess)
        for call in Call.allCases {
            #expect(call.status(generic(), in: keychain) == errSecMissingEntitlement)
            #expect(call.status(generic([kSecAttrAccessGroup: "group.a"]), in: keychain) == errSecMissingEntitlement)
        }
    }

    @Test(arguments: [kSecUseSystemKeychain, kSecUseSystemKeychainAlways, kSecUseSyncBubbleKeychain])
    func `3.12.10 a keychain that needs an entitlement is refused`(key: CFString) throws {
        let keychain = try Keychain()
        keychain.expect(errSecMissingEntitlement, for: generic([key: true]))
    }
}
