// A file whose items have moved to another keychain keeps all its bytes under a dated name.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 12.
extension KeychainFile {
    /// Gives the file its dated name. Call it in turn (``DirectoryLock``), while a connection has the lock of writers,
    /// and the log is empty: a process that is killed between two renames then loses nothing.
    /// - Parameters:
    ///   - marker: what stands between the name and the date.
    ///   - now: seconds since 2001-01-01 UTC.
    /// - Returns: the path that the file has from now on.
    package func keep(behind marker: String, now: Double) throws(KeychainError) -> String {
        guard let kind = FileSystem.kind(of: path), kind.mode == S_IFREG else {
            throw KeychainError(
                .notAvailable, during: "renaming a keychain file",
                hint: "there is a link in the place of the keychain file; name the file where it leads with --keychain")
        }
        let dated = path + marker + Self.stamp(now)
        for number in 1...1000 {
            let target = number == 1 ? dated : "\(dated).\(number)"
            guard ([""] + KeptFile.companions).allSatisfy({ FileSystem.kind(of: target + $0) == nil }) else { continue }
            // The log goes along: a program that has the file open may be about to write to it.
            for suffix in [""] + KeptFile.companions {
                guard unsafe latchkey_rename_new(path + suffix, target + suffix) == 0 else {
                    if errno == ENOENT, !suffix.isEmpty { continue }
                    throw FileSystem.failure(during: "renaming a keychain file")
                }
            }
            try FileSystem.syncDirectory(at: directory)
            return target
        }
        throw KeychainError(
            .notAvailable, during: "renaming a keychain file",
            hint: "a thousand files of this second are there already")
    }

    /// Gives a file that was kept its own name back. The file comes last: from then on it is opened, with its log.
    /// - Parameter kept: the path that ``keep(behind:now:)`` has given it.
    /// - Throws: `.duplicateKeychain` if there is another keychain by then, `.noSuchKeychain` if nothing is kept.
    package func bringBack(from kept: String) throws(KeychainError) {
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        guard FileSystem.kind(of: path) == nil, !hasJournal else {
            throw KeychainError(
                .duplicateKeychain, during: "bringing a keychain file back",
                hint:
                    "a keychain of this name is made at this moment; run `latchkey adopt --undo` again, or move it away"
            )
        }
        try Self.requireKept(kept)
        for suffix in KeptFile.companions.reversed() + [""] {
            guard unsafe latchkey_rename_new(kept + suffix, path + suffix) == 0 else {
                if errno == ENOENT, !suffix.isEmpty { continue }
                throw FileSystem.failure(during: "bringing a keychain file back")
            }
        }
        try FileSystem.syncDirectory(at: directory)
    }

    /// - Throws: `.noSuchKeychain` if nothing is kept at the path.
    package static func requireKept(_ kept: String) throws(KeychainError) {
        guard FileSystem.kind(of: kept)?.mode == S_IFREG else {
            throw KeychainError(.noSuchKeychain, during: "bringing a keychain file back")
        }
    }

    /// Opens and closes the file, so that SQLite takes its empty log away unless somebody else has it open.
    package func tidy() {
        guard let connection = try? Connection(path: path, readOnly: false, history: history) else { return }
        _ = try? connection.rows("SELECT count(*) FROM sqlite_master")
    }

    /// True if the log has nothing in it.
    package var hasEmptyLog: Bool { !hasLog }
}
