// One connection to a database file.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// A connection and its prepared statements. Used by one thread at a time; its owner holds it under a lock.
@safe
package final class Connection {  // the handle stays inside and is used by one thread at a time
    let path: String
    /// What the file was when it was opened without locks; nil if SQLite locks it.
    package let snapshot: KeychainFile.Snapshot?
    /// True if it reads without locks because the disk had no room for more.
    private let isOnFullDisk: Bool
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// The statements whose text is made from a shape, by the shape: making the text costs more than running them.
    /// Few, and compared faster than hashed.
    private var shapedStatements: [(shape: StatementShape, statement: Statement)] = []

    /// The versions of the tables that are known.
    let history: SchemaHistory
    /// SQLite's number of the schema whose version and statements were found right.
    var knownSchema: Int64?

    /// When the disk was last seen to have plenty of space.
    var lastPlenty: CoarseTime?

    /// Milliseconds that SQLite waits for another process, where it is let.
    private static let busyTimeout: CInt = 60_000
    /// Prepared statements that are kept; more shapes of queries than that are rare.
    private static let statementLimit = 64

    /// Opens an existing file.
    /// - Parameter snapshot: the file as it is, to read it without locks and without files beside it.
    /// - Throws: `.readOnly`, `.inputOutput`, `.notAvailable`.
    package init(
        path: String, readOnly: Bool, withoutLocks snapshot: KeychainFile.Snapshot? = nil,
        isOnFullDisk: Bool = false, history: SchemaHistory = .latchkey
    ) throws(KeychainError) {
        var opened: OpaquePointer?
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let mode = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // SQLite reads an address of this form, which may name another VFS.
        guard !path.utf8.starts(with: "file:".utf8) else {
            throw KeychainError(.parameter, during: "opening a keychain file")
        }
        // Nothing that lies beside a file is played back, and nothing is deleted on its word.
        guard let vfs = unsafe latchkey_vfs() else { throw KeychainError(.allocate, during: "opening a keychain file") }
        let status =
            if snapshot != nil {
                unsafe sqlite3_open_v2(Self.immutableAddress(of: path), &opened, mode | SQLITE_OPEN_URI, vfs)
            } else {
                unsafe sqlite3_open_v2(path, &opened, mode, vfs)
            }
        guard status == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw KeychainError.sqlite(status, during: "opening a keychain file")
        }
        self.path = path
        self.snapshot = snapshot
        self.isOnFullDisk = isOnFullDisk
        self.history = history
        unsafe handle = opened
        unsafe sqlite3_busy_timeout(handle, Self.busyTimeout)
        unsafe latchkey_distrust_schema(handle)
        // The VFS has no temporary files, so that no row is ever written anywhere but to the keychain.
        try execute("PRAGMA temp_store = MEMORY")
    }

    /// SQLite's `immutable` is for media that cannot change, and is given in an address of the file.
    private static func immutableAddress(of path: String) -> String {
        let escaped = path.utf8.map { byte in
            let isPlain = byte == UInt8(ascii: "/") || (byte < 0x80 && Character(UnicodeScalar(byte)).isLetter)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "file:" + escaped.joined() + "?immutable=1"
    }

    deinit {
        statements.removeAll()
        shapedStatements.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements that return nothing.
    package func execute(_ sql: String) throws(KeychainError) {
        let status = Self.repeatingWhereLogIsGone { unsafe sqlite3_exec(handle, sql, nil, nil, nil) }
        guard status == SQLITE_OK else { throw KeychainError.sqlite(status, during: "executing SQL") }
    }

    /// A prepared statement, from the cache where it has been used before. Reset it after use.
    package func prepare(_ sql: String) throws(KeychainError) -> Statement {
        if let cached = statements[sql] { return cached }
        let statement = try compile(sql)
        if statements.count >= Self.statementLimit { statements.removeAll() }
        statements[sql] = statement
        return statement
    }

    /// A prepared statement of a shape, whose text is made where it is new. Reset it after use.
    func prepare(_ shape: StatementShape, sql: () -> String) throws(KeychainError) -> Statement {
        for cached in shapedStatements where cached.shape == shape { return cached.statement }
        let statement = try compile(sql())
        if shapedStatements.count >= Self.statementLimit { shapedStatements.removeAll() }
        shapedStatements.append((shape, statement))
        return statement
    }

    private func compile(_ sql: String) throws(KeychainError) -> Statement {
        var prepared: OpaquePointer?
        let status = Self.repeatingWhereLogIsGone {
            unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        }
        guard status == SQLITE_OK, let prepared = unsafe prepared else {
            throw KeychainError.sqlite(status, during: "preparing SQL")
        }
        return unsafe Statement(prepared)
    }

    /// Beside an empty file SQLite takes a log away, which a connection to a damaged file may have left while that got
    /// its other name. Of two that do so at once the slower one hears that there is none, and that is what it wanted.
    private static func repeatingWhereLogIsGone(_ body: () -> CInt) -> CInt {
        // SQLITE_IOERR_DELETE_NOENT
        let isGone = SQLITE_IOERR | 23 << 8
        for _ in 0..<8 {
            let status = body()
            guard status == isGone else { return status }
        }
        return isGone
    }

    /// Runs one statement with values.
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(KeychainError) {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// The rows of one statement.
    package func rows(_ sql: String, _ values: [SQLValue] = []) throws(KeychainError) -> [[SQLValue]] {
        let statement = try prepare(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [[SQLValue]] = []
        while try statement.step() { rows.append((0..<statement.columnCount).map { statement.value(at: $0) }) }
        return rows
    }

    /// All or nothing, and the only writer meanwhile. Waits for other processes that write.
    /// - Parameter isAdding: leave room on the disk for deletions (``makeRoom(adding:)``).
    package func write<R>(
        adding isAdding: Bool = false, _ body: (borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard !isOnFullDisk else { throw .fullDisk(during: "writing on a full disk") }
        _ = try makeRoom(adding: isAdding)
        try run("BEGIN IMMEDIATE")
        return try finish(keeping: { _ in true }, body)
    }

    /// As ``write(adding:_:)``, without a wait.
    /// - Parameter triesAgain: whether the caller comes again if a log cannot be folded that had better be.
    /// - Parameter keeps: whether what `body` did stays; else it is undone.
    /// - Returns: nil if another process is in the way, and then nothing was done.
    package func writeAtOnce<R>(
        adding isAdding: Bool = false, triesAgain: Bool = false, keeping keeps: (R) -> Bool = { _ in true },
        _ body: (borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        guard !isOnFullDisk else { throw .fullDisk(during: "writing on a full disk") }
        guard try withoutWaiting({ () throws(KeychainError) in try begin(adding: isAdding, triesAgain: triesAgain) })
        else { return nil }
        return try finish(keeping: keeps, body)
    }

    /// - Returns: false if another process is in the way.
    func begin(adding isAdding: Bool, triesAgain: Bool) throws(KeychainError) -> Bool {
        guard try makeRoom(adding: isAdding, triesAgain: triesAgain) else { return false }
        do throws(KeychainError) {
            try run("BEGIN IMMEDIATE")
            return true
        } catch  where error.isBusy {
            return false
        }
    }

    func withoutWaiting<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, Self.busyTimeout) }
        return try body()
    }

    /// Runs `body` in the transaction that has begun, and ends that.
    private func finish<R>(
        keeping keeps: (R) -> Bool, _ body: (borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            // Whoever took the file away had this lock before: what is written now would go if nobody looks.
            guard !hasMoved else {
                throw KeychainError(
                    .noSuchKeychain, during: "writing to a keychain that was taken away",
                    hint: "make one with `security create-keychain`")
            }
            let result = try body(WriteTransaction())
            if keeps(result) { try commit() } else { try run("ROLLBACK") }
            return result
        } catch {
            // After a failed COMMIT or a full disk SQLite may have rolled back already.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// A part of a write transaction that is undone where the body throws.
    package func attempt<R>(
        in transaction: borrowing WriteTransaction, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try run("SAVEPOINT attempt")
        do {
            let result = try body()
            try run("RELEASE attempt")
            return result
        } catch {
            // A full disk may have rolled everything back already.
            if unsafe sqlite3_get_autocommit(handle) == 0 {
                try run("ROLLBACK TO attempt")
                try run("RELEASE attempt")
            }
            throw error
        }
    }

    /// A part of a write transaction that others share: if the body throws, it is undone, and the others go on.
    /// - Parameter keeps: whether what `body` did stays; else it is undone, too.
    /// - Throws: if the transaction is over for all of them, as after a full disk.
    package func part<R>(
        of transaction: borrowing WriteTransaction, keeping keeps: (R) -> Bool,
        _ body: (borrowing WriteTransaction) throws(KeychainError) -> R
    ) throws(KeychainError) -> Result<R, KeychainError> {
        try run("SAVEPOINT part")
        do throws(KeychainError) {
            let result = try body(WriteTransaction(isShared: true))
            if !keeps(result) { try run("ROLLBACK TO part") }
            try run("RELEASE part")
            return .success(result)
        } catch {
            guard unsafe sqlite3_get_autocommit(handle) == 0 else { throw error }
            try run("ROLLBACK TO part")
            try run("RELEASE part")
            return .failure(error)
        }
    }

    /// One snapshot for all reads of the body: it lasts as long as one statement stays on a row, without the three
    /// statements of a transaction. The keybag always has its row.
    package func read<R>(_ body: (borrowing Snapshot) throws(KeychainError) -> R) throws(KeychainError) -> R {
        let anchor = try prepare("SELECT 1 FROM keybag")
        defer { anchor.reset() }
        guard try anchor.step() else { throw KeychainError(.decode, during: "reading the keybag") }
        return try body(Snapshot())
    }

    /// Ends a write transaction. Its pages go to the log in one piece.
    func commit() throws(KeychainError) {
        unsafe latchkey_gather_log(handle, 1)
        defer { unsafe latchkey_gather_log(handle, 0) }
        try run("COMMIT")
    }

    /// False also if SQLite has rolled a transaction back by itself, as on a full disk.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// True if another file, or none, is now under the path.
    var hasMoved: Bool { unsafe latchkey_has_moved(handle) != 0 }

    /// Leaves the log as it is when the connection closes. A damaged file is kept as it was found, with its log.
    package func keepLog() {
        if logSize > 0 { unsafe latchkey_keep_log(handle) }
    }

    /// Folds the log into the file and gives its space back, so that it holds no row as it was before. Whoever uses the
    /// file meanwhile may need the log, and is not waited for.
    /// - Returns: false if somebody did.
    package func emptyLog() -> Bool {
        (try? withoutWaiting { () throws(KeychainError) in try foldLog() }) == .integer(0)
    }

    /// Folds the log into the file.
    /// - Returns: 0, or 1 if others were in the way.
    func foldLog() throws(KeychainError) -> SQLValue? { try rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first }

    /// Whether it reads without locks and must be opened anew: the file has changed, or there is room on the disk
    /// again.
    package func isOutdated(of file: KeychainFile) -> Bool {
        guard let snapshot else { return false }
        return snapshot != file.snapshot
            || isOnFullDisk && FileSystem.freeSpace(at: path) >= Self.sharedMemorySize
    }

    /// The first bytes of the file itself, whatever the log says; zeros where it has none.
    func header(count: Int) throws(KeychainError) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: count)
        let status = unsafe latchkey_read_header(handle, &header, CInt(count))
        guard status == SQLITE_OK else { throw KeychainError.sqlite(status, during: "reading a keychain file") }
        return header
    }

    /// Rows that the last statement changed.
    package var changes: Int { Int(unsafe sqlite3_changes(handle)) }

    /// Differs after another connection has committed, as of this connection's last read.
    package var dataVersion: UInt32 {
        var version: UInt32 = 0
        unsafe latchkey_data_version(handle, &version)
        return version
    }
}
