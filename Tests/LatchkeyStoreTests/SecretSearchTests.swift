// A search that the bound columns of a secret answer reads only those that it does not compare.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// What a search says of the columns that a secret is bound to.
private struct Said: Sendable, CustomTestStringConvertible {
    var matching: AttributeValues = [:]
    var scope = GroupScope.all
    var synchronizable = SynchronizableFilter.any
    var includesTombstones = false

    var testDescription: String {
        "\(matching.keys.map(\.code)), \(scope), \(synchronizable), tombstones \(includesTombstones)"
    }

    /// Each way to say something of one column with each way to say something of the others.
    static let combinations: [Said] = {
        let names: [AttributeValues] = [
            [:], [.account: .string("alice")], [.service: .string("Service")],
            [.account: .string("alice"), .service: .string("Service")],
            [.account: .string("alice"), .sharingGroup: .string("shared")], [.tombstone: .number(0)],
            [.account: .string("alice"), .synchronizable: .number(1), .tombstone: .number(0)],
        ]
        let scopes: [GroupScope] = [
            .all, .only([AccessGroup(rawValue: "group")]),
            .only([AccessGroup(rawValue: "other"), AccessGroup(rawValue: "group")]),
        ]
        return names.flatMap { matching in
            scopes.flatMap { scope in
                [SynchronizableFilter.any, .localOnly, .synchronizableOnly].flatMap { filter in
                    [false, true].map {
                        Said(matching: matching, scope: scope, synchronizable: filter, includesTombstones: $0)
                    }
                }
            }
        }
    }()
}

@Suite struct SecretSearchTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func query(_ said: Said) -> ItemQuery {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = said.matching
        query.synchronizable = said.synchronizable
        query.includesTombstones = said.includesTombstones
        query.returning = .data
        return query
    }

    private func onlySecret(_ said: Said) throws -> TestSecret? {
        let found = try fixture.store.selectOnlySecret(
            query(said), in: said.scope, unlessChangedSince: fixture.connection.dataVersion, keys: fixture.keys)
        guard let found else { return nil }
        #expect(found.group == AccessGroup(rawValue: "group"))
        return try found.open(with: fixture.keys, by: KeychainPolicy.mayKeep(found.reference))?
            .secret.map { TestSecret(found: $0.bytes) }
    }

    @Test(arguments: Said.combinations)
    fileprivate func `a secret opens whatever the search says of its columns`(said: Said) throws {
        let isSynchronizable = said.synchronizable == .synchronizableOnly || said.matching[.synchronizable] != nil
        var attributes: AttributeValues = [.synchronizable: .number(isSynchronizable ? 1 : 0)]
        if said.matching.contains(.sharingGroup) { attributes[.sharingGroup] = .string("shared") }
        try fixture.insert(fixture.item("alice", attributes: attributes), secret: "of-alice")
        let contradicts = said.synchronizable == .localOnly && isSynchronizable
        #expect(query(said).isAnsweredBySecretAlone)
        #expect(try onlySecret(said) == (contradicts ? nil : "of-alice"))
    }

    @Test func `a secret does not open where a column that is not compared was changed`() throws {
        let said = Said(matching: [.account: .string("alice"), .service: .string("Service")])
        for change in ["agrp = 'evil'", "sync = 1", "vwht = x'00'", "tkid = x'00'", "ggrp = x'00'"] {
            let fixture = try StoreFixture()
            try fixture.insert(fixture.item("alice"))
            let query = query(said)
            func opens() throws -> Bool {
                let found = try fixture.store.selectOnlySecret(
                    query, in: .all, unlessChangedSince: fixture.connection.dataVersion, keys: fixture.keys)
                guard let found else { return false }
                return try found.open(with: fixture.keys, by: KeychainPolicy.mayKeep(found.reference)) != nil
            }
            #expect(try opens())
            try fixture.connection.execute("UPDATE genp SET \(change)")
            #expect(try !opens(), "\(change)")
        }
    }

    @Test func `a secret does not open under the columns of another row`() throws {
        try fixture.insert(fixture.item("alice"), secret: "of-alice")
        try fixture.insert(fixture.item("bob"), secret: "of-bob")
        let accounts = try fixture.connection.rows("SELECT acct FROM genp ORDER BY rowid").map { $0[0] }
        try fixture.connection.run("UPDATE genp SET acct = x'00' WHERE acct = ?", [accounts[0]])
        try fixture.connection.run("UPDATE genp SET acct = ? WHERE acct = ?", [accounts[0], accounts[1]])
        #expect(try onlySecret(Said(matching: [.account: .string("alice")])) == nil)
        #expect(try onlySecret(Said(matching: [.account: .string("alice"), .service: .string("Service")])) == nil)
    }
}
