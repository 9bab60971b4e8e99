// Along which index a search goes: the number of items must not decide how long it takes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// A search, and the step of SQLite's plan that finds its rows.
private struct PlannedSearch: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let itemClass: ItemClass
    let matching: AttributeValues
    var ignoresCase = false
    var byReference = false
    let plan: String
}

private let (text, number, data) = (AttributeValue.string("value"), AttributeValue.number(1), AttributeValue.data([1]))

private let searches = [
    PlannedSearch(
        testDescription: "account and service", itemClass: .genericPassword,
        matching: [.account: text, .service: text],
        plan: "SEARCH genp USING INDEX sqlite_autoindex_genp_1 (acct=? AND svce=? AND agrp=? AND sync=?)"),
    PlannedSearch(
        testDescription: "account", itemClass: .genericPassword, matching: [.account: text],
        plan: "SEARCH genp USING INDEX sqlite_autoindex_genp_1 (acct=?)"),
    PlannedSearch(
        testDescription: "service", itemClass: .genericPassword, matching: [.service: text],
        plan: "SEARCH genp USING INDEX genp_svce (svce=?)"),
    PlannedSearch(
        testDescription: "label of a password, which has no index", itemClass: .genericPassword,
        matching: [.label: text], plan: "SCAN genp"),
    PlannedSearch(
        testDescription: "label and service of a password", itemClass: .genericPassword,
        matching: [.label: text, .service: text], plan: "SEARCH genp USING INDEX genp_svce (svce=?)"),
    PlannedSearch(
        testDescription: "account and service without regard to case", itemClass: .genericPassword,
        matching: [.account: text, .service: text], ignoresCase: true,
        plan: "SEARCH genp USING INDEX sqlite_autoindex_genp_1 (acct>? AND acct<?)"),
    PlannedSearch(
        testDescription: "account without regard to case, service that is no text", itemClass: .genericPassword,
        matching: [.account: text, .service: .data([0xff])], ignoresCase: true,
        plan: "SEARCH genp USING INDEX sqlite_autoindex_genp_1 (acct>? AND acct<?)"),
    PlannedSearch(
        testDescription: "service without regard to case", itemClass: .genericPassword,
        matching: [.service: text], ignoresCase: true,
        plan: "SEARCH genp USING INDEX genp_svce (svce>? AND svce<?)"),
    PlannedSearch(
        testDescription: "account and server", itemClass: .internetPassword,
        matching: [.account: text, .server: text],
        plan: "SEARCH inet USING INDEX sqlite_autoindex_inet_1 (acct=? AND srvr=?)"),
    PlannedSearch(
        testDescription: "server", itemClass: .internetPassword, matching: [.server: text],
        plan: "SEARCH inet USING INDEX inet_srvr (srvr=?)"),
    PlannedSearch(
        testDescription: "server and port", itemClass: .internetPassword, matching: [.server: text, .port: number],
        plan: "SEARCH inet USING INDEX inet_srvr (srvr=?)"),
    PlannedSearch(
        testDescription: "issuer and serial number", itemClass: .certificate,
        matching: [.issuer: data, .serialNumber: data],
        plan: "SEARCH cert USING INDEX sqlite_autoindex_cert_1 (issr=? AND slnr=?)"),
    PlannedSearch(
        testDescription: "hash of the public key", itemClass: .certificate, matching: [.publicKeyHash: data],
        plan: "SEARCH cert USING INDEX cert_pkhh (pkhh=?)"),
    PlannedSearch(
        testDescription: "subject", itemClass: .certificate, matching: [.subject: data],
        plan: "SEARCH cert USING INDEX cert_subj (subj=?)"),
    PlannedSearch(
        testDescription: "application label", itemClass: .key, matching: [.applicationLabel: data],
        plan: "SEARCH keys USING INDEX sqlite_autoindex_keys_1 (klbl=?)"),
    PlannedSearch(
        testDescription: "kind and application tag", itemClass: .key,
        matching: [.keyClass: number, .type: number, .applicationTag: text],
        plan: "SEARCH keys USING INDEX keys_atag (atag=?)"),
    PlannedSearch(
        testDescription: "account without regard to case", itemClass: .internetPassword,
        matching: [.account: text], ignoresCase: true,
        plan: "SEARCH inet USING INDEX sqlite_autoindex_inet_1 (acct>? AND acct<?)"),
    PlannedSearch(
        testDescription: "account and server without regard to case", itemClass: .internetPassword,
        matching: [.account: text, .server: text], ignoresCase: true,
        plan: "SEARCH inet USING INDEX sqlite_autoindex_inet_1 (acct>? AND acct<?)"),
    PlannedSearch(
        testDescription: "server without regard to case", itemClass: .internetPassword,
        matching: [.server: text], ignoresCase: true,
        plan: "SEARCH inet USING INDEX inet_srvr (srvr>? AND srvr<?)"),
    PlannedSearch(
        testDescription: "persistent reference", itemClass: .internetPassword, matching: [:], byReference: true,
        plan: "SEARCH inet USING INTEGER PRIMARY KEY (rowid=?)"),
    PlannedSearch(
        testDescription: "label of a certificate", itemClass: .certificate, matching: [.label: text],
        plan: "SEARCH cert USING INDEX cert_labl (labl=?)"),
    PlannedSearch(
        testDescription: "label of a key", itemClass: .key, matching: [.label: text],
        plan: "SEARCH keys USING INDEX keys_labl (labl=?)"),
]

@Suite struct SearchPlanTests {
    @Test(arguments: searches)
    fileprivate func `a search goes along the index that leaves the fewest rows`(search: PlannedSearch) throws {
        let fixture = try StoreFixture()
        var query = ItemQuery(itemClass: search.itemClass)
        query.matching = search.matching
        query.ignoresCase = search.ignoresCase
        if search.byReference {
            query.persistentReference = PersistentReference(itemClass: search.itemClass, identifier: .random())
        }
        let shape = try fixture.store.shape(
            of: query, in: .only([AccessGroup(rawValue: "group")]), keys: fixture.keys
        ).0
        for text in [shape.selectText, shape.selectSecretText] {
            let plan = try fixture.connection.rows("EXPLAIN QUERY PLAN " + text)
            let steps = plan.compactMap(\.last)
            // Rows that are sorted are found by number, each of which the index gave before.
            #expect(steps.contains(.text(search.plan)))
            // A row may be long, and SQLite sorts in memory.
            #expect(!steps.contains(.text("USE TEMP B-TREE FOR ORDER BY")))
        }
    }

    @Test(arguments: identitySearches)
    fileprivate func `a search over identities starts where the fewest rows are`(search: PlannedIdentitySearch) throws {
        let fixture = try StoreFixture()
        var query = IdentityQuery()
        query.certificate.matching = search.certificate
        query.key.matching = search.key
        let join = try fixture.store.identityJoin(
            query, in: .only([AccessGroup(rawValue: "group")]), keys: fixture.keys)
        let plan = try fixture.connection.rows("EXPLAIN QUERY PLAN " + join.text)
        #expect(plan.prefix(2).map(\.last) == search.plan.map { .text($0) })
    }
}

/// A search over identities, and the two steps of SQLite's plan.
private struct PlannedIdentitySearch: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var certificate: AttributeValues = [:]
    var key: AttributeValues = [:]
    let plan: [String]
}

private let byKey = "SEARCH keys USING INDEX sqlite_autoindex_keys_1 (klbl=?)"
private let byHash = "SEARCH cert USING INDEX cert_pkhh (pkhh=?)"

private let identitySearches = [
    PlannedIdentitySearch(
        testDescription: "label", certificate: [.label: text],
        plan: ["SEARCH cert USING INDEX cert_labl (labl=?)", byKey]),
    PlannedIdentitySearch(
        testDescription: "issuer and serial number", certificate: [.issuer: data, .serialNumber: data],
        plan: ["SEARCH cert USING INDEX sqlite_autoindex_cert_1 (issr=? AND slnr=?)", byKey]),
    PlannedIdentitySearch(
        testDescription: "hash of the public key", certificate: [.publicKeyHash: data], plan: [byKey, byHash]),
    PlannedIdentitySearch(
        testDescription: "application label", key: [.applicationLabel: data], plan: [byKey, byHash]),
    PlannedIdentitySearch(
        testDescription: "application tag", key: [.applicationTag: text],
        plan: ["SEARCH keys USING INDEX keys_atag (atag=?)", byHash]),
    PlannedIdentitySearch(testDescription: "all", plan: ["SCAN cert", byKey]),
]
