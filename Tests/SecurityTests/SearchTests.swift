// Limits, order, and dictionaries that come back as queries (reference 3.2, 3.4).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct SearchTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func addFive() {
        for name in ["e", "a", "d", "b", "c"] {
            #expect(keychain.add(generic([kSecAttrAccount: .text(name)])) == errSecSuccess)
        }
    }

    private func accounts(_ limit: Value) -> [Value?]? {
        let answer = keychain.find(generic([kSecMatchLimit: limit, kSecReturnAttributes: true]))
        return answer.status == errSecSuccess ? answer.items.map { $0["acct"] } : nil
    }

    @Test func `items come in the order in which they were added`() {
        addFive()
        #expect(accounts(all) == ["e", "a", "d", "b", "c"])
        #expect(keychain.delete(generic([kSecAttrAccount: "e"])) == errSecSuccess)
        #expect(keychain.update(generic([kSecAttrAccount: "d"]), [kSecAttrAccount: "z"]) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "e"])) == errSecSuccess)
        #expect(accounts(all) == ["a", "z", "b", "c", "e"])
    }

    @Test(
        arguments: [
            (Value.number(2), ["e", "a"]), (5, ["e", "a", "d", "b", "c"]), (6, ["e", "a", "d", "b", "c"]),
            (.number(.max), ["e", "a", "d", "b", "c"]), (-1, ["e", "a", "d", "b", "c"]), (-2, ["e"]),
            (.number(.min), ["e"]),
            (.real(2), ["e", "a"]), (.constant(kSecMatchLimitAll), ["e", "a", "d", "b", "c"]),
        ] as [(Value, [Value?])])
    func `a limit cuts the array`(limit: Value, expected: [Value?]) {
        addFive()
        #expect(accounts(limit) == expected)
    }

    @Test func `a limit of zero finds nothing`() {
        addFive()
        #expect(keychain.status(of: generic([kSecMatchLimit: 0])) == errSecItemNotFound)
    }

    @Test func `a search is for one, an update and a delete for all`() {
        addFive()
        #expect(keychain.attributes()["acct"] == "e")
        #expect(keychain.update(generic(), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == Array(repeating: "new", count: 5))
        #expect(keychain.delete(generic()) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test func `every attribute of the query must be equal`() {
        #expect(keychain.add(generic([kSecAttrAccount: "me", kSecAttrLabel: "a"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "a"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrLabel: "b"])) == errSecItemNotFound)
        #expect(keychain.status(of: generic([kSecAttrAccount: "me", kSecAttrComment: "a"])) == errSecItemNotFound)
    }

    @Test(arguments: ["Me", "ME", "m\u{435}", "me ", " me", "m", "\u{ff4d}\u{ff45}", "me\u{301}", "me\0"])
    func `comparison is exact`(other: String) {
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: .text(other)])) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: .text(other)])) == errSecSuccess)
    }

    @Test func `the two spellings of an accent are two names`() {
        #expect(keychain.add(generic([kSecAttrAccount: "caf\u{e9}"])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrAccount: "cafe\u{301}"])) == errSecItemNotFound)
        #expect(keychain.add(generic([kSecAttrAccount: "cafe\u{301}"])) == errSecSuccess)
        #expect(keychain.count == 2)
    }

    @Test func `match keys of certificates and of macOS are ignored for passwords`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let ignored: Entries = [
            kSecMatchItemList: .list(["x"]), kSecMatchSearchList: .list([]), kSecMatchSubjectContains: "x",
            kSecMatchTrustedOnly: true, kSecMatchValidOnDate: .date(0),
        ]
        #expect(keychain.status(of: generic(ignored)) == errSecSuccess)
    }

    @Test(arguments: [kSecMatchIssuers, kSecMatchPolicy])
    func `issuers and policies are for certificates`(key: CFString) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([key: .list([.bytes("name")])])) == errSecUnimplemented)
    }

    @Test func `a dictionary that came back finds exactly its item`() {
        for number in 0..<3 {
            let item: Entries = [
                kSecAttrAccount: .number(Int64(number)), kSecAttrLabel: "same", kSecAttrAccessible: "ck",
            ]
            #expect(keychain.add(generic(item)) == errSecSuccess)
            #expect(keychain.add(internet(item.with([kSecAttrServer: "same"]))) == errSecSuccess)
        }
        for item in [generic, internet] {
            for found in keychain.find(item([kSecMatchLimit: all, kSecReturnAttributes: true])).items {
                for query in [found, found.filter { $0.key != "sha1" }] {
                    let again = keychain.find(
                        item(query.entries).with([kSecMatchLimit: all, kSecReturnAttributes: true]))
                    #expect(again.items == [found])
                }
            }
        }
    }

    @Test func `a synchronizable or constrained dictionary that came back finds its item too`() {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, .userPresence)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        for flag in [true, false] {
            let found = keychain.attributes(generic([kSecAttrSynchronizable: .boolean(flag)]))
            #expect(found["sync"] == (flag ? 1 : 0))
            #expect(keychain.attributes(generic(found.entries)) == found)
        }
    }

    @Test func `a failed search keeps the array of the search before`() {
        addFive()
        let first = keychain.find(generic([kSecMatchLimit: all, kSecReturnAttributes: true])).object
        let second = keychain.find(
            generic([kSecAttrAccount: "x", kSecMatchLimit: all, kSecReturnAttributes: true]), over: first)
        #expect(second.status == errSecItemNotFound)
        #expect(second.object === first)
    }

    @Test func `a keychain that was never made holds nothing`() {
        #expect(keychain.status(of: generic()) == errSecItemNotFound)
        #expect(keychain.update(generic(), [:]) == errSecItemNotFound)
        #expect(keychain.delete(generic()) == errSecItemNotFound)
    }
}
