// A keychain file is made under another name, and gets its own when it is whole.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

extension KeychainFile {
    /// Makes the file with the keys of `prepare`. It is a draft without a journal at first: a process that is killed,
    /// or a power failure, leaves no keychain, and a draft that the next creation takes away.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    /// - Throws: `.duplicateKeychain` if there is a keychain already.
    package func create(
        now: Double, _ prepare: (KeybagStore, borrowing WriteTransaction) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try FileSystem.makeDirectory(at: directory)
        // Creators take turns: all of them write the same draft.
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        if !exists { try setAsideLogOfMissingFile(now: now) }
        try requireRegularFile()
        try checkSize()
        guard size ?? 0 == 0 else { throw try refusalToReplace() }
        try requireFreeName()
        removeDrafts()
        let draft = KeychainFile(
            path: path + Self.draftMarker + String(UInt64.random(in: 1 << 60 ... .max), radix: 16), history: history)
        defer { draft.discard() }
        try draft.write(prepare)
        // Nobody has it open, so that closing it drops no locks.
        try FileSystem.syncFile(at: draft.path)
        // An empty file holds nothing that could be lost.
        if size == 0 { unsafe unlink(path) }
        try draft.becomeKeychain(at: path)
        try FileSystem.syncDirectory(at: directory)
    }

    /// What stands between the name of a keychain and the sixteen hexadecimal digits of a draft's.
    private static let draftMarker = ".draft-"

    /// Whether a name is that of what an interrupted creation leaves, which was never a keychain.
    static func isDraft(_ name: String) -> Bool {
        let digits = name.suffix(16)
        return digits.count == 16 && digits.allSatisfy(\.isHexDigit) && name.dropLast(16).hasSuffix(draftMarker)
    }

    /// - Throws: `.notAvailable` for a link, whose file would stay as it is, and if a rollback journal waits for a file
    ///   of this name.
    private func requireFreeName() throws(KeychainError) {
        if let kind = FileSystem.kind(of: path), kind.mode != S_IFREG {
            throw KeychainError(
                .notAvailable, during: "creating a keychain",
                hint:
                    "there is a link in the place of the keychain file; remove it, or make the keychain where it leads")
        }
        guard !hasJournal else {
            throw KeychainError(
                .notAvailable, during: "creating a keychain",
                hint: "somebody's -journal lies where the keychain would be; move it away")
        }
    }

    /// Gives a draft its name, and never replaces a file.
    private func becomeKeychain(at path: String) throws(KeychainError) {
        if unsafe latchkey_rename_new(self.path, path) == 0 { return }
        // A file system without such a rename and without links: creators take turns, and the name was free.
        let isUnknown = [EPERM, ENOSYS, EOPNOTSUPP, EMLINK, EINVAL].contains(errno)
        if isUnknown, FileSystem.kind(of: path) == nil, unsafe rename(self.path, path) == 0 { return }
        guard errno == EEXIST || FileSystem.kind(of: path) != nil else {
            throw FileSystem.failure(during: "creating a keychain")
        }
        throw KeychainError(.duplicateKeychain, during: "creating a keychain")
    }

    /// Takes away what interrupted creations of this keychain have left: plain files of this user whose names nobody
    /// chooses.
    func removeDrafts() {
        guard let folder = unsafe opendir(directory) else { return }
        defer { unsafe closedir(folder) }
        let beginning = String(path.split(separator: "/").last ?? "") + Self.draftMarker
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard name.hasPrefix(beginning) else { continue }
            let digits = name.dropFirst(beginning.count).prefix { $0.isHexDigit }
            let end = String(name.dropFirst(beginning.count + digits.count))
            guard digits.count == 16, ([""] + KeptFile.companions).contains(end) else { continue }
            let draft = directory + "/" + name
            guard let kind = FileSystem.kind(of: draft), kind.mode == S_IFREG, kind.owner == geteuid() else { continue }
            unsafe unlink(draft)
        }
    }

    private func write(
        _ prepare: (KeybagStore, borrowing WriteTransaction) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try FileSystem.createPrivateFile(at: path)
        let connection = try Connection(path: path, readOnly: false, history: history)
        for setting in ["journal_mode = OFF", "auto_vacuum = INCREMENTAL", "synchronous = FULL"] {
            _ = try connection.rows("PRAGMA \(setting)")
        }
        try connection.write { transaction throws(KeychainError) in
            try connection.execute("PRAGMA application_id = \(DatabaseSchema.applicationID)")
            try connection.migrate(in: transaction)
            try prepare(KeybagStore(connection), transaction)
        }
        // From now on the file is in WAL mode, without a journal for the change of two bytes.
        guard try connection.rows("PRAGMA journal_mode = WAL") == [[.text("wal")]] else {
            throw KeychainError(.inputOutput, during: "creating a keychain")
        }
    }

    /// Takes away a draft that has not become a keychain.
    private func discard() {
        for suffix in [""] + KeptFile.companions { unsafe unlink(path + suffix) }
    }

    /// What stands in the way of a new keychain: one that is there already, or a file that is none.
    private func refusalToReplace() throws(KeychainError) -> KeychainError {
        do throws(KeychainError) {
            _ = try open()
        } catch  where error.code == .noSuchKeychain {
            return KeychainError(
                .duplicateKeychain, during: "creating a keychain",
                hint: "a database without a keychain is there already; move it away")
        }
        return KeychainError(.duplicateKeychain, during: "creating a keychain")
    }
}
