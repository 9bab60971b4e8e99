// What is damaged is not "nothing found", and what is another's is not looked at.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SecretServiceDamageTests {
    private let keychain: ServiceKeychain

    init() throws { keychain = try ServiceKeychain() }

    private func damage(_ number: Int64) throws {
        try keychain.rows("UPDATE genp SET cdat = cdat + 1 WHERE rowid = \(number)")
    }

    @Test func `a search and a call on an item say that a row is damaged`() throws {
        let searched = try keychain.add(["a": "1"]).number
        let named = try keychain.add(["b": "1"]).number
        let read = try keychain.add(["c": "1"]).number
        for number in [searched, named, read] { try damage(number) }
        #expect(failure { _ = try keychain.found(["a": "1"]) } == .decode)
        #expect(failure { _ = try keychain.item(named) } == .decode)
        #expect(failure { _ = try keychain.secret(of: read) } == .decode)
        #expect(try keychain.rows("SELECT count(*) FROM quarantine") == [[.integer(3)]])
    }

    @Test func `a row of a newer version is not "nothing", and hides no other one`() throws {
        let number = try keychain.add(["a": "1"]).number
        try keychain.rows("UPDATE genp SET meta = CAST(x'0900' || substr(meta, 3) AS BLOB) WHERE rowid = \(number)")
        for _ in 0..<2 {
            #expect(failure { _ = try keychain.found(["a": "1"]) } == .wrongVersion)
            #expect(failure { _ = try keychain.item(number) } == .wrongVersion)
        }
        let other = try keychain.add(["a": "1"]).number
        #expect(try keychain.found(["a": "1"]) == [other])
    }

    @Test func `a keychain whose damaged file was set aside is neither empty nor made anew`() throws {
        try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: keychain.path))
        for _ in 0..<3 { #expect(failure { _ = try keychain.found(["a": "1"]) } == .notAvailable) }
        #expect(failure { try keychain.add(["a": "1"], replacing: true) } == .notAvailable)
        #expect(
            failure { _ = try keychain.service.serviceCollection(inKeychainAt: keychain.path) } == .notAvailable)
        #expect(!FileManager.default.fileExists(atPath: keychain.path))
        // The user makes it anew.
        try keychain.perform(.create(password: nil))
        #expect(try keychain.add(["a": "1"], replacing: true).isNew)
    }

    @Test func `rows of groups that are not admitted are not opened, whatever is searched for`() throws {
        var foreign: [Int64] = []
        for _ in 0..<20 { foreign.append(try keychain.add(["a": "1"], to: .second).number) }
        let own = try keychain.add(["a": "1"]).number
        // Whoever opened one would find out, and set it aside.
        for number in foreign { try damage(number) }
        func found(_ attributes: SearchAttributes, in scope: GroupScope) throws -> [Int64] {
            try keychain.service.serviceItems(
                matching: attributes, in: scope, admitting: { $0 == .first }, inKeychainAt: keychain.path
            ).items.map(\.number)
        }
        for scope in [GroupScope.all, .only([.second, .first])] {
            #expect(try found(["a": "1"], in: scope) == [own])
            #expect(try found(.none, in: scope) == [own])
            #expect(try found(["a": "2"], in: scope) == [])
        }
        #expect(try keychain.rows("SELECT count(*) FROM quarantine") == [[.integer(0)]])
        // Each group is asked about once, also those that have nothing of what is searched for.
        var asked: [AccessGroup] = []
        _ = try keychain.service.serviceItems(
            matching: ["a": "2"], in: .all,
            admitting: {
                asked.append($0)
                return false
            }, inKeychainAt: keychain.path)
        #expect(Set(asked) == [.first, .second] && asked.count == 2)
    }

    @Test func `to replace looks in all groups that it is given, and keeps the group`() throws {
        let old = try keychain.add(["a": "1"], "old", to: .second).number
        let item = NewServiceItem(
            group: .first, label: "new", attributes: ["a": "1"], contentType: "", secret: ItemSecret(TestSecret("new")))
        let done = try keychain.service.addServiceItem(
            item, replacingIn: [.first, .second], inKeychainAt: keychain.path)
        #expect(done.number == old && !done.isNew)
        #expect(try keychain.secret(of: old, in: .second) == "new")
        #expect(try keychain.service.addServiceItem(item, replacingIn: [.first], inKeychainAt: keychain.path).isNew)
    }
}
