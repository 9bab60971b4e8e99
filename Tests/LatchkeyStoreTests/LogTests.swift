// The log that is written in one piece for each transaction, as other connections see it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import Testing

@Suite struct LogTests {
    private static let table = "CREATE TABLE bulk(id INTEGER PRIMARY KEY, filler BLOB NOT NULL)"

    /// Another connection to a file, which with the table of these tests is no keychain.
    private static func another(_ directory: TemporaryDirectory) throws(KeychainError) -> Connection {
        try Connection(path: directory.keychain.path, readOnly: false)
    }

    /// Rows of a page and more each.
    private static func insert(_ numbers: Range<Int>, into connection: Connection) throws(KeychainError) {
        for number in numbers {
            let filler = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 6000)
            try connection.run("INSERT INTO bulk VALUES(?, ?)", [.integer(Int64(number)), .blob(filler)])
        }
    }

    /// The numbers of the rows, each of which must have the bytes that it was stored with.
    private static func numbers(in connection: Connection) throws -> [Int] {
        try connection.rows("SELECT id, filler FROM bulk ORDER BY id").map { row in
            guard case .integer(let number) = row[0], case .blob(let filler) = row[1] else {
                throw KeychainError(.decode, during: "reading a row")
            }
            try #require(filler == [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 6000))
            return Int(number)
        }
    }

    @Test func `transactions larger than what is gathered, and than SQLite's cache, are read by others`() throws {
        let fixture = try StoreFixture()
        let other = try Self.another(fixture.directory)
        try fixture.connection.write { _ throws(KeychainError) in try fixture.connection.execute(Self.table) }
        for (start, count) in [(0, 1), (1, 5), (6, 40), (46, 1000)] {
            try fixture.connection.write { _ throws(KeychainError) in
                try Self.insert(start..<start + count, into: fixture.connection)
            }
            #expect(try Self.numbers(in: other) == Array(0..<start + count))
        }
    }

    @Test func `a transaction that is taken back after it filled the cache leaves nothing, and the next one is whole`()
        throws
    {
        let fixture = try StoreFixture()
        let connection = fixture.connection
        try connection.write { _ throws(KeychainError) in
            try connection.execute(Self.table)
            try Self.insert(0..<3, into: connection)
        }
        for round in 0..<3 {
            #expect(throws: KeychainError.self) {
                try connection.write { _ throws(KeychainError) in
                    try Self.insert(3..<900, into: connection)
                    // Pages that are in the log already are written again.
                    try connection.run("UPDATE bulk SET filler = zeroblob(6000)")
                    throw KeychainError(.parameter, during: "being refused")
                }
            }
            #expect(try Self.numbers(in: connection) == Array(0..<3 + round))
            try connection.write { _ throws(KeychainError) in
                try Self.insert(3 + round..<4 + round, into: connection)
            }
            let other = try Self.another(fixture.directory)
            #expect(try Self.numbers(in: other) == Array(0..<4 + round))
            #expect(try other.rows("PRAGMA integrity_check") == [[.text("ok")]])
        }
    }

    @Test func `connections that take turns read what the other one wrote`() throws {
        let fixture = try StoreFixture()
        let connections = [fixture.connection, try Self.another(fixture.directory)]
        try connections[0].write { _ throws(KeychainError) in try connections[0].execute(Self.table) }
        for number in 0..<60 {
            let (writer, reader) = (connections[number % 2], connections[1 - number % 2])
            try writer.write { _ throws(KeychainError) in try Self.insert(number..<number + 1, into: writer) }
            #expect(try Self.numbers(in: reader) == Array(0...number))
            // The log begins anew now and then.
            if number % 7 == 0 { _ = try reader.rows("PRAGMA wal_checkpoint(RESTART)") }
        }
        #expect(try connections[0].rows("PRAGMA integrity_check") == [[.text("ok")]])
    }

    @Test(arguments: [500, 515, 530, 545, 600])
    func `frames of a transaction that was taken back are not written over what another connection commits`(
        pages: Int
    ) throws {
        let fixture = try StoreFixture()
        let (connection, other) = (fixture.connection, try Self.another(fixture.directory))
        try connection.write { _ throws(KeychainError) in try connection.execute(Self.table) }
        _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(throws: KeychainError.self) {
            try connection.write { _ throws(KeychainError) in
                let filler = [UInt8](repeating: 7, count: pages * 4096)
                try connection.run("INSERT INTO bulk VALUES(1, ?)", [.blob(filler)])
                throw KeychainError(.parameter, during: "being refused")
            }
        }
        // More frames than the one before had written.
        for number in 0..<200 {
            try other.write { _ throws(KeychainError) in try Self.insert(number..<number + 1, into: other) }
        }
        #expect(try Self.numbers(in: connection) == Array(0..<200))
        for connection in [connection, other, try Self.another(fixture.directory)] {
            #expect(try Self.numbers(in: connection) == Array(0..<200))
            #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]])
        }
    }

    @Test(arguments: [1, 5, 40, 900])
    func `the log alone tells what was committed, also without a sync`(count: Int) throws {
        let fixture = try StoreFixture()
        let connection = fixture.connection
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.write { _ throws(KeychainError) in try connection.execute(Self.table) }
        try connection.write { _ throws(KeychainError) in
            try Self.insert(0..<count, into: connection)
            // Pages that are in the log by now are written again, which gives all frames behind them other checksums.
            try connection.run("UPDATE bulk SET filler = filler")
        }
        // Without the index of the log, as after a crash.
        let copy = try TemporaryDirectory()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.directory.keychain.path + suffix, toPath: copy.keychain.path + suffix)
        }
        #expect(try Self.numbers(in: Self.another(copy)) == Array(0..<count))
    }
}
