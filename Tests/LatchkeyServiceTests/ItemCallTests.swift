// Add, search, update and delete behind the client: dates, tombstones, groups, and all or nothing.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ItemCallTests {
    let home: TemporaryHome
    var client: KeychainClient { home.client }

    init() throws { home = try TemporaryHome() }

    private func names(_ items: [ReturnedItem]) -> [AttributeValue?] { items.map { $0.attributes[.account] } }

    private func rows(_ account: String, tombstones: Bool = true) -> [ReturnedItem] {
        let found = try? client.items([.account: .string(account)], returning: .attributes) {
            $0.synchronizable = .any
            $0.includesTombstones = tombstones
        }
        return found ?? []
    }

    private func date(_ attribute: Attribute, of item: ReturnedItem?) -> Double {
        if case .date(let seconds)? = item?.attributes[attribute] { seconds } else { .nan }
    }

    @Test func `two paths that Swift takes for one text are two keychains`() throws {
        let client = home.anotherClient()
        var query = ItemQuery(itemClass: .genericPassword)
        query.returning = .attributes
        query.limit = .all
        let paths = ["/caf\u{e9}.keychain-db", "/cafe\u{301}.keychain-db"].map { home.path + $0 }
        for (path, account) in zip(paths, ["composed", "decomposed"]) {
            var addition = ItemAddition(itemClass: .genericPassword)
            addition.attributes = [.account: .string(account), .service: .string("service")]
            _ = try client.perform(.create(password: nil), in: .file(path))
            _ = try client.perform(.add(addition), in: .file(path))
        }
        for (path, account) in zip(paths, ["composed", "decomposed"]) {
            guard case .items(let items) = try client.perform(.copy(query), in: .file(path)) else {
                throw KeychainError(.internalError, during: "searching in a test")
            }
            #expect(names(items) == [.string(account)])
        }
    }

    @Test func `an item comes back as it was added, with what the keychain adds`() throws {
        let before = Date.timeIntervalSinceReferenceDate
        let added = try client.add("alice", under: .cku) { $0.attributes[.comment] = .string("comment") }
        let item = try #require(try client.items().first)
        #expect(item.reference == added.reference && item.secret == ItemSecret("secret"))
        #expect(item.attributes[.accessGroup] == .string("TEAM123456.test"))
        #expect(item.attributes[.accessible] == .string("cku") && item.accessControl.protection == .cku)
        #expect(item.attributes[.comment] == .string("comment"))
        #expect(item.attributes[.synchronizable] == .number(0) && item.attributes[.tombstone] == .number(0))
        #expect((before - 1...Date.timeIntervalSinceReferenceDate + 1).contains(date(.creationDate, of: item)))
        #expect(date(.creationDate, of: item) == date(.modificationDate, of: item))
    }

    @Test func `what the keychain keeps itself is not taken from the caller`() throws {
        let item = try client.add("alice") {
            $0.attributes[.creationDate] = .date(1)
            $0.attributes[.modificationDate] = .date(1)
            $0.attributes[.sha1] = .data(.init(repeating: 1, count: 20))
            $0.attributes[.multiUser] = .data(.init(repeating: 1, count: 16))
        }
        #expect(date(.creationDate, of: item) > 1 && date(.modificationDate, of: item) > 1)
        #expect(item.attributes[.sha1] != .data(.init(repeating: 1, count: 20)))
        #expect(item.attributes[.multiUser] == .data([]) && item.attributes[.tombstone] == .number(0))
    }

    @Test func `the item digest follows the attributes and the secret`() throws {
        let first = try client.add("alice").attributes[.sha1]
        try client.update([.account: .string("alice")]) { $0.secret = ItemSecret("other") }
        let second = try #require(rows("alice").first).attributes[.sha1]
        try client.update([.account: .string("alice")]) { $0.attributes[.label] = .string("label") }
        let third = try #require(rows("alice").first).attributes[.sha1]
        #expect(first != nil && first != second && second != third)
    }

    @Test func `every update moves the modification date on and keeps creation date and reference`() throws {
        let added = try client.add("alice")
        var last = date(.modificationDate, of: added)
        for _ in 0..<20 {
            try client.update([.account: .string("alice")]) { _ in }
            let item = try #require(rows("alice").first)
            #expect(date(.modificationDate, of: item) > last)
            #expect(
                date(.creationDate, of: item) == date(.creationDate, of: added) && item.reference == added.reference)
            last = date(.modificationDate, of: item)
        }
    }

    @Test(arguments: [0, 0.0004, -100])
    func `a modification date grows by a millisecond where the clock does not`(move: Double) throws {
        let time = ManualClock()
        let client = home.anotherClient(clock: time.clock)
        let start = time.now
        try client.add("alice")
        for number in 1...20 {
            time.now += move
            try client.update([.account: .string("alice")]) { _ in }
            let item = try #require(try client.items([.account: .string("alice")]).first)
            #expect(abs(date(.modificationDate, of: item) - (start + Double(number) * 0.001)) < 0.000_001)
            #expect(date(.creationDate, of: item) == start)
        }
        time.now = start + 5
        try client.update([.account: .string("alice")]) { _ in }
        let item = try #require(try client.items([.account: .string("alice")]).first)
        #expect(date(.modificationDate, of: item) == start + 5)
    }

    @Test func `an update that would collide changes no row at all`() throws {
        for account in ["a", "b", "c"] { try client.add(account) { $0.attributes[.label] = .string("old") } }
        let code = failure {
            try client.update([.service: .string("service")]) {
                $0.attributes[.account] = .string("b")
                $0.attributes[.label] = .string("new")
                $0.secret = ItemSecret("new")
            }
        }
        #expect(code == .duplicateItem)
        let items = try client.items()
        #expect(names(items) == [.string("a"), .string("b"), .string("c")])
        #expect(items.allSatisfy { $0.attributes[.label] == .string("old") && $0.secret == ItemSecret("secret") })
    }

    @Test func `an update that meets a locked row changes no row at all`() throws {
        try client.create(password: "password")
        try client.add("open", under: .dk)
        try client.add("locked", under: .ak)
        try client.lock()
        let code = failure {
            try client.update([.service: .string("service")]) { $0.attributes[.label] = .string("new") }
        }
        #expect(code == .interactionNotAllowed)
        #expect(try client.items([.accessible: .string("dk")]).first?.attributes[.label] == nil)
    }

    @Test func `an update to another class seals the item anew`() throws {
        try client.create(password: "password")
        try client.add("alice", under: .dk)
        try client.update([.account: .string("alice")]) { $0.attributes[.accessible] = .string("ak") }
        try client.lock()
        #expect(failure { _ = try client.secret(of: "alice") } == .interactionNotAllowed)
        try client.unlock("password")
        #expect(try client.secret(of: "alice") == "secret")
    }

    @Test func `a deleted synchronizable item leaves a younger tombstone without secret or description`() throws {
        let added = try client.add("alice") {
            $0.attributes[.synchronizable] = .number(1)
            $0.attributes[.label] = .string("label")
        }
        try client.delete([.account: .string("alice")]) { $0.synchronizable = .any }
        #expect(rows("alice", tombstones: false).isEmpty)
        let tombstone = try #require(rows("alice").first)
        #expect(tombstone.attributes[.tombstone] == .number(1) && tombstone.reference == added.reference)
        #expect(date(.modificationDate, of: tombstone) > date(.modificationDate, of: added))
        #expect(tombstone.attributes[.label] == nil && tombstone.attributes[.sha1] == nil)
        let secret = try client.items([.account: .string("alice")]) {
            $0.synchronizable = .any
            $0.includesTombstones = true
        }
        #expect(secret.first?.secret == nil)
    }

    @Test func `adding over a tombstone brings its reference back`() throws {
        let first = try client.add("alice") { $0.attributes[.synchronizable] = .number(1) }
        try client.delete([.account: .string("alice")]) { $0.synchronizable = .any }
        let second = try client.add("alice", secret: "new") { $0.attributes[.synchronizable] = .number(1) }
        #expect(second.reference == first.reference)
        let items = try client.items { $0.synchronizable = .any }
        #expect(items.count == 1 && items.first?.secret == ItemSecret("new"))
    }

    @Test(
        arguments: [
            (false, nil, false), (false, true, true), (false, false, false), (true, nil, true), (true, true, true),
            (true, false, false),
        ] as [(Bool, Bool?, Bool)])
    func `a delete leaves a tombstone where the item synchronises or the query says so`(
        isSynchronizable: Bool, wanted: Bool?, leavesTombstone: Bool
    ) throws {
        try client.add("alice") { $0.attributes[.synchronizable] = .number(isSynchronizable ? 1 : 0) }
        try client.delete([.account: .string("alice")]) {
            $0.synchronizable = .any
            $0.leavesTombstones = wanted
        }
        #expect(rows("alice", tombstones: false).isEmpty)
        #expect(rows("alice").count == (leavesTombstone ? 1 : 0))
        guard leavesTombstone else { return }
        for (keeps, count) in [(true, 1), (false, 0)] {
            try client.delete([.account: .string("alice")]) {
                $0.synchronizable = .any
                $0.includesTombstones = true
                $0.leavesTombstones = keeps ? true : nil
            }
            #expect(rows("alice").count == count)
        }
    }

    @Test(arguments: [("bob", 1), ("u\u{308}ml", 1), ("\u{fc}ml", 0)])
    func `renaming a synchronizable item leaves a tombstone under the old key, byte for byte`(
        name: String, tombstones: Int
    ) throws {
        try client.add("\u{fc}ml") { $0.attributes[.synchronizable] = .number(1) }
        try client.update([.account: .string("\u{fc}ml")]) {
            $0.attributes[.account] = .string(name)
        } configure: {
            $0.synchronizable = .any
        }
        let all = try client.items(returning: .attributes) {
            $0.synchronizable = .any
            $0.includesTombstones = true
        }
        #expect(all.count { $0.attributes[.tombstone] == .number(1) } == tombstones)
        #expect(all.count == 1 + tombstones)
    }

    @Test(arguments: [(Attribute.account, AttributeValue.data(Array("alice".utf8))), (.syncViewHint, .string(""))])
    func `another spelling of the same key is no renaming`(attribute: Attribute, value: AttributeValue) throws {
        try client.add("alice") { $0.attributes[.synchronizable] = .number(1) }
        try client.update([.account: .string("alice")]) {
            $0.attributes[attribute] = value
        } configure: {
            $0.synchronizable = .any
        }
        #expect(rows("alice").count == 1)
    }

    @Test func `local and synchronizable items with the same key live side by side`() throws {
        try client.add("alice", secret: "local")
        try client.add("alice", secret: "synced") { $0.attributes[.synchronizable] = .number(1) }
        #expect(try client.secret(of: "alice") == "local")
        #expect(try client.items { $0.synchronizable = .any }.count == 2)
        try client.update([.account: .string("alice")]) { $0.secret = ItemSecret("changed") }
        let synced = try client.items { $0.synchronizable = .synchronizableOnly }
        #expect(synced.first?.secret == ItemSecret("synced"))
    }

    @Test func `a program sees and changes items of its own groups only`() throws {
        try client.add("alice")
        let stranger = home.anotherClient(groups: ["OTHER12345.app"])
        #expect(failure { _ = try stranger.secret(of: "alice") } == .itemNotFound)
        #expect(failure { try stranger.delete([.account: .string("alice")]) } == .itemNotFound)
        #expect(failure { try stranger.update([:]) { $0.secret = ItemSecret("stolen") } } == .itemNotFound)
        let named = failure {
            _ = try stranger.items { $0.accessGroup = AccessGroup(rawValue: "TEAM123456.test") }
        }
        #expect(named == .missingEntitlement)
        #expect(failure { try home.anotherClient(groups: []).add("x") } == .missingEntitlement)
        #expect(try client.secret(of: "alice") == "secret")
    }

    @Test func `an item moves to another group of the program and to no other`() throws {
        let both = home.anotherClient(groups: ["TEAM123456.test", "TEAM123456.shared"])
        try both.add("alice")
        try both.update([.account: .string("alice")]) { $0.attributes[.accessGroup] = .string("TEAM123456.shared") }
        #expect(failure { _ = try client.secret(of: "alice") } == .itemNotFound)
        #expect(try both.secret(of: "alice") == "secret")
        let code = failure { try both.update([:]) { $0.attributes[.accessGroup] = .string("OTHER12345.app") } }
        #expect(code == .missingEntitlement)
    }

    @Test func `a search in a home without a keychain finds nothing and makes none`() throws {
        #expect(failure { _ = try client.items() } == .itemNotFound)
        #expect(failure { try client.delete([:]) } == .itemNotFound)
        #expect(failure { try client.update([:]) { _ in } } == .itemNotFound)
        #expect(failure { _ = try client.status() } == .noSuchKeychain)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test(arguments: [(0, nil), (1, 1), (2, 2), (9, 3)] as [(Int, Int?)])
    func `a limit bounds what is returned, oldest first`(limit: Int, count: Int?) throws {
        for account in ["c", "a", "b"] { try client.add(account) }
        var items: [ReturnedItem]?
        let code = failure { items = try client.items { $0.limit = .atMost(limit) } }
        #expect(code == (count == nil ? .itemNotFound : nil))
        #expect(items.map(names) == count.map { Array([.string("c"), .string("a"), .string("b")].prefix($0)) })
    }

    @Test(arguments: [
        // Without a password and a finger there is no way to ask.
        (AuthenticationUI.allow, KeychainError.Code.authFailed), (.fail, .interactionNotAllowed),
        (.skip, .itemNotFound),
    ])
    func `a secret that needs a proof is not given out, but its attributes are`(
        mode: AuthenticationUI, expected: KeychainError.Code
    ) throws {
        try client.add("alice") {
            $0.accessControl = AccessControl(protection: .ak, flags: 1); $0.attributes[.accessible] = nil
        }
        #expect(failure { _ = try client.items { $0.authentication.ui = mode } } == expected)
        let item = try client.items(returning: .attributes) { $0.authentication.ui = mode }.first
        #expect(item?.accessControl.flags == 1 && item?.secret == nil)
    }
}
