// A file that is brought to a newer version while its disk fails.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct MigrationFaultTests {
    private static let table = "CREATE TABLE copies(id INTEGER PRIMARY KEY, meta BLOB NOT NULL, data BLOB)"
    /// A version that is invented here.
    private static let history = SchemaHistory([
        .v1, .v2,
        SchemaVersion(
            number: 3, migration: [table, "INSERT INTO copies SELECT rowid, meta, data FROM genp"],
            schema: SchemaVersion.v2.schema.union([table]), optional: SchemaVersion.v2.optional),
    ])
    private static let columns = "rowid, meta, data"

    private let prepared: TemporaryHome
    private let rows: [[SQLValue]]

    init() throws {
        prepared = try Preparation.itemsAndLog.make()
        let home = try prepared.copy()
        rows = try KeychainFile(path: home.keychain).open().rows("SELECT \(Self.columns) FROM genp ORDER BY rowid")
    }

    private static func migrate(_ path: String) -> KeychainError.Code? {
        failure { _ = try KeychainFile(path: path, history: history).open() }
    }

    /// Whether the file is of the version before or of the invented one, as a whole; then it is brought to that.
    /// - Parameter answer: of the migration.
    private func check(_ path: String, answer: KeychainError.Code?, _ fault: String) throws {
        let connection = try Connection(path: path, readOnly: false, history: Self.history)
        let number = try connection.schemaNumber()
        #expect(number == 2 || number == 3, "\(fault)")
        // What was answered with success stays.
        #expect(answer != nil || number == 3, "\(fault)")
        #expect(failure { try connection.requireKnownSchema() } == nil, "\(fault)")
        #expect(try connection.rows("SELECT \(Self.columns) FROM genp ORDER BY rowid") == rows, "\(fault)")
        #expect(Self.migrate(path) == nil, "\(fault)")
        let copies = try connection.rows("SELECT id, meta, data FROM copies ORDER BY id")
        #expect(copies == rows, "\(fault)")
    }

    @Test(arguments: [FaultyDisk.Fault.inputOutput, .diskFull])
    func `whichever operation of the disk fails, the file is of the old version or of the new one`(
        fault: FaultyDisk.Fault
    ) throws {
        var failed = 0
        while true {
            let home = try prepared.copy()
            let disk = FaultyDisk(home.path)
            disk.fail(failed + 1, with: fault)
            let answer = Self.migrate(home.keychain)
            guard disk.hasFailed else { break }
            failed += 1
            try check(home.keychain, answer: answer, "\(fault) at \(failed)")
        }
        #expect(failed > 5)
    }

    @Test func `wherever the power fails, the file is of the old version or of the new one`() throws {
        var failed = 0
        while true {
            let home = try prepared.copy()
            let disk = FaultyDisk(home.path)
            disk.fail(failed + 1, with: .power)
            let answer = Self.migrate(home.keychain)
            for image in [FaultyDisk.Image.lost, .kept, .torn(seed: UInt64(failed))] {
                let after = try TemporaryHome()
                try disk.write(image, to: after.path)
                try check(after.keychain, answer: answer, "power at \(failed + 1), \(image)")
            }
            guard disk.hasFailed else { break }
            failed += 1
        }
        #expect(failed > 5)
    }
}
