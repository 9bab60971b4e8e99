// A file that somebody has changed: what does not open is never given out, and never thrown away.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// A change of the file behind the keychain's back, and which of the two accounts it damages.
private struct Tampering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [String]
    let damaged: Set<String>

    init(_ name: String, _ statements: [String], damaging damaged: Set<String> = ["alice"]) {
        testDescription = name
        self.statements = statements
        self.damaged = damaged
    }
}

private func swap(_ column: String) -> [String] {
    [
        "CREATE TEMP TABLE swapped AS SELECT rowid AS r, \(column) AS v FROM genp",
        "UPDATE genp SET \(column) = x'00' || randomblob(15)",
        "UPDATE genp SET \(column) = (SELECT v FROM swapped WHERE r != genp.rowid)",
    ]
}

/// Exchanges the numbers of the two rows, and with `alsoSetting` what belongs to them.
private func swapNumbers(alsoSetting assignment: String = "") -> [String] {
    [
        "CREATE TEMP TABLE swapped AS SELECT rowid AS r, persistref AS v FROM genp",
        "UPDATE genp SET rowid = -rowid",
        "UPDATE genp SET rowid = (SELECT r FROM swapped WHERE r != -genp.rowid)\(assignment)",
    ]
}

private func setReference(_ parts: String) -> [String] {
    ["UPDATE genp SET persistref = CAST(\(parts) AS BLOB) WHERE \(first)"]
}

/// The row of alice, who was added before bob.
private let first = "rowid = (SELECT min(rowid) FROM genp)"

private let tamperings: [Tampering] = [
    Tampering("secret of another row", swap("data"), damaging: ["alice", "bob"]),
    Tampering("metadata of another row", swap("meta"), damaging: ["alice", "bob"]),
    Tampering("references exchanged", swap("persistref"), damaging: ["alice", "bob"]),
    Tampering("numbers exchanged", swapNumbers(), damaging: ["alice", "bob"]),
    Tampering(
        "references exchanged with their numbers",
        swapNumbers(alsoSetting: ", persistref = (SELECT v FROM swapped WHERE r != -genp.rowid)"),
        damaging: ["alice", "bob"]),
    Tampering("number", ["UPDATE genp SET rowid = rowid + 1000000 WHERE \(first)"]),
    Tampering("number below zero", ["UPDATE genp SET rowid = -rowid WHERE \(first)"]),
    Tampering("number of more than 48 bits", ["UPDATE genp SET rowid = rowid + (1 << 48) WHERE \(first)"]),
    Tampering("metadata in the place of the secret", ["UPDATE genp SET data = meta WHERE \(first)"]),
    Tampering("secret in the place of the metadata", ["UPDATE genp SET meta = data WHERE \(first)"]),
    Tampering("secret gone", ["UPDATE genp SET data = NULL WHERE \(first)"]),
    Tampering("secret empty", ["UPDATE genp SET data = x'' WHERE \(first)"]),
    Tampering("secret as text", ["UPDATE genp SET data = 'text' WHERE \(first)"]),
    Tampering("metadata empty", ["UPDATE genp SET meta = x'' WHERE \(first)"]),
    Tampering("metadata cut", ["UPDATE genp SET meta = substr(meta, 1, length(meta) - 1) WHERE \(first)"]),
    Tampering("secret cut", ["UPDATE genp SET data = substr(data, 1, length(data) - 1) WHERE \(first)"]),
    Tampering("access group", ["UPDATE genp SET agrp = 'TEAM123456.shared' WHERE \(first)"]),
    Tampering(
        "access group as data", ["UPDATE genp SET agrp = CAST(agrp AS BLOB) WHERE \(first)"], damaging: ["alice"]),
    Tampering("protection class", ["UPDATE genp SET pdmn = 'ck' WHERE \(first)"]),
    Tampering("protection class that is none", ["UPDATE genp SET pdmn = 'xx' WHERE \(first)"]),
    Tampering("synchronizable", ["UPDATE genp SET sync = 1 WHERE \(first)"]),
    Tampering("tombstone", ["UPDATE genp SET tomb = 1 WHERE \(first)"]),
    Tampering("creation date", ["UPDATE genp SET cdat = cdat + 1 WHERE \(first)"]),
    Tampering("modification date", ["UPDATE genp SET mdat = mdat - 1 WHERE \(first)"]),
    Tampering("user", ["UPDATE genp SET musr = x'00112233445566778899aabbccddeeff' WHERE \(first)"]),
    Tampering("reference", setReference("randomblob(16)")),
    Tampering("number in the reference", setReference("randomblob(6) || substr(persistref, 7)")),
    Tampering("random bytes of the reference", setReference("substr(persistref, 1, 6) || randomblob(10)")),
    Tampering("reference of no bytes but the number", setReference("substr(persistref, 1, 6)")),
    Tampering("reference of 15 bytes", ["UPDATE genp SET persistref = randomblob(15) WHERE \(first)"]),
]

@Suite struct DamageTests {
    let home: TemporaryHome
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(groups: ["TEAM123456.test", "TEAM123456.shared"])
        try client.add("alice", secret: "secret of alice")
        try client.add("bob", secret: "secret of bob")
    }

    @discardableResult
    private func edit(_ statements: String..., in path: String? = nil) throws -> [[SQLValue]] {
        try editAll(statements, in: path)
    }

    private func editAll(_ statements: [String], in path: String? = nil) throws -> [[SQLValue]] {
        let connection = try Connection(path: path ?? home.keychain, readOnly: false)
        var rows: [[SQLValue]] = []
        for statement in statements { rows = try connection.rows(statement) }
        return rows
    }

    /// Everything that a search can find, with its secrets; the account stands for the item.
    private func visible(_ client: KeychainClient) throws -> [String: TestSecret] {
        var items: [ReturnedItem] = []
        let code = failure {
            items = try client.items {
                $0.synchronizable = .any
                $0.includesTombstones = true
            }
        }
        try #require(code == nil || code == .itemNotFound)
        var found: [String: TestSecret] = [:]
        for item in items {
            guard case .string(let account)? = item.attributes[.account] else { continue }
            found[account] = item.secret.map { TestSecret(found: $0.bytes) } ?? "none"
        }
        return found
    }

    @Test func `bytes that damage has made text of come out of quarantine as they were`() throws {
        let before = try edit("SELECT data FROM genp WHERE \(first)")
        // The same bytes under another type, as one flipped bit in the header of a row makes them.
        try edit("UPDATE genp SET data = CAST(data AS TEXT) WHERE \(first)")
        #expect(try visible(client).keys.sorted() == ["bob"])
        let number = try #require(try client.examine().quarantined.first?.number)
        _ = try client.perform(.restoreRow(number))
        #expect(try edit("SELECT data FROM genp WHERE \(first)") == before)
        #expect(try visible(client)["alice"] == "secret of alice")
    }

    @Test(arguments: tamperings)
    fileprivate func `a changed row is not given out, the others are, and quarantine keeps it`(tampering: Tampering)
        throws
    {
        _ = try editAll(tampering.statements)
        let intact = Set(["alice", "bob"]).subtracting(tampering.damaged)
        var expected: [String: TestSecret] = [:]
        for account in intact { expected[account] = "secret of \(account)" }
        #expect(try visible(client) == expected)
        let examination = try client.examine()
        #expect(examination.intact == intact.count)
        #expect(examination.quarantined.count == tampering.damaged.count)
        #expect(try edit("SELECT 1 FROM genp").count == intact.count)
        for account in tampering.damaged { try client.add(account, secret: "new") }
        #expect(try visible(client).count == 2)
    }

    @Test(arguments: ["acct", "svce", "labl", "crtr"])
    func `an exchanged digest never brings the wrong item`(column: String) throws {
        for account in ["alice", "bob"] {
            try client.update([.account: .string(account)]) {
                $0.attributes[.service] = .string("service of \(account)")
                $0.attributes[.label] = .string("label of \(account)")
                $0.attributes[.creator] = .number(account == "alice" ? 1 : 2)
            }
        }
        _ = try editAll(swap(column))
        let attribute = try #require(Attribute(code: column))
        let value: AttributeValue =
            switch column {
            case "acct": .string("alice")
            case "svce": .string("service of alice")
            case "labl": .string("label of alice")
            default: .number(1)
            }
        #expect(failure { _ = try client.items([attribute: value]) } == .itemNotFound)
        #expect(failure { try client.update([attribute: value]) { $0.secret = ItemSecret("x") } } == .itemNotFound)
        #expect(failure { try client.delete([attribute: value]) } == .itemNotFound)
        // The secret is bound to the columns of the primary key: with another account it does not open.
        let isBound = column == "acct" || column == "svce"
        #expect(try visible(client) == (isBound ? [:] : ["alice": "secret of alice", "bob": "secret of bob"]))
        // What no call compares, the examination does.
        #expect(try client.examine().quarantined.count == 2)
    }

    @Test(arguments: tamperings + [Tampering("accounts exchanged", swap("acct"), damaging: ["alice", "bob"])])
    fileprivate func `a search for the secret alone brings the right one or none`(tampering: Tampering) throws {
        _ = try editAll(tampering.statements)
        for account in ["alice", "bob"] {
            var found: [ReturnedItem] = []
            let code = failure {
                found = try client.items([.account: .string(account)], returning: .data) { $0.limit = .one }
            }
            if let secret = found.first?.secret {
                #expect(secret == ItemSecret("secret of \(account)"))
            } else {
                #expect(code == .itemNotFound && tampering.damaged.contains(account))
            }
        }
    }

    @Test func `an older secret that is put back is refused`() throws {
        let old = try edit("SELECT data FROM genp WHERE \(first)")[0][0]
        try client.update([.account: .string("alice")]) { $0.secret = ItemSecret("newer") }
        let connection = try Connection(path: home.keychain, readOnly: false)
        try connection.run("UPDATE genp SET data = ? WHERE \(first)", [old])
        #expect(failure { _ = try client.secret(of: "alice") } == .itemNotFound)
        #expect(try client.examine().quarantined.count == 1)
    }

    @Test func `a row that is moved to the table of another class does not open`() throws {
        let shared = [
            "rowid", "persistref", "meta", "data", "agrp", "sync", "tomb", "musr", "pdmn", "cdat", "mdat", "acct",
            "vwht",
            "tkid", "ggrp",
        ]
        let list = shared.joined(separator: ", ")
        let empty = ["sdmn", "srvr", "ptcl", "atyp", "port", "path"]
        try edit(
            "INSERT INTO inet(\(list), \(empty.joined(separator: ", "))) SELECT \(list), x'', x'', x'', x'', x'', x'' FROM genp"
        )
        var query = ItemQuery(itemClass: .internetPassword)
        query.limit = .all
        query.returning = [.data, .attributes]
        let wanted = query
        #expect(failure { _ = try client.perform(.copy(wanted)) } == .itemNotFound)
        #expect(try client.examine().quarantined.map(\.itemClass) == [.internetPassword, .internetPassword])
    }

    @Test func `a copy of a row under another number is damage, though it has the reference of the row`() throws {
        let reference = try #require(try client.items([.account: .string("alice")]).first?.reference)
        let columns = DatabaseSchema.columns(of: .genericPassword).filter { $0 != "acct" }.joined(separator: ", ")
        try edit(
            """
            INSERT INTO genp(rowid, acct, \(columns)) \
            SELECT rowid + 1000000, randomblob(24), \(columns) FROM genp WHERE \(first)
            """)
        #expect(try edit("SELECT 1 FROM genp WHERE persistref = x'\(reference.identifier.hexadecimal)'").count == 2)
        #expect(try client.items { $0.persistentReference = reference }.map(\.reference) == [reference])
        #expect(try client.items().map { $0.attributes[.account] } == [.string("alice"), .string("bob")])
        let examination = try client.examine()
        #expect(examination.intact == 2 && examination.quarantined.map(\.reference) == [reference.identifier])
    }

    @Test func `a row under another number gives nothing to a search for its secret alone`() throws {
        try edit("UPDATE genp SET rowid = rowid + 1000000 WHERE \(first)")
        let query: AttributeValues = [.account: .string("alice"), .service: .string("service")]
        #expect(failure { _ = try client.items(query, returning: .data) } == .itemNotFound)
        #expect(try client.examine().quarantined.count == 1)
        #expect(try client.secret(of: "bob") == "secret of bob")
    }

    @Test func `a row whose number became the last one is damage, keeps nobody from adding, and goes back`() throws {
        try edit("UPDATE genp SET rowid = \(RowIdentifier.lastNumber) WHERE \(first)")
        try client.add("carol", secret: "secret of carol")
        #expect(try visible(client) == ["bob": "secret of bob", "carol": "secret of carol"])
        let entry = try #require(try client.examine().quarantined.first)
        guard case .restoration(.restored) = try client.perform(.restoreRow(entry.number)) else {
            Issue.record("the row does not go back")
            return
        }
        #expect(
            try visible(client) == ["alice": "secret of alice", "bob": "secret of bob", "carol": "secret of carol"])
    }

    @Test func `a row of another keychain of the same device does not open`() throws {
        let second = home.path + "/second.keychain-db"
        _ = try client.perform(.create(password: nil), in: .file(second))
        let columns = (["rowid"] + DatabaseSchema.columns(of: .genericPassword)).joined(separator: ", ")
        try edit(
            "ATTACH '\(home.keychain)' AS other",
            "INSERT INTO main.genp(\(columns)) SELECT \(columns) FROM other.genp", in: second)
        let query = ItemQuery(itemClass: .genericPassword)
        #expect(failure { _ = try client.perform(.copy(query), in: .file(second)) } == .itemNotFound)
        #expect(try edit("SELECT 1 FROM genp", in: second).isEmpty)
        #expect(try visible(client).count == 2)
    }

    @Test(
        arguments: [
            ("UPDATE keybag SET data = CAST(substr(data, 1, 60) || x'ff' || substr(data, 62) AS BLOB)", .decode),
            ("UPDATE keybag SET data = CAST(x'02' || substr(data, 2) AS BLOB)", .wrongVersion),
            ("UPDATE keybag SET data = x''", .decode), ("DELETE FROM keybag", .decode),
            ("DELETE FROM metadatakeys WHERE pdmn = 'ak'", .decode),
            ("UPDATE metadatakeys SET data = zeroblob(74) WHERE pdmn = 'ak'", .wrongVersion),
            (
                "UPDATE metadatakeys SET data = (SELECT data FROM metadatakeys WHERE pdmn = 'ck') WHERE pdmn = 'ak'",
                .decode
            ),
        ] as [(String, KeychainError.Code)])
    func `a keychain whose keys are damaged is refused whole, and keeps its rows`(
        statement: String, expected: KeychainError.Code
    ) throws {
        try edit(statement)
        let fresh = home.anotherClient()
        #expect(failure { _ = try fresh.items() } == expected)
        #expect(failure { try fresh.add("new") } == expected)
        #expect(try edit("SELECT 1 FROM genp").count == 2)
    }

    /// Bytes that only say when it locks, and that it has no password, so that nothing would.
    @Test(arguments: [
        "UPDATE keybag SET data = CAST(substr(data, 1, 58) || x'00000000' || substr(data, 63) AS BLOB)",
        "UPDATE keybag SET data = CAST(x'0100' || substr(data, 3, 32) || zeroblob(28) || x'07' || "
            + "substr(data, 64, 525) || zeroblob(32) || substr(data, 696) AS BLOB)",
    ])
    func `a process with the keys takes no keybag that this device's key does not vouch for`(statement: String) throws {
        let path = home.path + "/own.keychain-db"
        let (client, password) = (home.anotherClient(), TestSecret("of the keybag"))
        _ = try client.perform(.create(password: ItemSecret(password)), in: .file(path))
        _ = try client.perform(.set(LockSettings(idleTimeout: 300)), in: .file(path))
        let query = ItemQuery(itemClass: .genericPassword)
        #expect(failure { _ = try client.perform(.copy(query), in: .file(path)) } == .itemNotFound)
        let before = try edit("SELECT data FROM keybag", in: path)
        try edit(statement, in: path)
        #expect(failure { _ = try client.perform(.copy(query), in: .file(path)) } == .decode)
        let change = Request.changePassword(old: nil, new: ItemSecret(TestSecret("of another")))
        #expect(failure { _ = try client.perform(change, in: .file(path)) } == .decode)
        #expect(failure { _ = try client.perform(.set(LockSettings()), in: .file(path)) } == .decode)
        // The keys go all the same.
        _ = failure { _ = try client.perform(.lock, in: .file(path)) }
        guard case .blob(let bytes)? = before.first?.first else { throw KeychainError(.decode, during: "editing") }
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try edit("UPDATE keybag SET data = x'\(hex)'", in: path)
        guard case .status(let status) = try client.perform(.status, in: .file(path)) else {
            throw KeychainError(.decode, during: "asking for the status")
        }
        #expect(status.lockState != .unlocked && status.hasPassword)
    }

    @Test func `the device key of another machine, or none, makes the keychain not available and is not replaced`()
        throws
    {
        let path = home.path + "/device.key"
        let own = try Data(contentsOf: URL(fileURLWithPath: path))
        // The header stays.
        let foreign = own.prefix(8) + Data(repeating: 9, count: 32)
        try foreign.write(to: URL(fileURLWithPath: path))
        try setMode(0o600, of: path)
        #expect(failure { _ = try home.anotherClient().items() } == .notAvailable)
        #expect(failure { try home.anotherClient().add("new") } == .notAvailable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == foreign)
        try FileManager.default.removeItem(atPath: path)
        #expect(failure { _ = try home.anotherClient().items() } == .notAvailable)
        #expect(failure { try home.anotherClient().add("new") } == .notAvailable)
        #expect(!FileManager.default.fileExists(atPath: path))
        try own.write(to: URL(fileURLWithPath: path))
        try setMode(0o600, of: path)
        #expect(try home.anotherClient().items().count == 2)
    }
}
