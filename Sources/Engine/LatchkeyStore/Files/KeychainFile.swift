// A keychain file: created, opened with its checks, and taken away.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeySQLite
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

package struct KeychainFile: Hashable, Sendable {
    package let path: String
    /// The versions that are read, and brought to the newest.
    let history: SchemaHistory

    package init(path: String, history: SchemaHistory = .latchkey) {
        self.path = path
        self.history = history
    }

    package var exists: Bool { FileSystem.exists(path) }
    package var directory: String { FileSystem.directory(of: path) }

    /// The name of the file without its suffix.
    package var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.hasSuffix(".keychain-db") ? file.dropLast(".keychain-db".count) : file)
    }

    /// Tells the file from another one under the same path, or nil if there is none.
    package var identity: Identity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
    }

    /// The number of a file is not given to another while the file is open.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let node: UInt64
    }

    /// What tells one state of a file from the next, if nobody can be asked: it is read without locks.
    package struct Snapshot: Hashable, Sendable {
        private let identity: Identity
        private let size: Int
        private let seconds: Int
        private let nanoseconds: Int
        private let hasLog: Bool

        fileprivate init?(_ file: KeychainFile) {
            var status = stat()
            guard unsafe stat(file.path, &status) == 0 else { return nil }
            identity = Identity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
            size = Int(status.st_size)
            seconds = Int(status.st_mtim.tv_sec)
            nanoseconds = Int(status.st_mtim.tv_nsec)
            hasLog = file.hasLog || file.isShared
        }
    }

    package var snapshot: Snapshot? { Snapshot(self) }

    /// True if SQLite's log holds something.
    var hasLog: Bool {
        var status = stat()
        return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// True if a rollback journal lies beside the file: another program has changed the file, or somebody wants it
    /// changed.
    package var hasJournal: Bool { FileSystem.kind(of: path + KeptFile.journal) != nil }

    /// True if somebody has the file open.
    private var isShared: Bool { FileSystem.exists(path + "-shm") }

    /// Opens the file and checks that it is a keychain of this version.
    ///
    /// SQLite reads a log-mode database with the help of files beside it. In a directory that may not be written, and
    /// if nobody has made them, the file is read without locks, and ``Connection/snapshot`` tells when it has
    /// changed.
    /// - Throws: `.noSuchKeychain`, `.invalidKeychain`, `.wrongVersion`, `.notAvailable`.
    package func open() throws(KeychainError) -> Connection {
        guard exists else {
            throw KeychainError(
                .noSuchKeychain, during: "opening a keychain", hint: "make one with `security create-keychain`")
        }
        try requireRegularFile()
        try requireOwnCompanions()
        guard unsafe access(path, R_OK) == 0 else { throw FileSystem.readingFailure(during: "opening a keychain") }
        let isReadOnly = unsafe access(path, W_OK) != 0 || !FileSystem.isDirectoryWritable(of: path)
        try checkSize()
        let isAlone = isReadOnly && !FileSystem.isDirectoryWritable(of: path) && !isShared
        guard !isAlone || !hasLog else {
            throw KeychainError(
                .readOnly, during: "opening a keychain",
                hint: "its last changes are in a log beside it; open it once where its directory can be written")
        }
        do throws(KeychainError) {
            let connection = try Connection(
                path: path, readOnly: isReadOnly, withoutLocks: isAlone ? snapshot : nil, history: history)
            return try open(connection, isReadOnly: isReadOnly)
        } catch {
            guard error.lacksSharedMemory, FileSystem.freeSpace(at: path) < Connection.sharedMemorySize else {
                throw error
            }
            return try openOnFullDisk()
        }
    }

    private func open(_ connection: Connection, isReadOnly: Bool) throws(KeychainError) -> Connection {
        do throws(KeychainError) {
            try connection.requireLogMode(besideJournal: hasJournal)
            try check(connection)
        } catch {
            // Nor is a newer version's log folded into its file.
            if error.suggestsDamage || error.code == .wrongVersion { connection.keepLog() }
            throw error
        }
        // FULL: a commit is on the disk when it returns. secure_delete: what is deleted is overwritten.
        for setting in ["synchronous = FULL", "secure_delete = ON", "foreign_keys = OFF"] {
            try connection.execute("PRAGMA \(setting)")
        }
        try connection.migrateIfOlder(isReadOnly: isReadOnly)
        return connection
    }

    /// There is no room for the memory that processes share, and nobody has made it: the file is read without locks,
    /// until there is.
    /// - Throws: `.diskFull` if that would miss what is in the log.
    private func openOnFullDisk() throws(KeychainError) -> Connection {
        var status = stat()
        // What SQLite leaves where it got no further is shorter.
        let isShared = unsafe stat(path + "-shm", &status) == 0 && status.st_size >= Connection.sharedMemorySize
        guard !hasLog, !isShared else { throw .fullDisk(during: "opening a keychain on a full disk") }
        let connection = try Connection(
            path: path, readOnly: true, withoutLocks: snapshot, isOnFullDisk: true, history: history)
        return try open(connection, isReadOnly: true)
    }

    /// Opening a FIFO would wait for somebody at its other end. What is not there passes.
    func requireRegularFile() throws(KeychainError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw status.st_mode & S_IFMT == S_IFDIR ? .directoryInPlaceOfKeychain : .otherInPlaceOfKeychain
    }

    /// SQLite would write to whatever file a link in the place of the WAL or its index stands for, and wait at a FIFO.
    private func requireOwnCompanions() throws(KeychainError) {
        for suffix in KeptFile.companions {
            guard let kind = FileSystem.kind(of: path + suffix), kind.mode != S_IFREG || kind.names > 1 else {
                continue
            }
            throw KeychainError(
                .notAvailable, during: "opening a keychain",
                hint: "what is beside the keychain file as its -wal or -shm is a link or no file; move it away")
        }
    }

    /// SQLite takes a file of one byte for an empty one and would write over it. It throws away the log of an empty
    /// one, which no keychain that is being made has.
    func checkSize() throws(KeychainError) {
        switch size {
        case 0 where hasLog: throw KeychainError.sqlite(SQLITE_CORRUPT, during: "opening a keychain")
        case 1: throw KeychainError.sqlite(SQLITE_NOTADB, during: "opening a keychain")
        default: return
        }
    }

    /// Bytes, or nil if there is no file.
    var size: Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private func check(_ connection: Connection) throws(KeychainError) {
        // The version first: tables of a newer one may be more than this SQLite can read.
        let isKeychain = try connection.rows("PRAGMA application_id") == [[.integer(DatabaseSchema.applicationID)]]
        if isKeychain { try connection.requireNoNewerVersion() }
        let statements = try connection.schemaStatements()
        guard !statements.isEmpty else {
            // A creation that has not committed, or was interrupted: the file is there, the keychain is not yet.
            throw KeychainError(
                .noSuchKeychain, during: "opening a keychain", hint: "make one with `security create-keychain`")
        }
        guard isKeychain else {
            throw KeychainError(.invalidKeychain, during: "opening a keychain", hint: "the file is not a keychain")
        }
        try connection.requireKnownSchema()
        let schema = try connection.rows("SELECT version, minor FROM tversion").first ?? []
        guard schema.count == 2, case .integer(let major) = schema[0], case .integer(let minor) = schema[1] else {
            throw KeychainError(.invalidKeychain, during: "opening a keychain")
        }
        guard (major, minor) <= DatabaseSchema.schemaVersion else { throw .newerVersion(during: "opening a keychain") }
    }

    /// Takes the file and what SQLite keeps beside it away.
    /// - Throws: `.noSuchKeychain`.
    package func remove() throws(KeychainError) {
        guard exists else { throw KeychainError(.noSuchKeychain, during: "deleting a keychain") }
        // Whoever makes a keychain of this name meanwhile would lose its log.
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        for suffix in ["", "-wal", "-shm"] where unsafe unlink(path + suffix) != 0 && errno != ENOENT {
            throw FileSystem.failure(during: "deleting a keychain")
        }
        // An interrupted creation may have left the file under the name of its draft as well.
        removeDrafts()
    }
}

extension KeychainError {
    fileprivate static var directoryInPlaceOfKeychain: KeychainError {
        KeychainError(
            .notAvailable, during: "opening a keychain",
            hint: "there is a directory in the place of the keychain file; move it away")
    }

    fileprivate static var otherInPlaceOfKeychain: KeychainError {
        KeychainError(
            .notAvailable, during: "opening a keychain",
            hint: "what is in the place of the keychain file is no file; move it away")
    }
}
