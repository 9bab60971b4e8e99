// What lies beside a keychain file is nobody's word: no rollback journal is played back, made or taken away.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct ForeignJournalTests {
    private let directory: TemporaryDirectory
    private var file: KeychainFile { directory.keychain }
    private var journal: String { file.path + "-journal" }
    private var victim: String { directory.path + "/device.key" }

    init() throws {
        directory = try TemporaryDirectory()
        try Data(repeating: 7, count: 32).write(to: URL(filePath: victim))
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
    }

    /// Statements of SQLite itself, without what a keychain's connection refuses.
    private func runDirectly(_ statements: [String]) throws {
        var handle: OpaquePointer?
        try #require(unsafe sqlite3_open(file.path, &handle) == SQLITE_OK)
        defer { unsafe sqlite3_close_v2(handle) }
        for statement in statements { try #require(unsafe sqlite3_exec(handle, statement, nil, nil, nil) == SQLITE_OK) }
    }

    private func refusal(of body: () throws -> Void) -> KeychainError? {
        do {
            try body()
            return nil
        } catch {
            return error as? KeychainError
        }
    }

    private func writeJournal() throws -> Data {
        let data = try HotJournal.bytes(for: bytes(file.path).count, deleting: victim)
        try data.write(to: URL(filePath: journal))
        return data
    }

    @Test func `SQLite alone deletes what a stranger's journal names`() throws {
        try StoreFixture.create(file)
        try runDirectly(["PRAGMA journal_mode = DELETE"])
        _ = try writeJournal()
        try runDirectly(["SELECT * FROM tversion"])
        #expect(!FileManager.default.fileExists(atPath: victim), "the attack of these tests is none")
    }

    @Test(arguments: [[], ["PRAGMA journal_mode = DELETE"]])
    func `a journal beside a keychain is not played back, deletes nothing, and stays`(statements: [String]) throws {
        try StoreFixture.create(file)
        try runDirectly(statements)
        let (before, written) = (try bytes(file.path), try writeJournal())
        let isRefused = failure { _ = try file.open() }
        #expect(isRefused == (statements.isEmpty ? nil : .invalidKeychain))
        #expect(try bytes(victim).count == 32)
        #expect(try bytes(journal) == written)
        #expect(try bytes(file.path) == before)
    }

    @Test func `a keychain beside which a journal lies is written as ever`() throws {
        let fixture = try StoreFixture()
        let path = fixture.directory.path + "/test.keychain-db-journal"
        let data = HotJournal.bytes(for: 4096, deleting: fixture.directory.path + "/test.keychain-db")
        try data.write(to: URL(filePath: path))
        for number in 0..<50 { _ = try fixture.insert(fixture.item("account \(number)")) }
        _ = try fixture.connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try fixture.connection.rows("SELECT count(*) FROM genp") == [[.integer(50)]])
        #expect(try Data(contentsOf: URL(filePath: path)) == data)
    }

    @Test func `a file that is not in WAL mode is refused untouched, with the command that switches it back`() throws {
        try StoreFixture.create(file)
        try runDirectly(["PRAGMA journal_mode = DELETE"])
        let before = try bytes(file.path)
        let written = try writeJournal()
        // The command would have SQLite play the journal back.
        #expect(refusal(of: { _ = try file.open() })?.hint?.description.contains("PRAGMA") == false)
        #expect(try bytes(journal) == written)
        try FileManager.default.removeItem(atPath: journal)
        for refusal in [refusal(of: { _ = try file.open() }), refusal(of: { try StoreFixture.create(file) })] {
            #expect(refusal?.code == .invalidKeychain)
            #expect(refusal?.hint?.description.contains("PRAGMA journal_mode=WAL") == true)
        }
        #expect(try !file.setAsideIfDamaged(now: 0))
        #expect(try bytes(file.path) == before)
        try runDirectly(["PRAGMA journal_mode = WAL"])
        #expect(failure { _ = try file.open() } == nil)
    }

    @Test(arguments: [300, 20_000])
    func `a damaged file beside which a journal lies stays where it is`(count: Int) throws {
        try Data(repeating: 65, count: count).write(to: URL(filePath: file.path))
        try Data([1]).write(to: URL(filePath: journal))
        #expect(try !file.setAsideIfDamaged(now: 0))
        #expect(try names == ["device.key", "test.keychain-db", "test.keychain-db-journal"])
        try FileManager.default.removeItem(atPath: journal)
        #expect(try file.setAsideIfDamaged(now: 0))
    }

    @Test func `a keychain is made without a journal, and nothing but it is left`() throws {
        try StoreFixture.create(file)
        #expect(failure { _ = try file.open() } == nil)
        #expect(try names == ["device.key", "test.keychain-db"])
        #expect(try bytes(file.path)[18..<20] == Data([2, 2]))
    }

    @Test func `no keychain is made where a journal waits for it, nor in the place of a link`() throws {
        try Data([1]).write(to: URL(filePath: journal))
        #expect(failure { try StoreFixture.create(file) } == .notAvailable)
        try FileManager.default.removeItem(atPath: journal)
        for target in [victim, directory.path + "/nothing"] {
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
            #expect(failure { try StoreFixture.create(file) } != nil)
            try FileManager.default.removeItem(atPath: file.path)
        }
        #expect(try bytes(victim).count == 32)
        #expect(try names == ["device.key"])
    }

    @Test(arguments: ["-wal", "-shm"])
    func `a WAL or an index that is another name of some file is not written`(suffix: String) throws {
        try StoreFixture.create(file)
        let before = try bytes(victim)
        for isHardLink in [true, false] {
            if isHardLink {
                try FileManager.default.linkItem(atPath: victim, toPath: file.path + suffix)
            } else {
                try FileManager.default.createSymbolicLink(atPath: file.path + suffix, withDestinationPath: victim)
            }
            #expect(failure { _ = try file.open() } == .notAvailable)
            #expect(
                failure { _ = try Connection(path: file.path, readOnly: false).rows("SELECT * FROM tversion") } != nil)
            #expect(try bytes(victim) == before)
            try FileManager.default.removeItem(atPath: file.path + suffix)
        }
        #expect(failure { _ = try file.open() } == nil)
    }

    @Test func `nobody waits at a FIFO in the place of a WAL`() throws {
        try StoreFixture.create(file)
        let isMade = unsafe mkfifo(file.path + "-wal", 0o444) == 0
        #expect(isMade)
        #expect(failure { _ = try file.open() } == .notAvailable)
    }

    @Test func `a creation that was interrupted leaves no keychain, and the next one takes its draft away`() throws {
        let draft = file.path + ".draft-0123456789abcdef"
        let others = [file.path + ".draft-0123", file.path + ".draft-0123456789abcdef.old", file.path + ".new"]
        for name in [draft, draft + "-wal"] + others {
            try Data(repeating: 1, count: 5000).write(to: URL(filePath: name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: file.path + ".draft-fedcba9876543210", withDestinationPath: victim)
        #expect(failure { _ = try file.open() } == .noSuchKeychain)
        #expect(
            failure {
                try file.create(now: 0) { _, _ throws(KeychainError) in
                    throw KeychainError(.interactionNotAllowed, during: "a test")
                }
            } == .interactionNotAllowed)
        // What is no draft, and what leads elsewhere, stays.
        #expect(try names.count == 2 + others.count)
        try StoreFixture.create(file)
        #expect(failure { _ = try file.open() } == nil)
        #expect(failure { try StoreFixture.create(file) } == .duplicateKeychain)
        #expect(try bytes(victim).count == 32)
    }

    @Test func `a creation never replaces what somebody has put there meanwhile`() throws {
        #expect(
            failure {
                try file.create(now: 0) { _, _ throws(KeychainError) in
                    _ = try? Data("of somebody".utf8).write(to: URL(filePath: file.path))
                }
            } == .duplicateKeychain)
        #expect(try bytes(file.path) == Data("of somebody".utf8))
    }
}
