// The numbers of rows: they tell the time, and references begin with them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct RowNumberTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private static let now = 800_000_000.5
    private static let number = Int64(now * 32768)

    private func next(of itemClass: ItemClass = .genericPassword, now: Double = now) throws(KeychainError) -> Int64 {
        try fixture.store.nextIdentifier(of: itemClass, now: now).number
    }

    @Test func `the number of a new row is the time in steps of 1/32768 of a second`() throws {
        #expect(try next() == 26_214_400_016_384)
        #expect(try next(now: Self.now + 0.99 / 32768) == Self.number)
        #expect(try next(now: Self.now + 1.0 / 32768) == Self.number + 1)
        #expect(try next(of: .key) == Self.number)
    }

    @Test func `identifiers of one instant differ`() throws {
        let identifiers = try (0..<100).map { _ in try fixture.store.nextIdentifier(of: .certificate, now: Self.now) }
        #expect(Set(identifiers).count == 100)
    }

    @Test(arguments: [0, -1e-6, -1, -700_000_000])
    func `a row in the same step of the clock, or after the clock was set back, follows the last one`(change: Double)
        throws
    {
        try fixture.insert(fixture.item("alice", numbered: Self.number))
        #expect(try next(now: Self.now + change) == Self.number + 1)
        try fixture.insert(fixture.item("bob", numbered: Self.number + 1))
        #expect(try next(now: Self.now + change) == Self.number + 2)
        #expect(try next(of: .internetPassword) == Self.number)
    }

    @Test(arguments: [0, -1, -.infinity, .infinity, .nan, 1e300, Double(RowIdentifier.lastNumber) / 32768])
    func `a clock that tells no time gives the first number, or the one after the last`(now: Double) throws {
        #expect(try next(now: now) == 1)
        try fixture.insert(fixture.item("alice", numbered: Self.number))
        #expect(try next(now: now) == Self.number + 1)
    }

    @Test func `after the last number rows go on below it, and the other classes as before`() throws {
        try fixture.insert(fixture.item("alice", numbered: RowIdentifier.lastNumber - 1))
        #expect(try next() == RowIdentifier.lastNumber)
        try fixture.insert(fixture.item("bob", numbered: RowIdentifier.lastNumber))
        #expect(try next() == Self.number)
        try fixture.insert(fixture.item("carol", numbered: Self.number + 7))
        #expect(try next() == Self.number + 8)
        #expect(try next(of: .internetPassword) == Self.number)
    }

    @Test(arguments: [Int64.max, RowIdentifier.lastNumber + 1])
    func `a stranger's number beyond the last one is not followed`(number: Int64) throws {
        try fixture.insert(fixture.item("alice"))
        try fixture.connection.run("UPDATE genp SET rowid = ?", [.integer(number)])
        #expect(try next() == Self.number)
        #expect(try next(now: 0) == 1)
    }

    @Test func `where both halves of the numbers are at their end nothing is added`() throws {
        try fixture.insert(fixture.item("alice", numbered: RowIdentifier.lastNumber))
        try fixture.insert(fixture.item("bob", numbered: (1 << 47) - 1))
        #expect(failure { _ = try next() } == .internalError)
    }

    @Test func `a stranger's number below zero is no reason for another`() throws {
        try fixture.insert(fixture.item("alice"))
        try fixture.connection.run("UPDATE genp SET rowid = ?", [.integer(.min)])
        #expect(try next() == Self.number)
        #expect(try next(now: 0) == 1)
    }

    @Test func `a row stands under the number in its reference`() throws {
        let item = try fixture.insert(fixture.item("alice", numbered: Self.number))
        #expect(try fixture.connection.rows("SELECT rowid FROM genp") == [[.integer(Self.number)]])
        #expect(try fixture.rows().map(\.identifier) == [item.reference.identifier])
        let sameNumber = fixture.item("bob", numbered: Self.number)
        #expect(failure { try fixture.insert(sameNumber) } == .duplicateItem)
        #expect(try fixture.accounts() == ["alice"])
    }

    @Test func `a reference finds the row that has all of its bytes`() throws {
        let item = try fixture.insert(fixture.item("alice", numbered: Self.number))
        try fixture.insert(fixture.item("bob", numbered: Self.number + 1))
        func accounts(_ reference: PersistentReference) throws -> [String] {
            try fixture.accounts { $0.persistentReference = reference }
        }
        #expect(try accounts(item.reference) == ["alice"])
        let sameNumber = PersistentReference(
            itemClass: .genericPassword, identifier: .random(numbered: Self.number))
        #expect(try accounts(sameNumber).isEmpty)
        #expect(try fixture.rows { $0.persistentReference = sameNumber }.isEmpty)
    }
}
