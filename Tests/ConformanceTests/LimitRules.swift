// How many items a search gives, in which order, and what finds them again (reference 3.2.11 to 3.2.16).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct LimitRules {
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

    @Test func `3.2.11 a search is for one, an update and a delete for all`() {
        addFive()
        #expect(keychain.attributes()["acct"] == "e")
        #expect(keychain.update(generic(), [kSecAttrLabel: "new"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == Array(repeating: "new", count: 5))
        #expect(keychain.delete(generic()) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test(
        arguments: [
            (Value.number(2), ["e", "a"]), (5, ["e", "a", "d", "b", "c"]), (6, ["e", "a", "d", "b", "c"]),
            (.number(.max), ["e", "a", "d", "b", "c"]), (-1, ["e", "a", "d", "b", "c"]), (-2, ["e"]),
            (.number(.min), ["e"]),
            (.real(2), ["e", "a"]), (.constant(kSecMatchLimitAll), ["e", "a", "d", "b", "c"]),
        ] as [(Value, [Value?])])
    func `3.2.12 a limit cuts the array`(limit: Value, expected: [Value?]) {
        addFive()
        #expect(accounts(limit) == expected)
    }

    @Test func `3.2.12 a limit of zero finds nothing`() {
        addFive()
        #expect(keychain.status(of: generic([kSecMatchLimit: 0])) == errSecItemNotFound)
    }

    @Test func `3.2.14 items come in the order in which they were added`() {
        addFive()
        #expect(accounts(all) == ["e", "a", "d", "b", "c"])
        #expect(keychain.delete(generic([kSecAttrAccount: "e"])) == errSecSuccess)
        #expect(keychain.update(generic([kSecAttrAccount: "d"]), [kSecAttrAccount: "z"]) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "e"])) == errSecSuccess)
        #expect(accounts(all) == ["a", "z", "b", "c", "e"])
    }

    @Test func `3.2.16 a dictionary that came back finds exactly its item`() {
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

    @Test func `3.2.16 a synchronizable or constrained dictionary that came back finds its item too`() {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, .userPresence)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrSynchronizable: true])) == errSecSuccess)
        for flag in [true, false] {
            let found = keychain.attributes(generic([kSecAttrSynchronizable: .boolean(flag)]))
            #expect(found["sync"] == (flag ? 1 : 0))
            #expect(keychain.attributes(generic(found.entries)) == found)
        }
    }

    @Test func `3.2.13 a filter by host looks beyond the first row, also in a search for one`() {
        for server in ["example.com", "badexample.org", "mail.example.org", "www.example.org"] {
            #expect(keychain.add(internet([kSecAttrServer: .text(server)])) == errSecSuccess)
        }
        let query = internet([kSecMatchHostOrSubdomainOfHost: "example.org"])
        #expect(keychain.attributes(query)["srvr"] == "mail.example.org")
        #expect(keychain.find(query.with([kSecMatchLimit: 2, kSecReturnAttributes: true])).items.count == 2)
    }
}
