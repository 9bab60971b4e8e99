// Who may see and write what (reference 3.12).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AccessGroupTests {
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
}
