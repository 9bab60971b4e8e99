// Who may see and write what (reference 3.12).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AccessGroupTests {
    @Test func `an item goes to the first group of the program, or to the one that is named`() throws {
        let keychain = try Keychain(groups: ["group.b", "group.a", "group.c"])
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccessGroup: "group.c"])) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.b", "group.c"])
    }

    @Test func `a search sees all groups of the program, or the one that is named`() throws {
        let keychain = try Keychain(groups: ["group.a", "group.b"])
        let writer = keychain.asProgram(of: "group.a", "group.b", "group.c")
        for group in ["group.a", "group.b", "group.c"] {
            #expect(writer.add(generic([kSecAttrAccessGroup: .text(group)])) == errSecSuccess)
        }
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.a", "group.b"])
        #expect(keychain.list(kSecAttrAccessGroup, generic([kSecAttrAccessGroup: "group.b"])) == ["group.b"])
        #expect(keychain.asProgram(of: "group.d").status(of: generic()) == errSecItemNotFound)
    }

    @Test(arguments: Call.allCases, ["group.b", "", "*", "GROUP.A", "group.a ", "com.apple.token"])
    func `a foreign group cannot be named`(call: Call, group: String) throws {
        let keychain = try Keychain(groups: ["group.a"])
        #expect(keychain.asProgram(of: "group.b").add(generic()) == errSecSuccess)
        #expect(keychain.add(generic()) == errSecSuccess)
        let status = call.status(generic([kSecAttrAccessGroup: .text(group)]), in: keychain)
        #expect(status == errSecMissingEntitlement)
        #expect(keychain.asProgram(of: "group.a", "group.b").count == 2)
    }

    @Test func `a program without any group can do nothing`() throws {
        let keychain = try Keychain(groups: [])
        #expect(keychain.asProgram(of: "group.a").add(generic()) == errSecSuccess)
        for call in Call.allCases {
            #expect(call.status(generic(), in: keychain) == errSecMissingEntitlement)
            #expect(call.status(generic([kSecAttrAccessGroup: "group.a"]), in: keychain) == errSecMissingEntitlement)
        }
    }

    @Test func `the group of tokens can be read and not written`() throws {
        let keychain = try Keychain(groups: ["com.apple.token", "group.a"])
        #expect(keychain.add(generic([kSecAttrAccessGroup: "com.apple.token"])) == errSecMissingEntitlement)
        #expect(keychain.status(of: generic([kSecAttrAccessGroup: "com.apple.token"])) == errSecItemNotFound)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccessGroup) == ["group.a"])
        let reader = keychain.asProgram(of: "com.apple.token")
        #expect(reader.add(generic()) == errSecMissingEntitlement)
        #expect(reader.status(of: generic()) == errSecItemNotFound)
    }

    @Test func `an update and a delete keep to the program's groups`() throws {
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

    @Test func `two groups hold items of the same name`() throws {
        let keychain = try Keychain(groups: ["group.a", "group.b"])
        for group in ["group.a", "group.b"] {
            let item = generic([kSecAttrAccount: "me", kSecAttrAccessGroup: .text(group)])
            #expect(keychain.add(item.with([kSecValueData: .secret(group)])) == errSecSuccess)
        }
        let query = generic([kSecAttrAccount: "me", kSecAttrAccessGroup: "group.b"])
        #expect(keychain.secret(query) == .secret("group.b"))
        #expect(keychain.update(query, [kSecAttrAccessGroup: "group.a"]) == errSecDuplicateItem)
        #expect(keychain.secret(query) == .secret("group.b"))
    }

    @Test func `a program cannot learn of a foreign item by a duplicate`() throws {
        let keychain = try Keychain(groups: ["group.a"])
        #expect(keychain.asProgram(of: "group.b").add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
    }

    @Test func `a tool that has every group sees and writes all`() throws {
        let keychain = try Keychain(groups: ["group.a"])
        let tool = keychain.asProgram(of: "group.tool", "*")
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(tool.add(generic([kSecAttrAccessGroup: "group.z"])) == errSecSuccess)
        #expect(tool.add(generic()) == errSecSuccess)
        #expect(tool.list(kSecAttrAccessGroup) == ["group.a", "group.z", "group.tool"])
    }
}
