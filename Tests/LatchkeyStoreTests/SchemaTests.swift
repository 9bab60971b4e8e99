// The tables of a new keychain file.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SchemaTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func text(_ sql: String) throws -> [String] {
        try fixture.connection.rows(sql).map { row in
            guard case .text(let text)? = row.first else { throw KeychainError(.decode, during: "reading a schema") }
            return text
        }
    }

    @Test func `the file says what it is`() throws {
        #expect(try fixture.connection.rows("PRAGMA application_id") == [[.integer(0x4c54_434b)]])
        #expect(try fixture.connection.rows("PRAGMA user_version") == [[.integer(2)]])
        #expect(try fixture.connection.rows("SELECT * FROM tversion") == [[.integer(12), .integer(11)]])
        #expect(try text("PRAGMA journal_mode") == ["wal"])
        #expect(try fixture.connection.rows("PRAGMA synchronous") == [[.integer(2)]])
        #expect(try fixture.connection.rows("PRAGMA secure_delete") == [[.integer(1)]])
        let mode = try FileManager.default.attributesOfItem(atPath: fixture.directory.keychain.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `there are the tables of the specification and no other`() throws {
        let tables = try text("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        #expect(
            Set(tables)
                == [
                    "genp", "inet", "cert", "keys", "tversion", "keybag", "metadatakeys", "quarantine", "acls",
                    "ssattr", "collection",
                ])
    }

    @Test(arguments: [
        (ItemClass.genericPassword, ["acct", "svce", "agrp", "sync", "vwht", "tkid", "musr", "ggrp"]),
        (
            .internetPassword,
            [
                "acct", "srvr", "sdmn", "ptcl", "atyp", "port", "path", "agrp", "sync", "vwht", "tkid", "musr", "ggrp",
            ]
        ),
        (.certificate, ["issr", "slnr", "ctyp", "agrp", "sync", "vwht", "tkid", "musr", "ggrp"]),
        (
            .key,
            [
                "klbl", "atag", "kcls", "crtr", "type", "bsiz", "esiz", "sdat", "edat", "agrp", "sync", "vwht", "tkid",
                "musr", "ggrp",
            ]
        ),
    ])
    func `the primary key is a UNIQUE constraint over columns that are never NULL`(
        itemClass: ItemClass, key: [String]
    ) throws {
        let table = itemClass.rawValue
        let unique = try text("SELECT name FROM pragma_index_list('\(table)') WHERE \"unique\" = 1 AND origin = 'u'")
        let columns = try unique.map { try text("SELECT name FROM pragma_index_info('\($0)') ORDER BY seqno") }
        #expect(columns == [key])
        let required = try text("SELECT name FROM pragma_table_info('\(table)') WHERE \"notnull\" = 1")
        #expect(Set(required) == Set(key + ["pdmn", "cdat", "mdat", "tomb", "persistref", "meta"]))
    }

    @Test(arguments: [
        (ItemClass.genericPassword, ["svce"]), (.internetPassword, ["srvr"]),
        (.certificate, ["labl", "slnr", "subj", "skid", "pkhh", "alis"]), (.key, ["labl", "atag", "alis"]),
    ])
    func `what is searched has an index, and a reference needs none`(itemClass: ItemClass, columns: [String]) throws {
        let table = itemClass.rawValue
        let names = try text("SELECT name FROM pragma_index_list('\(table)') WHERE origin = 'c'")
        let indexed = try names.flatMap { try text("SELECT name FROM pragma_index_info('\($0)')") }
        #expect(indexed.sorted() == columns.sorted())
    }

    @Test(arguments: ItemClass.allCases)
    func `every attribute but the sealed ones has its column`(itemClass: ItemClass) throws {
        let columns = try text("SELECT name FROM pragma_table_info('\(itemClass.rawValue)')")
        #expect(columns == ["rowid"] + DatabaseSchema.columns(of: itemClass))
        for description in itemClass.attributes {
            let isStored = description.storage == .clear || description.storage == .digest
            #expect(columns.contains(description.attribute.code) == isStored)
        }
    }

    @Test func `clear columns have their types and digests are blobs`() throws {
        let types = try fixture.connection.rows("SELECT name, type FROM pragma_table_info('genp')")
        func type(_ name: String) -> SQLValue? { types.first { $0[0] == .text(name) }?[1] }
        for (name, expected) in [
            "agrp": "TEXT", "pdmn": "TEXT", "sync": "INTEGER", "tomb": "INTEGER", "musr": "BLOB", "cdat": "REAL",
            "mdat": "REAL", "acct": "BLOB", "labl": "BLOB", "crtr": "BLOB", "data": "BLOB",
        ] {
            #expect(type(name) == .text(expected), "\(name)")
        }
    }

    @Test func `a second keychain is not made over the first`() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.directory.keychain.path))
        #expect(failure { try StoreFixture.create(fixture.directory.keychain) } == .duplicateKeychain)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.directory.keychain.path)) == before)
    }

    @Test func `removing takes away the file and what lies beside it`() throws {
        let file = fixture.directory.keychain
        try file.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path).isEmpty)
        #expect(failure { try file.remove() } == .noSuchKeychain)
    }
}
