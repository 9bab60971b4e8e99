// What a search compares (reference 3.2.1 to 3.2.10).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct MatchingRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func servers(below host: String) -> [Value?] {
        keychain.list(kSecAttrServer, internet([kSecMatchHostOrSubdomainOfHost: .text(host)]))
    }

    @Test func `3.2.1 every attribute of the query must be equal`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me", kSecAttrLabel: "a"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "a"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "b"])) == errSecItemNotFound)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrComment: "a"])) == errSecItemNotFound)
    }

    @Test(arguments: ["Me", "ME", "m\u{435}", "me ", " me", "m", "\u{ff4d}\u{ff45}", "me\u{301}", "me\0"])
    func `3.2.4 comparison is exact`(other: String) {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: .text(other)])) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: .text(other)])) == errSecSuccess)
    }

    @Test func `3.2.4 the two spellings of an accent are two names`() {
        #expect(keychain.add(generic([kSecAttrAccount: "caf\u{e9}"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "cafe\u{301}"])) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: "cafe\u{301}"])) == errSecSuccess)
        #expect(keychain.count == 2)
    }

    @Test func `3.2.10 a host matches itself and what is below it`() {
        for server in [
            "example.org", "mail.example.org", "a.b.example.org", "badexample.org", "example.org.evil",
            "Mail.Example.org", "org", "example.com",
        ] {
            #expect(keychain.add(internet([kSecAttrServer: .text(server)])) == errSecSuccess)
        }
        #expect(servers(below: "example.org") == ["example.org", "mail.example.org", "a.b.example.org"])
        #expect(servers(below: "b.example.org") == ["a.b.example.org"])
        #expect(servers(below: "EXAMPLE.ORG") == [])
        #expect(servers(below: "Example.org") == ["Mail.Example.org"])
    }

    @Test func `3.2.10 a server that is no text has no host`() {
        #expect(keychain.add(internet([kSecAttrServer: .bytes("mail.example.org")])) == errSecSuccess)
        #expect(servers(below: "example.org") == [])
        #expect(servers(below: "mail.example.org") == [])
    }

    @Test func `3.2.10 a host narrows the other attributes`() {
        for account in ["me", "you"] {
            #expect(
                keychain.add(internet([kSecAttrServer: "a.example.org", kSecAttrAccount: .text(account)]))
                    == errSecSuccess)
        }
        let query = internet([kSecMatchHostOrSubdomainOfHost: "example.org", kSecAttrAccount: "you"])
        #expect(keychain.attributes(query)["acct"] == "you")
    }

    @Test func `3.2.10 only an internet password has a host`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecMatchHostOrSubdomainOfHost: "x"])) == errSecUnimplemented)
    }
}
