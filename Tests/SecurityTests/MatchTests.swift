// Searches that look past equality: hosts and letter case (reference 3.2.10; Documentation/Reference/Compatibility.md).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct MatchTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func servers(below host: String) -> [Value?] {
        keychain.list(kSecAttrServer, internet([kSecMatchHostOrSubdomainOfHost: .text(host)]))
    }

    @Test(arguments: [Value.number(1), .null, .data(Data()), .list([])])
    func `a host is text`(value: Value) {
        #expect(keychain.status(of: internet([kSecMatchHostOrSubdomainOfHost: value])) == errSecParam)
    }

    @Test func `two spellings of a letter are two hosts`() {
        for name in ["caf\u{e9}.example", "cafe\u{301}.example", "www.caf\u{e9}.example"] {
            #expect(keychain.add(internet([kSecAttrServer: .text(name)])) == errSecSuccess)
        }
        #expect(servers(below: "caf\u{e9}.example") == ["caf\u{e9}.example", "www.caf\u{e9}.example"])
        #expect(servers(below: "cafe\u{301}.example").count == 1)
    }

    private func accounts(like name: Value, _ flag: Value = true) -> [Value?] {
        keychain.list(kSecAttrAccount, generic([kSecMatchCaseInsensitive: flag, kSecAttrAccount: name]))
    }

    @Test func `letter case can be ignored`() {
        for name in ["Me", "me", "ME", "mee"] {
            #expect(keychain.add(generic([kSecAttrAccount: .text(name)])) == errSecSuccess)
        }
        #expect(accounts(like: "mE") == ["Me", "me", "ME"])
        #expect(accounts(like: "mE", false) == [])
        #expect(accounts(like: "me", false) == ["me"])
    }

    @Test(arguments: [
        ("\u{c9}T\u{c9}", "\u{e9}t\u{e9}"),
        ("\u{41f}\u{410}\u{420}\u{41e}\u{41b}\u{42c}", "\u{43f}\u{430}\u{440}\u{43e}\u{43b}\u{44c}"),
        ("\u{39a}\u{39b}\u{395}\u{399}\u{394}\u{399}", "\u{3ba}\u{3bb}\u{3b5}\u{3b9}\u{3b4}\u{3b9}"),
        ("\u{10400}", "\u{10428}"), ("a\0B", "A\0b"),
    ])
    func `letters beyond ASCII have a case too`(upper: String, lower: String) {
        #expect(keychain.add(generic([kSecAttrAccount: .text(upper)])) == errSecSuccess)
        #expect(accounts(like: .text(lower)) == [.text(upper)])
        #expect(accounts(like: .text(lower), false) == [])
    }

    @Test(arguments: ["\u{e9}", "e\u{301}", "\u{df}", "\u{ff45}", "ss"])
    func `accents and widths are not letter case`(other: String) {
        #expect(keychain.add(generic([kSecAttrAccount: "e"])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "SS "])) == errSecSuccess)
        #expect(accounts(like: .text(other)) == [])
    }

    @Test func `accents and widths can be ignored`() {
        for name in ["cafe", "caf\u{e9}", "cafe\u{301}", "CAF\u{c9}", "\u{ff43}afe"] {
            #expect(keychain.add(generic([kSecAttrAccount: .text(name), kSecAttrLabel: .text(name)])) == errSecSuccess)
        }
        func found(_ flags: CFString..., by attribute: CFString = kSecAttrAccount) -> [Value?] {
            let query = flags.reduce(generic([attribute: "caf\u{e9}"])) { $0.with([$1: true]) }
            return keychain.list(kSecAttrAccount, query)
        }
        for attribute in [kSecAttrAccount, kSecAttrLabel] {
            #expect(found(by: attribute) == ["caf\u{e9}"])
            #expect(found(kSecMatchDiacriticInsensitive, by: attribute) == ["cafe", "caf\u{e9}", "cafe\u{301}"])
            #expect(found(kSecMatchWidthInsensitive, by: attribute).contains("caf\u{e9}"))
            let all = found(
                kSecMatchCaseInsensitive, kSecMatchDiacriticInsensitive, kSecMatchWidthInsensitive, by: attribute)
            #expect(all.count == 5)
        }
        #expect(keychain.status(of: generic([kSecMatchDiacriticInsensitive: 1])) == errSecParam)
        #expect(keychain.status(of: generic([kSecMatchWidthInsensitive: "x"])) == errSecParam)
    }

    @Test func `only text has letter case`() {
        #expect(keychain.add(generic([kSecAttrAccount: .bytes("Me")])) == errSecSuccess)
        #expect(accounts(like: "me") == [])
        #expect(accounts(like: .bytes("me")) == [])
        #expect(accounts(like: "Me") == [.bytes("Me")])
    }

    @Test(arguments: [kSecAttrService, kSecAttrLabel, kSecAttrComment, kSecAttrGeneric])
    func `every text of the query is compared without regard to case`(attribute: CFString) {
        #expect(keychain.add(generic([attribute: "Some Text"])) == errSecSuccess)
        #expect(
            keychain.status(of: generic([attribute: "sOME tEXT", kSecMatchCaseInsensitive: true])) == errSecSuccess)
        #expect(keychain.status(of: generic([attribute: "sOME tEXT"])) == errSecItemNotFound)
        #expect(
            keychain.status(of: generic([attribute: "other", kSecMatchCaseInsensitive: true])) == errSecItemNotFound)
    }

    @Test func `numbers and protection classes are equal or not`() {
        #expect(keychain.add(internet([kSecAttrServer: "Example.org", kSecAttrPort: 443])) == errSecSuccess)
        let query = internet([kSecMatchCaseInsensitive: true, kSecAttrServer: "EXAMPLE.ORG"])
        #expect(keychain.status(of: query.with([kSecAttrPort: 443, kSecAttrAccessible: "ak"])) == errSecSuccess)
        #expect(keychain.status(of: query.with([kSecAttrPort: 444])) == errSecItemNotFound)
        #expect(keychain.status(of: query.with([kSecAttrAccessible: "ck"])) == errSecItemNotFound)
        #expect(keychain.status(of: query.with([kSecAttrAccount: ""])) == errSecSuccess)
    }

    @Test func `codes have no letter case`() {
        #expect(keychain.add(internet([kSecAttrProtocol: .constant(kSecAttrProtocolHTTPS)])) == errSecSuccess)
        let query = internet([kSecMatchCaseInsensitive: true, kSecAttrProtocol: "HTPS"])
        #expect(keychain.status(of: query) == errSecItemNotFound)
        #expect(keychain.status(of: query.with([kSecAttrProtocol: "htps"])) == errSecSuccess)
    }

    @Test func `text is never equal to a number, whatever its bytes are`() {
        let number: Int64 = 0x6162_6364_6566_6768
        #expect(keychain.add(generic([kSecAttrType: .number(number)])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrType: "abcdefgh"])) == errSecItemNotFound)
        let query = generic([kSecAttrType: "abcdefgh", kSecMatchCaseInsensitive: true])
        #expect(keychain.status(of: query) == errSecItemNotFound)
    }

    @Test(arguments: [Value.number(1), "yes", .null])
    func `the switch of letter case is a boolean`(value: Value) {
        #expect(keychain.status(of: generic([kSecMatchCaseInsensitive: value])) == errSecParam)
    }
}
