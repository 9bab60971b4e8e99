// How much of the index of the Secret Service a search touches.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SearchIndexTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private static func pair(_ name: String, _ value: String) -> SearchTerm { .pair(.init(name: name, value: value)) }

    /// Entries without rows: the same digests that many items would have.
    private func fill(_ count: Int, in group: AccessGroup, from first: Int64 = 1) throws(KeychainError) {
        let suffix = try fixture.keys.searchDigest(of: group)
        let terms = [SearchTerm.any, Self.pair("kind", "all")]
        try fixture.connection.write { _ throws(KeychainError) in
            for number in first..<first + Int64(count) {
                for term in terms + [Self.pair("number", "\(number)")] {
                    let digest = try fixture.keys.searchDigest(of: term) + suffix
                    try fixture.connection.run(
                        "INSERT INTO ssattr(digest, item) VALUES(?, ?)", [.blob(digest), .integer(number)])
                }
            }
        }
    }

    private func found(_ terms: [SearchTerm], in scope: GroupScope) throws(KeychainError) -> [Int64] {
        try SearchIndex(fixture.connection).items(with: terms, in: scope, keys: fixture.keys)
    }

    @Test func `a search among a hundred thousand items reads as many entries as it has matches`() throws {
        let group = AccessGroup(rawValue: "one.bus")
        try fill(100_000, in: group)
        let narrow = [Self.pair("kind", "all"), Self.pair("number", "77777")]
        for scope: GroupScope in [.only([group]), .all] {
            for terms in [narrow, narrow.reversed(), narrow + [.any]] {
                let before = try fixture.connection.prepare(SearchIndex.seekText).runs
                #expect(try found(terms, in: scope) == [77777])
                // One for each term, and one that finds nothing behind the match, for whichever list is first.
                let seeks = try fixture.connection.prepare(SearchIndex.seekText).runs - before
                #expect(seeks <= 2 * terms.count + 2, "\(seeks)")
            }
        }
        #expect(try found([Self.pair("kind", "all"), Self.pair("number", "0")], in: .all) == [])
        #expect(try found([Self.pair("kind", "all")], in: .all).count == 100_000)
    }

    @Test func `one statement looks both the digest and the number up in the key of the table`() throws {
        let plan = try fixture.connection.rows("EXPLAIN QUERY PLAN \(SearchIndex.seekText)")
        #expect(plan.count == 1)
        guard case .text(let detail)? = plan.first?.last else { throw KeychainError(.decode, during: "reading a plan") }
        #expect(detail.hasPrefix("SEARCH ssattr USING PRIMARY KEY") && detail.contains("(digest,item)>"), "\(detail)")
    }

    @Test func `each group has its own entries, and all of them together have every one`() throws {
        for (offset, name) in ["a.bus", "b.bus", "c.bus"].enumerated() {
            try fill(5, in: AccessGroup(rawValue: name), from: Int64(offset * 10 + 1))
        }
        let terms = [Self.pair("kind", "all"), .any]
        #expect(try Set(found(terms, in: .all)) == [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 21, 22, 23, 24, 25])
        #expect(try found(terms, in: .only([AccessGroup(rawValue: "b.bus")])) == [11, 12, 13, 14, 15])
        #expect(try found(terms, in: .only([AccessGroup(rawValue: "d.bus")])) == [])
        #expect(try found(terms + [Self.pair("number", "12")], in: .all) == [12])
    }
}
