// Items that an access list shares with another program.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct AccessListTests {
    private let home: TemporaryHome
    private let owner: KeychainClient
    private let reader: KeychainClient

    init() throws {
        home = try TemporaryHome()
        owner = Self.client(of: home, "TEAM123456.owner")
        reader = Self.client(of: home, "TEAM123456.reader")
    }

    private static func client(of home: TemporaryHome, _ identifier: String) -> KeychainClient {
        KeychainClient(
            configuration: ClientConfiguration(home: home.path),
            identity: .caller(
                Caller(accessGroups: [AccessGroup(rawValue: identifier)], applicationIdentifier: identifier)))
    }

    private static let toReader = AccessList([
        .application(TrustedApplication(identifier: "TEAM123456.reader", path: "/opt/the-reading-program"))
    ])

    private func list(of item: ReturnedItem, as client: KeychainClient) throws(KeychainError) -> AccessList {
        guard case .accessList(let list) = try client.perform(.accessList(item.reference)) else {
            throw KeychainError(.internalError, during: "reading an access list in a test")
        }
        return list
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
        try Connection(path: home.keychain, readOnly: false).rows(sql)
    }

    @Test(arguments: [
        "UPDATE acls SET data = (SELECT meta FROM genp LIMIT 1)", "UPDATE acls SET appl = zeroblob(16)",
        "UPDATE acls SET data = 'text'",
    ])
    func `an examination names a list that does not open, and leaves the item`(damage: String) throws {
        let item = try owner.add("alice") { $0.accessList = Self.toReader }
        try owner.add("bob") { $0.accessList = AccessList([.anyApplication]) }
        #expect(try owner.examine().fileProblems.isEmpty)
        _ = try rows("\(damage) WHERE persistref = x'\(item.reference.identifier.hexadecimal)'")
        let examination = try owner.examine()
        let problem = "the access list of genp \(item.reference.identifier.hexadecimal) does not open"
        #expect(examination.fileProblems == [problem])
        #expect(examination.intact == 2 && examination.quarantined.isEmpty)
        #expect(try owner.secret(of: "alice") == "secret")
        #expect(failure { _ = try reader.items { $0.persistentReference = item.reference } } == .itemNotFound)
    }

    @Test func `without a list another program finds nothing`() throws {
        let item = try owner.add("alice")
        #expect(failure { _ = try reader.items() } == .itemNotFound)
        #expect(failure { _ = try reader.items { $0.persistentReference = item.reference } } == .itemNotFound)
        #expect(try list(of: item, as: owner) == .groupOnly)
        #expect(failure { _ = try list(of: item, as: reader) } == .itemNotFound)
    }

    @Test(arguments: [AccessListTests.toReader, AccessList([.anyApplication])])
    func `a program on the list reads the item, and can neither change nor delete it`(list: AccessList) throws {
        let item = try owner.add("alice") { $0.accessList = list }
        try owner.add("bob")
        #expect(try self.list(of: item, as: owner) == list)
        #expect(try reader.secret(of: "alice") == "secret")
        #expect(try reader.items().map(\.attributes[.account]) == [.string("alice")])
        #expect(try reader.items { $0.limit = .one }.count == 1)
        #expect(try reader.items { $0.persistentReference = item.reference }.count == 1)
        #expect(try reader.items { $0.accessGroup = AccessGroup(rawValue: "TEAM123456.owner") }.count == 1)
        #expect(failure { _ = try reader.items([.account: .string("bob")]) } == .itemNotFound)

        #expect(failure { try reader.update([:]) { $0.secret = ItemSecret("taken over") } } == .itemNotFound)
        #expect(failure { try reader.delete([:]) } == .itemNotFound)
        #expect(failure { try reader.delete([:]) { $0.persistentReference = item.reference } } == .itemNotFound)
        #expect(failure { _ = try self.list(of: item, as: reader) } == .itemNotFound)
        #expect(try owner.secret(of: "alice") == "secret")
    }

    @Test func `a list names its programs alone`() throws {
        try owner.add("alice") { $0.accessList = Self.toReader }
        let stranger = Self.client(of: home, "TEAM123456.stranger")
        #expect(failure { _ = try stranger.items() } == .itemNotFound)
        let group = AccessGroup(rawValue: "TEAM123456.owner")
        #expect(failure { _ = try stranger.items { $0.accessGroup = group } } == .missingEntitlement)
        #expect(
            failure { _ = try reader.items { $0.accessGroup = AccessGroup(rawValue: "OTHER.group") } }
                == .missingEntitlement)
    }

    @Test func `what is shared follows the own items, each once, up to the limit`() throws {
        for account in ["a", "b", "c"] { try owner.add(account) { $0.accessList = AccessList([.anyApplication]) } }
        try reader.add("own") { $0.accessList = AccessList([.anyApplication]) }
        func accounts(_ limit: MatchLimit) throws -> [AttributeValue?] {
            try reader.items { $0.limit = limit }.map(\.attributes[.account])
        }
        #expect(try accounts(.all) == ["own", "a", "b", "c"].map(AttributeValue.string))
        #expect(try accounts(.atMost(2)) == ["own", "a"].map(AttributeValue.string))
        #expect(try accounts(.one) == [.string("own")])
    }

    @Test func `an update replaces the list where it gives one, and else leaves it, under another class too`() throws {
        let item = try owner.add("alice") { $0.accessList = Self.toReader }
        try owner.update([:]) { $0.attributes[.accessible] = .string("ck") }
        #expect(try list(of: item, as: owner) == Self.toReader)
        #expect(try reader.secret(of: "alice") == "secret")
        try owner.update([:]) { $0.accessList = AccessList([.anyApplication]) }
        #expect(try list(of: item, as: owner) == AccessList([.anyApplication]))
        #expect(try Self.client(of: home, "TEAM123456.stranger").secret(of: "alice") == "secret")
        try owner.update([:]) { $0.accessList = .groupOnly }
        #expect(failure { _ = try reader.items() } == .itemNotFound)
        #expect(try rows("SELECT * FROM acls").isEmpty)
    }

    @Test func `a list goes with its item: deleted, turned into a tombstone, or moved to quarantine`() throws {
        for account in ["deleted", "buried", "damaged", "kept"] {
            try owner.add(account) {
                $0.accessList = Self.toReader
                if account == "buried" { $0.attributes[.synchronizable] = .number(1) }
            }
        }
        #expect(try rows("SELECT * FROM acls").count == 4)
        try owner.delete([.account: .string("deleted")])
        #expect(try rows("SELECT * FROM acls").count == 3)
        try owner.delete([.account: .string("buried")]) { $0.synchronizable = .any }
        #expect(try rows("SELECT * FROM genp WHERE tomb = 1").count == 1)
        #expect(try rows("SELECT * FROM acls").count == 2)
        let garbage = "0100" + String(repeating: "ab", count: 80)
        _ = try rows(
            "UPDATE genp SET meta = x'\(garbage)' WHERE rowid = (SELECT min(rowid) FROM genp WHERE tomb = 0)")
        #expect(try reader.items().map(\.attributes[.account]) == [.string("kept")])
        #expect(try rows("SELECT * FROM quarantine").count == 1)
        #expect(try rows("SELECT * FROM acls").count == 1)
    }

    @Test func `a digest that was copied to another item gives nothing`() throws {
        let item = try owner.add("alice")
        try owner.add("bob") { $0.accessList = Self.toReader }
        let reference = item.reference.identifier.hexadecimal
        _ = try rows("INSERT INTO acls SELECT x'\(reference)', appl, data FROM acls")
        #expect(try rows("SELECT * FROM acls").count == 2)
        #expect(try reader.items().map(\.attributes[.account]) == [.string("bob")])
        #expect(failure { _ = try list(of: item, as: owner) } == .decode)
        // A new list repairs it.
        try owner.update([.account: .string("alice")]) { $0.accessList = .groupOnly }
        #expect(try list(of: item, as: owner) == .groupOnly)
    }

    @Test func `while locked, what is shared is as locked as what is owned`() throws {
        try owner.create(password: "password")
        try owner.add("alice") { $0.accessList = Self.toReader }
        try owner.lock()
        #expect(failure { _ = try reader.items() } == .interactionNotAllowed)
        try owner.unlock("password")
        #expect(try reader.secret(of: "alice") == "secret")
    }

    @Test func `the files show neither the programs nor a digest of them without a key`() throws {
        try owner.add("alice") { $0.accessList = Self.toReader }
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path).reduce(into: Data()) { all, name in
            all.append(FileManager.default.contents(atPath: home.path + "/" + name) ?? Data())
        }
        for text in ["TEAM123456.reader", "/opt/the-reading-program"] {
            let bytes = Data(text.utf8)
            for trace in [
                bytes, Data(SHA256.hash(data: bytes)).prefix(8), Data(Insecure.SHA1.hash(data: bytes)).prefix(8),
                Data(SHA256.hash(data: Data("acls".utf8) + Data("applb".utf8) + bytes)).prefix(8),
            ] {
                #expect(files.range(of: trace) == nil)
            }
        }
        // Any program and a short list have blobs of the same length.
        try owner.add("bob") { $0.accessList = AccessList([.anyApplication]) }
        #expect(try rows("SELECT DISTINCT length(data), length(appl) FROM acls").count == 1)
    }

    @Test
    func `a caller that no list names costs one look into the index of programs, and one that a list names one a row`()
        throws
    {
        try owner.add("alice") { $0.accessList = Self.toReader }
        func plan(_ sql: String) throws -> String {
            let steps = try rows("EXPLAIN QUERY PLAN " + sql)
            guard case .text(let text)? = steps.first?.last else { return "" }
            return text
        }
        let lists = try plan("SELECT DISTINCT persistref FROM acls WHERE appl IN (x'00', x'01') ORDER BY persistref")
        #expect(lists.contains("acls USING") && lists.contains("acls_appl (appl=?)"))
        #expect(
            try plan("SELECT 1 FROM genp WHERE rowid = 1 AND persistref = x'00'")
                == "SEARCH genp USING INTEGER PRIMARY KEY (rowid=?)")
    }

    @Test func `what is shared comes in the order of creation`() throws {
        for account in ["carol", "alice", "bob"] { try owner.add(account) { $0.accessList = Self.toReader } }
        #expect(
            try reader.items().map(\.attributes[.account]) == [.string("carol"), .string("alice"), .string("bob")])
    }
}
