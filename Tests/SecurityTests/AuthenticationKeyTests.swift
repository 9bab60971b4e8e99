// The keys that say how a user may be asked (reference 3.1.13, 3.4.6, 3.14).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AuthenticationKeyTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: ["u_AuthUIA", "u_AuthUIF"], [Call.add, .copy, .update, .delete])
    func `asking and failing are possible in every call`(value: String, call: Call) {
        if call != .add { #expect(keychain.add(generic()) == errSecSuccess) }
        #expect(call.status(generic([kSecUseAuthenticationUI: .text(value)]), in: keychain) == errSecSuccess)
    }

    @Test(arguments: [Value.text("u_AuthUI"), "", .null, .boolean(true), .number(1)], Call.allCases)
    func `another way of asking is refused`(value: Value, call: Call) {
        if call != .add { #expect(keychain.add(generic()) == errSecSuccess) }
        #expect(call.status(generic([kSecUseAuthenticationUI: value]), in: keychain) == errSecParam)
    }

    @Test(arguments: Call.allCases)
    func `a context must be one`(call: Call) {
        if call != .add { #expect(keychain.add(generic()) == errSecSuccess) }
        #expect(call.status(generic([kSecUseAuthenticationContext: "context"]), in: keychain) == errSecParam)
    }

    @Test(arguments: Call.allCases)
    func `a prompt never filters`(call: Call) {
        if call != .add { #expect(keychain.add(generic()) == errSecSuccess) }
        #expect(call.status(generic([kSecUseOperationPrompt: "Unlock the door"]), in: keychain) == errSecSuccess)
    }

    @Test func `a credential reference among the changes is no attribute`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecUseCredentialReference: .bytes("x")]) == errSecNoSuchAttr)
    }
}
