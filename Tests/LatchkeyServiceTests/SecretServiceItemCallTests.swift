// Items of the Secret Service through the calls of Keychain Services, and the other way round.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SecretServiceItemCallTests {
    private let keychain: ServiceKeychain

    init() throws { keychain = try ServiceKeychain() }

    private func add(
        _ attributes: AttributeValues, as group: String = "TEAM123456.a"
    ) throws(KeychainError) -> ReturnedItem? {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = attributes
        addition.secret = ItemSecret("secret")
        guard case .items(let items) = try keychain.perform(.add(addition), as: group) else { return nil }
        return items.first
    }

    private func update(
        _ matching: AttributeValues, to attributes: AttributeValues, secret: TestSecret? = nil
    ) throws(KeychainError) {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        query.limit = .all
        var change = ItemChange()
        change.attributes = attributes
        change.secret = secret.map { ItemSecret($0) }
        try keychain.perform(.update(query, change))
    }

    private func delete(_ matching: AttributeValues, leavingTombstones: Bool? = nil) throws(KeychainError) {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        query.limit = .all
        query.leavesTombstones = leavingTombstones
        try keychain.perform(.delete(query))
    }

    @Test(
        arguments: [
            (["service": "s", "username": "u", "application": "x"], "s", "u"),
            (["service": "s", "account": "u"], "s", "u"),
            (["server": "s", "user": "u", "port": "1"], "s", "u"), (["service": "s"], "s", ""),
            (["application": "chrome"], "chrome", ""), (["username": "u"], "", ""), ([:], "", ""),
        ] as [(SearchAttributes, String, String)])
    func `its program finds it by the names that it knows, and gets nothing that is the store's`(
        attributes: SearchAttributes, service: String, account: String
    ) throws {
        try keychain.add(attributes, "secret")
        let matching: AttributeValues = [.service: .string(service), .account: .string(account)]
        for found in [try keychain.items(), try keychain.items(matching), try keychain.items(returning: .attributes)] {
            let item = try #require(found.first)
            #expect(found.count == 1)
            #expect(item.attributes[.service] == .string(service) && item.attributes[.account] == .string(account))
            #expect(item.attributes[.label] == .string("label"))
            for hidden: Attribute in [.searchAttributes, .contentType, .syncViewHint] {
                #expect(item.attributes[hidden] == nil)
            }
        }
        #expect(try keychain.items(matching, returning: .data).first?.secret == ItemSecret("secret"))
        #expect(failure { _ = try keychain.items(as: "TEAM123456.b") } == .itemNotFound)
    }

    @Test func `nobody finds it by what the store keeps for itself`() throws {
        let number = try keychain.add(["a": "1"]).number
        let row = try keychain.rows("SELECT meta FROM genp WHERE rowid = \(number)")
        #expect(row.count == 1)
        for (attribute, value): (Attribute, AttributeValue) in [
            (.searchAttributes, .data(SearchAttributes(dictionaryLiteral: ("a", "1")).encoded)),
            (.contentType, .string("text/plain")), (.syncViewHint, .string("x")),
        ] {
            for options: ReturnOptions in [.data, [.data, .attributes]] {
                #expect(failure { _ = try keychain.items([attribute: value], returning: options) } == .itemNotFound)
            }
            #expect(failure { try delete([attribute: value]) } == .itemNotFound)
        }
        #expect(try keychain.found() == [number])
    }

    @Test func `what another call adds is never found over the bus, whatever its group`() throws {
        let item = try #require(
            try add([
                .accessGroup: .string(AccessGroup.first.rawValue), .account: .string("a"),
                .searchAttributes: .data(SearchAttributes.none.encoded), .contentType: .string("text/plain"),
            ]))
        let number = item.reference.identifier.number
        #expect(item.attributes[.searchAttributes] == nil)
        #expect(try keychain.found() == [])
        #expect(try keychain.look(at: number) == nil)
        #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
        #expect(failure { _ = try keychain.secret(of: number) } == .itemNotFound)
        #expect(failure { try keychain.change(number) { $0.label = "x" } } == .itemNotFound)
        #expect(failure { try keychain.delete(number) } == .itemNotFound)
        try update(
            [.account: .string("a")],
            to: [.searchAttributes: .data(SearchAttributes.none.encoded), .label: .string("x")])
        #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
        #expect(try keychain.found() == [])
        // Nor by an entry that somebody has written.
        let other = try keychain.add(["a": "1"]).number
        try keychain.rows("INSERT INTO ssattr SELECT digest, \(number) FROM ssattr WHERE item = \(other)")
        #expect(try keychain.found(["a": "1"]) == [other])
        #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
        #expect(try keychain.add(["a": "1"], replacing: true).number == other)
    }

    @Test func `the item that is added where others look like it is another one`() throws {
        try keychain.add(["service": "s", "username": "u"])
        _ = try add([
            .accessGroup: .string(AccessGroup.first.rawValue), .service: .string("s"), .account: .string("u"),
        ])
        #expect(try keychain.items().count == 2)
        #expect(try keychain.found().count == 1)
    }

    @Test func `a change by its program keeps what makes it an item of the Secret Service`() throws {
        let attributes: SearchAttributes = ["service": "s", "username": "u"]
        let number = try keychain.add(attributes).number
        keychain.clock.now += 5
        let created = try keychain.item(number).created
        try update(
            [.service: .string("s")],
            to: [
                .label: .string("new"), .account: .string("other"), .syncViewHint: .string("x"),
                .contentType: .string("x"), .searchAttributes: .data([]),
            ], secret: "new")
        let item = try keychain.item(number)
        #expect(item.label == "new" && item.attributes == attributes && item.contentType == "text/plain")
        #expect(item.modified == created + 5)
        #expect(try keychain.secret(of: number) == "new")
        #expect(try keychain.found(attributes) == [number])
        #expect(failure { _ = try keychain.items([.syncViewHint: .string("x")]) } == .itemNotFound)
        #expect(failure { try update([:], to: [.synchronizable: .number(1)]) } == .parameter)
        #expect(try keychain.examination().intact == 1)
    }

    @Test func `an item that leaves the groups of the bus is no item of the Secret Service any more`() throws {
        let number = try keychain.add(["service": "s"]).number
        try update([:], to: [.accessGroup: .string("TEAM123456.a")])
        #expect(try keychain.found() == [])
        #expect(try keychain.rows("SELECT count(*) FROM ssattr") == [[.integer(0)]])
        #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
        let items = try keychain.items([.service: .string("s")])
        #expect(items.first?.secret == ItemSecret("secret") && items.first?.attributes[.syncViewHint] == nil)
        // Back again it stays what it is.
        try update([:], to: [.accessGroup: .string(AccessGroup.first.rawValue)])
        #expect(try keychain.found() == [])
        #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
    }

    @Test func `a deletion by its program takes it from the bus, and leaves nothing`() throws {
        for leavesTombstones in [nil, true, false] {
            let number = try keychain.add(["service": "s"]).number
            try delete([.service: .string("s")], leavingTombstones: leavesTombstones)
            #expect(try keychain.found() == [])
            #expect(failure { _ = try keychain.item(number) } == .itemNotFound)
            #expect(
                try keychain.rows("SELECT (SELECT count(*) FROM ssattr) + (SELECT count(*) FROM genp)") == [
                    [.integer(0)]
                ])
        }
    }

    @Test func `the first password leaves all of them as they are`() throws {
        let number = try keychain.add(["a": "1"]).number
        let before = try keychain.rows("SELECT digest, item FROM ssattr")
        try keychain.perform(.changePassword(old: nil, new: ItemSecret("password")))
        #expect(try keychain.rows("SELECT digest, item FROM ssattr") == before)
        #expect(try keychain.found(["a": "1"]) == [number])
        #expect(try keychain.secret(of: number) == "secret")
        #expect(try keychain.examination().intact == 1)
    }

    @Test(arguments: [
        "DELETE FROM ssattr WHERE digest = (SELECT min(digest) FROM ssattr)",
        "INSERT INTO ssattr SELECT zeroblob(24), rowid FROM genp", "INSERT INTO ssattr SELECT 'text', rowid FROM genp",
    ])
    func `an examination finds wrong entries, and the row gets the right ones when it goes back`(damage: String) throws
    {
        let number = try keychain.add(["a": "1", "b": "2"]).number
        let before = try keychain.rows("SELECT digest, item FROM ssattr")
        try keychain.rows(damage)
        let entry = try #require(try keychain.examination().quarantined.first)
        #expect(try keychain.rows("SELECT count(*) FROM ssattr") == [[.integer(0)]])
        #expect(try keychain.found() == [])
        try keychain.perform(.restoreRow(entry.number))
        #expect(try keychain.rows("SELECT digest, item FROM ssattr") == before)
        #expect(try keychain.found(["b": "2", "a": "1"]) == [number])
        #expect(try keychain.secret(of: number) == "secret")
        #expect(try keychain.examination().intact == 1)
    }

    @Test func `an examination takes entries away that belong to no row`() throws {
        let number = try keychain.add(["a": "1"]).number
        try keychain.rows("INSERT INTO ssattr SELECT digest, item + 7 FROM ssattr")
        #expect(try keychain.found() == [number])
        let examination = try keychain.examination()
        #expect(examination.intact == 1 && examination.quarantined.isEmpty && examination.fileProblems.isEmpty)
        #expect(try keychain.rows("SELECT DISTINCT item FROM ssattr") == [[.integer(number)]])
    }

    @Test func `a damaged row goes to quarantine, and the others are found`() throws {
        let first = try keychain.add(["a": "1"]).number
        let second = try keychain.add(["a": "1"]).number
        try keychain.rows("UPDATE genp SET cdat = cdat + 1 WHERE rowid = \(first)")
        #expect(failure { _ = try keychain.found(["a": "1"]) } == .decode)
        #expect(try keychain.found(["a": "1"]) == [second])
        #expect(failure { _ = try keychain.item(first) } == .itemNotFound)
        #expect(try keychain.rows("SELECT count(*) FROM quarantine") == [[.integer(1)]])
        #expect(try keychain.rows("SELECT DISTINCT item FROM ssattr") == [[.integer(second)]])
    }
}
