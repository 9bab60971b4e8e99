// Files of an older and of a newer version. The versions behind the newest are invented here.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct MigrationTests {
    private static let third = SchemaVersion(
        number: 3,
        migration: [
            "CREATE TABLE second(id INTEGER PRIMARY KEY, data BLOB NOT NULL)",
            "INSERT INTO second SELECT rowid, meta FROM genp",
            "ALTER TABLE genp ADD COLUMN more BLOB",
        ],
        schema: withMore(SchemaVersion.v2.schema).union([
            "CREATE TABLE second(id INTEGER PRIMARY KEY, data BLOB NOT NULL)"
        ]),
        optional: SchemaVersion.v2.optional)
    private static let fourth = SchemaVersion(
        number: 4, migration: ["CREATE INDEX second_data ON second(data)"],
        schema: third.schema.union(["CREATE INDEX second_data ON second(data)"]), optional: third.optional)

    /// What SQLite makes of the statement of `genp`.
    private static func withMore(_ schema: Set<String>) -> Set<String> {
        Set(
            schema.map { statement in
                guard statement.hasPrefix("CREATE TABLE genp(") else { return statement }
                return statement.replacing("data BLOB, UNIQUE", with: "data BLOB, more BLOB, UNIQUE")
            })
    }

    private static let upToThird = SchemaHistory([.v1, .v2, third])
    private static let upToFourth = SchemaHistory([.v1, .v2, third, fourth])

    private let fixture: StoreFixture
    private var path: String { fixture.directory.keychain.path }

    init() throws {
        fixture = try StoreFixture()
        _ = try fixture.insert(fixture.item("alice"))
    }

    private func open(_ history: SchemaHistory) throws(KeychainError) -> Connection {
        try KeychainFile(path: path, history: history).open()
    }

    private func number(_ connection: Connection) throws -> SQLValue? {
        try connection.rows("PRAGMA user_version").first?.first
    }

    @Test func `whoever may write the file brings it to the newest version, with all that is in it`() throws {
        let rows = try fixture.connection.rows("SELECT rowid, persistref, meta, data FROM genp")
        let connection = try open(Self.upToFourth)
        #expect(try number(connection) == .integer(4))
        #expect(try connection.rows("SELECT rowid, persistref, meta, data FROM genp") == rows)
        #expect(try connection.rows("SELECT count(*) FROM second") == [[.integer(1)]])
        #expect(failure { try connection.requireKnownSchema() } == nil)
        // Nothing is left to do for the next one.
        #expect(try number(open(Self.upToFourth)) == .integer(4))
    }

    @Test func `a file of version 1 gets the tables of the Secret Service, without an item in them`() throws {
        let file = KeychainFile(path: fixture.directory.path + "/old.keychain-db", history: SchemaHistory([.v1]))
        try StoreFixture.create(file)
        try #expect(number(file.open()) == .integer(1))
        let connection = try KeychainFile(path: file.path).open()
        #expect(try number(connection) == .integer(2))
        #expect(try connection.rows("SELECT count(*) FROM ssattr") == [[.integer(0)]])
        let entry = try #require(try CollectionStore(connection).read())
        let age = Date().timeIntervalSinceReferenceDate - entry.created
        #expect(entry.label == nil && entry.modified == entry.created && (-1...60).contains(age))
    }

    @Test func `a new file is made in the newest version`() throws {
        let file = KeychainFile(path: fixture.directory.path + "/new.keychain-db", history: Self.upToFourth)
        try StoreFixture.create(file)
        #expect(try number(file.open()) == .integer(4))
    }

    @Test
    func `a program that knows only older versions is refused, also while it has the file open, and changes nothing`()
        throws
    {
        let old = try open(.latchkey)
        #expect(failure { try old.requireKnownSchema() } == nil)
        _ = try open(Self.upToThird)
        #expect(failure { try old.requireKnownSchema() } == .wrongVersion)
        let before = try everything()
        #expect(failure { _ = try open(.latchkey) } == .wrongVersion)
        #expect(try everything() == before)
    }

    /// What another SQLite may know, and this one does not.
    private static let unreadable = [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE locks(x) FUTURE' WHERE name = 'locks'", "PRAGMA user_version = 3",
    ]

    @Test(arguments: [false, true])
    func `a newer file is refused for its version, also if its tables cannot be read, and is not renamed`(
        isInLog: Bool
    ) throws {
        try fixture.connection.execute(DatabaseSchema.locks)
        for statement in Self.unreadable { _ = try fixture.connection.rows(statement) }
        if !isInLog { _ = try fixture.connection.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
        let before = try everything()
        #expect(failure { _ = try open(.latchkey) } == .wrongVersion)
        #expect(try !KeychainFile(path: path).setAsideIfDamaged(now: 0))
        #expect(try everything() == before)
    }

    /// The bytes of the file and of its log.
    private func everything() throws -> [Data?] {
        ["", "-wal"].map { try? Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    }

    @Test func `an older file that cannot be written is refused with a hint, and read by its own version`() throws {
        let directory = try TemporaryDirectory()
        try StoreFixture.create(directory.keychain)
        try setMode(0o444, of: directory.keychain.path)
        try setMode(0o555, of: directory.path)
        defer { try? setMode(0o700, of: directory.path) }
        let refusal = try onOwnThread(.withoutRoot) { [path = directory.keychain.path] in
            _ = try KeychainFile(path: path).open()
            return thrown { _ = try KeychainFile(path: path, history: Self.upToThird).open() }
        }
        #expect(refusal?.code == .readOnly && "\(refusal?.hint ?? "")".contains("open it once"))
    }

    @Test func `other tables than those of its own version are refused, whatever the version`() throws {
        _ = try open(Self.upToThird)
        try fixture.connection.execute("CREATE INDEX second_data ON second(data)")
        // It says 3, and has what 4 has.
        #expect(failure { _ = try open(Self.upToThird) } == .invalidKeychain)
        #expect(failure { _ = try open(Self.upToFourth) } == .invalidKeychain)
        try fixture.connection.execute("PRAGMA user_version = 4")
        #expect(failure { _ = try open(Self.upToFourth) } == nil)
        for number in 1...2 {
            try fixture.connection.execute("PRAGMA user_version = \(number)")
            #expect(failure { _ = try open(Self.upToFourth) } == .invalidKeychain)
        }
        try fixture.connection.execute("PRAGMA user_version = 0")
        #expect(failure { _ = try open(Self.upToFourth) } == .invalidKeychain)
    }

    @Test func `a migration that fails leaves the version before`() throws {
        let broken = SchemaVersion(
            number: 4, migration: ["CREATE INDEX more ON second(data)", "INSERT INTO nowhere VALUES(1)"],
            schema: Self.fourth.schema, optional: [])
        #expect(failure { _ = try open(SchemaHistory([.v1, .v2, Self.third, broken])) } != nil)
        #expect(try number(open(.latchkey)) == .integer(2))
        #expect(try fixture.connection.rows("SELECT name FROM sqlite_schema WHERE name = 'second'").isEmpty)
    }

    @Test func `eight that open it at once bring it to the newest version once`() throws {
        let threads = (0..<8).map { _ in
            startThread { [path] in
                let connection = try KeychainFile(path: path, history: Self.upToFourth).open()
                return try connection.rows("SELECT count(*) FROM second")
            }
        }
        for thread in threads { #expect(try thread.wait() == [[.integer(1)]]) }
    }

    @Test(arguments: [SchemaHistory.latchkey, upToFourth])
    func `every version changes the tables, so that programs which have a file open notice it`(history: SchemaHistory) {
        let all = history.versions(after: 0)
        #expect(all.map(\.number) == Array(1...Int64(all.count)))
        for version in all {
            #expect(version.migration.contains { ["CREATE ", "ALTER ", "DROP "].contains(where: $0.hasPrefix) })
        }
        #expect(Set(all.map(\.schema)).count == all.count)
    }
}
