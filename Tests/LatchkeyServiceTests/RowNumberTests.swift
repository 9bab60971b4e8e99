// References of items that are added, renamed, deleted and added again: each begins with the number of its row.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct RowNumberTests {
    let home: TemporaryHome
    let clock = ManualClock()
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(clock: clock.clock)
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
        try Connection(path: home.keychain, readOnly: true).rows(sql)
    }

    private func reference(of account: String) throws -> PersistentReference? {
        try client.items([.account: .string(account)]) { $0.synchronizable = .any }.first?.reference
    }

    @Test func `items that are added one after the other have growing numbers, whatever the clock does`() throws {
        let changes = [0, 0, 0.000_01, 5, -1000, 0, 1000, 0.5]
        for (count, change) in changes.enumerated() {
            clock.now += change
            try client.add("account \(count)", secret: "secret")
        }
        let accounts = changes.indices.map { AttributeValue.string("account \($0)") }
        let items = try client.items()
        #expect(items.map(\.attributes[.account]) == accounts)
        let numbers = items.map(\.reference.identifier.number)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        #expect(numbers.first == 800_000_000 * 32768 && numbers.last == Int64(clock.now * 32768))
    }

    @Test func `a reference tells when its item was added, and stays when the item changes`() throws {
        try client.add("alice", secret: "secret")
        let old = try #require(try reference(of: "alice"))
        clock.now += 100
        try client.update([.account: .string("alice")]) {
            $0.attributes[.account] = .string("bob")
            $0.secret = ItemSecret("new")
        }
        #expect(try reference(of: "bob") == old)
        #expect(old.identifier.number == 800_000_000 * 32768)
        #expect(try rows("SELECT rowid FROM genp") == [[.integer(old.identifier.number)]])
    }

    @Test func `tombstones have numbers of their own, and an item that takes the place of one has its reference`()
        throws
    {
        try client.add("old") { $0.attributes[.synchronizable] = .number(1) }
        let item = try #require(try reference(of: "old"))
        try client.update([.account: .string("old")]) {
            $0.attributes[.account] = .string("new")
        } configure: {
            $0.synchronizable = .any
        }
        let tombstone = try #require(
            try client.items([.account: .string("old")]) {
                $0.synchronizable = .any
                $0.includesTombstones = true
            }.first?.reference)
        #expect(tombstone.identifier.number == item.identifier.number + 1)
        clock.now += 100
        try client.add("old") { $0.attributes[.synchronizable] = .number(1) }
        #expect(try reference(of: "old") == tombstone)
        #expect(try reference(of: "new") == item)
        #expect(
            try rows("SELECT rowid, persistref FROM genp ORDER BY rowid")
                == [item, tombstone].map {
                    [.integer($0.identifier.number), .blob($0.identifier.bytes)]
                })
    }
}
