// Files that are no keychain, or not one that this version may use, and the key of the device beside them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct KeychainFileTests {
    let directory: TemporaryDirectory
    var file: KeychainFile { directory.keychain }

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: file.path)) }

    /// Makes a keychain and changes it by SQL.
    private func makeKeychain(changedBy statements: [String] = []) throws {
        try StoreFixture.create(file)
        let connection = try Connection(path: file.path, readOnly: false)
        for statement in statements { _ = try connection.rows(statement) }
        _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func openingFailure() -> KeychainError.Code? { failure { _ = try file.open() } }

    @Test func `a keychain opens, and a missing one is no such keychain`() throws {
        #expect(openingFailure() == .noSuchKeychain)
        try makeKeychain()
        #expect(openingFailure() == nil)
    }

    @Test func `an empty file is a keychain that was never finished`() throws {
        try write(Data())
        #expect(openingFailure() == .noSuchKeychain)
        try StoreFixture.create(file)
        #expect(openingFailure() == nil)
    }

    // SQLite takes a file of one byte for an empty one.
    @Test(arguments: [1, 2, 100, 5000, 100_000])
    func `a file that is no database is no keychain, and is left as it is`(count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 65) })
        try write(data)
        #expect(openingFailure() == .invalidKeychain)
        #expect(failure { try StoreFixture.create(file) } == .invalidKeychain)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == data)
    }

    @Test(
        arguments: [
            ("PRAGMA application_id = 0", .invalidKeychain), ("PRAGMA application_id = 1280590668", .invalidKeychain),
            ("PRAGMA user_version = 3", .wrongVersion), ("PRAGMA user_version = 2147483647", .wrongVersion),
            ("UPDATE tversion SET version = 13, minor = 0", .wrongVersion),
            ("UPDATE tversion SET minor = 12", .wrongVersion),
            ("UPDATE tversion SET version = 11, minor = 99", nil), ("DELETE FROM tversion", .invalidKeychain),
            ("UPDATE tversion SET version = 'x'", .invalidKeychain), ("SELECT 1", nil),
        ] as [(String, KeychainError.Code?)])
    func `another application or a newer version is refused`(statement: String, expected: KeychainError.Code?) throws {
        try makeKeychain(changedBy: [statement])
        #expect(openingFailure() == expected)
    }

    @Test func `a database of another program is no keychain`() throws {
        try write(Data())
        let connection = try Connection(path: file.path, readOnly: false)
        for statement in ["PRAGMA journal_mode = OFF", "CREATE TABLE genp(x)", "PRAGMA journal_mode = WAL"] {
            _ = try connection.rows(statement)
        }
        #expect(openingFailure() == .invalidKeychain)
    }

    @Test(
        arguments: [
            [
                "DROP TABLE tversion",
                "CREATE VIEW tversion AS \(endless) SELECT x AS version, 0 AS minor FROM n WHERE x < 0",
            ],
            ["DROP TABLE keybag", "CREATE VIEW keybag AS \(endless) SELECT 1 AS id, x AS data FROM n"],
            ["CREATE TRIGGER more BEFORE INSERT ON genp BEGIN SELECT count(*) FROM genp, genp, genp; END"],
            ["CREATE TABLE more(x)"], ["DROP INDEX genp_svce"], ["ALTER TABLE genp ADD COLUMN more"],
        ])
    func `a file with tables, views or triggers of somebody else's is no keychain, and nothing of it runs`(
        statements: [String]
    ) throws {
        try makeKeychain(changedBy: statements)
        #expect(openingFailure() == .invalidKeychain)
    }

    private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"

    @Test func `tables that change while the file is open are noticed`() throws {
        try makeKeychain()
        let connection = try file.open()
        try connection.requireKnownSchema()
        _ = try Connection(path: file.path, readOnly: false).rows("CREATE TABLE more(x)")
        #expect(failure { try connection.requireKnownSchema() } == .invalidKeychain)
        _ = try Connection(path: file.path, readOnly: false).rows("DROP TABLE more")
        #expect(failure { try connection.requireKnownSchema() } == nil)
        // The count of wrong passwords has a table from the first one on.
        try connection.write { transaction throws(KeychainError) in
            try PasswordTryStore(connection).store(WrongPasswords(count: 1, last: 0), in: transaction)
        }
        #expect(failure { try connection.requireKnownSchema() } == nil)
        #expect(openingFailure() == nil)
    }

    @Test(arguments: [2, 15, 100, 4096, 8192, -4096, -1])
    func `a truncated file is refused or reported, and never crashes`(count: Int) throws {
        try makeKeychain()
        let data = try Data(contentsOf: URL(fileURLWithPath: file.path))
        try write(data.prefix(count > 0 ? count : data.count + count))
        var isReported = false
        let code = failure {
            let connection = try file.open()
            let encoded = try KeybagStore(connection).encodedKeybag()
            _ = try LockedKeybag(decoding: encoded)
            isReported = try connection.rows("PRAGMA integrity_check") != [[.text("ok")]]
        }
        #expect(isReported || [.invalidKeychain, .notAvailable, .decode].contains(code))
    }

    @Test func `a directory is no keychain`() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        #expect(openingFailure() == .notAvailable)
    }

    @Test func `a keychain whose keybag is gone is damaged`() throws {
        try makeKeychain(changedBy: ["DELETE FROM keybag"])
        let connection = try file.open()
        #expect(failure { _ = try KeybagStore(connection).encodedKeybag() } == .decode)
    }

    @Test func `a keychain that may only be read is read, and refuses writes`() throws {
        try makeKeychain()
        let owner = try file.open()
        try owner.run("INSERT INTO metadatakeys VALUES('x', x'01')")  // makes the files of SQLite's log
        for suffix in ["", "-wal", "-shm"] { try setMode(0o444, of: file.path + suffix) }
        let (read, written) = try useWithoutWriting()
        #expect(read == nil)
        #expect(written == .readOnly)
    }

    @Test(arguments: [0o444, 0o666] as [Int])
    func `a keychain that nobody uses is read in a directory that may not be written, and refuses writes`(
        mode: Int
    ) throws {
        try makeKeychain()
        try setMode(mode, of: file.path)
        let (read, written) = try useWithoutWriting()
        #expect(read == nil)
        #expect(written == .readOnly)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    /// What is in the log only would be missed without it, and without shared memory SQLite cannot read it.
    @Test func `a keychain with a log is refused in a directory that may not be written, not read without it`() throws {
        try makeKeychain()
        let log = file.path + "-wal"
        let kept = try withOpenKeychain { try Data(contentsOf: URL(fileURLWithPath: log)) }
        try kept.write(to: URL(fileURLWithPath: log))
        for path in [file.path, log] { try setMode(0o444, of: path) }
        #expect(try useWithoutWriting().read == .readOnly)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
    }

    private func withOpenKeychain<R>(_ body: () throws -> R) throws -> R {
        let owner = try file.open()
        try owner.run("INSERT INTO metadatakeys VALUES('x', x'01')")
        return try body()
    }

    @Test(arguments: ["plain", "per cent %41?x=1#y", "umläut & blank"])
    func `a keychain of any name is read in a directory that may not be written`(name: String) throws {
        let named = KeychainFile(path: directory.path + "/" + name)
        try StoreFixture.create(named)
        try setMode(0o444, of: named.path)
        try setMode(0o555, of: directory.path)
        defer { try? setMode(0o755, of: directory.path) }
        let isWithoutLocks = try onOwnThread(.withoutRoot) {
            let connection = try named.open()
            _ = try KeybagStore(connection).encodedKeybag()
            return connection.snapshot != nil
        }
        #expect(isWithoutLocks)
    }

    /// Reads and writes as a user who may write neither file nor directory.
    private func useWithoutWriting() throws -> (read: KeychainError.Code?, written: KeychainError.Code?) {
        try setMode(0o555, of: directory.path)
        defer { try? setMode(0o755, of: directory.path) }
        return try onOwnThread(.withoutRoot) { [file] in
            do throws(KeychainError) {
                let connection = try file.open()
                _ = try KeybagStore(connection).encodedKeybag()
                return (nil, failure { try connection.run("DELETE FROM keybag") })
            } catch {
                return (error.code, nil)
            }
        }
    }

    @Test func `a file that may not be read is not available`() throws {
        try makeKeychain()
        // As root another user reads it; any other user takes the right from itself.
        try setMode(getuid() == 0 ? 0o600 : 0o000, of: file.path)
        try setMode(0o755, of: directory.path)
        let refusal = try onOwnThread(.withoutRoot) { [file] in thrown { _ = try file.open() } }
        #expect(refusal?.code == .notAvailable && "\(refusal?.hint ?? "")".contains("may not be read"))
    }

    @Test func `a directory in the place of the file is not available, and stays`() throws {
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        let refusals = [thrown { _ = try file.open() }, thrown { try StoreFixture.create(file) }]
        for refusal in refusals {
            #expect(refusal?.code == .notAvailable && "\(refusal?.hint ?? "")".contains("directory"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.path).isEmpty)
    }

    @Test func `a FIFO in the place of the file is not available, and nobody waits for its other end`() throws {
        let isMade = unsafe mkfifo(file.path, 0o600) == 0
        try #require(isMade)
        for refusal in [thrown { _ = try file.open() }, thrown { try StoreFixture.create(file) }] {
            #expect(refusal?.code == .notAvailable && "\(refusal?.hint ?? "")".contains("no file"))
        }
    }

    @Test func `eight threads that create one keychain make one`() throws {
        let threads = (0..<8).map { _ in startThread { [file] in failure { try StoreFixture.create(file) } } }
        let codes = try threads.map { try $0.wait() }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.filter { $0 == .duplicateKeychain }.count == 7)
        #expect(openingFailure() == nil)
    }
}

/// The error that `body` throws, with its hint.
func thrown(_ body: () throws -> Void) -> KeychainError? {
    do {
        try body()
        return nil
    } catch {
        return error as? KeychainError
    }
}

private struct DeviceKeyVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let expect: VectorOutcome
    let encoded: Hex
    let key: Hex?
    var testDescription: String { id }
}

@Suite struct DeviceKeyFileTests {
    let directory: TemporaryDirectory
    var path: String { directory.path + "/device.key" }
    var deviceKey: DeviceKeyFile { DeviceKeyFile(directory: directory.path) }

    init() throws { directory = try TemporaryDirectory() }

    private func make(_ bytes: [UInt8]? = nil, mode: Int = 0o600) throws {
        let bytes = bytes ?? Array("LTDK".utf8) + [1, 1, 0, 0] + [UInt8](repeating: 6, count: 32)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try setMode(mode, of: path)
    }

    @Test func `the key is made once, private, and read again`() throws {
        #expect(failure { _ = try deviceKey.read() } == .notAvailable)
        let made = try deviceKey.readOrCreate()
        let isRead = made.isEqual(to: try deviceKey.read())
        let isKept = made.isEqual(to: try deviceKey.readOrCreate())
        #expect(isRead && isKept && made.count == 32)
        #expect(made.declassified(because: "it is test data") != [UInt8](repeating: 0, count: 32))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["device.key"])
    }

    @Test(arguments: try Vectors.all(DeviceKeyVector.self, in: "device-key.json"))
    fileprivate func `the shared vectors are read or refused as the specification says, and not replaced`(
        vector: DeviceKeyVector
    ) throws {
        try make(vector.encoded.bytes)
        var read: [UInt8]?
        #expect(
            failure { read = try deviceKey.read().declassified(because: "it is test data") } == vector.expect.code)
        #expect(read == vector.key?.bytes)
        #expect(failure { _ = try deviceKey.readOrCreate() } == vector.expect.code)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == vector.encoded.bytes)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o620] as [Int])
    func `a key that others may read or write is refused`(mode: Int) throws {
        try make(mode: mode)
        #expect(failure { _ = try deviceKey.read() } == .notAvailable)
    }

    @Test func `a key that may not be read is not available`() throws {
        // As root another user reads it; any other user takes the right from itself.
        try make(mode: getuid() == 0 ? 0o600 : 0o000)
        try setMode(0o755, of: directory.path)
        let refusal = try onOwnThread(.withoutRoot) { [deviceKey] in thrown { _ = try deviceKey.read() } }
        #expect(refusal?.code == .notAvailable && "\(refusal?.hint ?? "")".contains("may not be read"))
    }

    @Test(arguments: [0o700, 0o755] as [Int])
    func `a directory in the place of the key is said to be one`(mode: Int) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try setMode(mode, of: path)
        let refusal = thrown { _ = try deviceKey.read() }
        #expect(refusal?.code == .notAvailable && "\(refusal?.hint ?? "")".contains("directory"))
    }

    @Test func `a FIFO in the place of the key is refused, and nobody waits at it`() throws {
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let refusals = try startThread { [deviceKey] in
            [failure { _ = try deviceKey.read() }, failure { _ = try deviceKey.readOrCreate() }]
        }.wait(seconds: 60)
        #expect(refusals == [.notAvailable, .notAvailable])
    }

    @Test(arguments: [0o600, 0o400] as [Int])
    func `a private key is read`(mode: Int) throws {
        try make(mode: mode)
        #expect(failure { _ = try deviceKey.read() } == nil)
    }

    @Test func `a link in place of the key is refused`() throws {
        try make()
        try FileManager.default.moveItem(atPath: path, toPath: directory.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        #expect(failure { _ = try deviceKey.read() } == .notAvailable)
    }

    @Test func `eight threads that make the key read the same one`() throws {
        let home = directory.path
        let threads = (0..<8).map { _ in
            startThread {
                try DeviceKeyFile(directory: home).readOrCreate().declassified(because: "it is test data")
            }
        }
        #expect(Set(try threads.map { try $0.wait() }).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == ["device.key"])
    }
}
