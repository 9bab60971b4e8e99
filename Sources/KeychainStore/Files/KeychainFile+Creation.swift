// A keychain file is made under another name, and gets its own when it is whole.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc
package import KeychainModel

extension KeychainFile {
    /// Makes the file with the keys of `prepare`. It is a draft without a journal at first: a process that is killed, or a power
    /// failure, leaves no keychain, and a draft that the next creation takes away.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    /// - Throws: `.duplicateKeychain` if there is a keychain already.
    package func create(
        now: Double, _ prepare: (KeybagStore) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try FileSystem.makeDirectory(at: directory)
        // Creators take turns: all of them write the same draft.
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        if !exists { try setAsideLogOfMissingFile(now: now) }
        try requireRegularFile()
        try checkSize()
        guard size ?? 0 == 0 else { throw try refusalToReplace() }
        let draft = KeychainFile(path: path + ".new")
        draft.discard()
        defer { draft.discard() }
        try draft.write(prepare)
        // Nobody has it open, so that closing it drops no locks.
        try FileSystem.syncFile(at: draft.path)
        // An empty file holds nothing that could be lost.
        if size == 0 { unsafe unlink(path) }
        guard unsafe latchkey_rename_new(draft.path, path) == 0 else {
            guard errno == EEXIST else { throw FileSystem.failure(during: "creating a keychain") }
            throw KeychainError(.duplicateKeychain, during: "creating a keychain")
        }
        try FileSystem.syncDirectory(at: directory)
    }

    private func write(_ prepare: (KeybagStore) throws(KeychainError) -> Void) throws(KeychainError) {
        try FileSystem.createPrivateFile(at: path)
        let connection = try Connection(path: path, readOnly: false)
        for setting in ["journal_mode = OFF", "auto_vacuum = INCREMENTAL", "synchronous = FULL"] {
            _ = try connection.rows("PRAGMA \(setting)")
        }
        try connection.write { () throws(KeychainError) in
            for statement in DatabaseSchema.creation { try connection.execute(statement) }
            try prepare(KeybagStore(connection))
        }
        // From now on the file is in WAL mode, without a journal for the change of two bytes.
        guard try connection.rows("PRAGMA journal_mode = WAL") == [[.text("wal")]] else {
            throw KeychainError(.inputOutput, during: "creating a keychain")
        }
    }

    /// Takes away what an interrupted creation has left.
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
