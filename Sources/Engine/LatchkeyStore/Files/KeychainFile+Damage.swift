// A file whose bytes are no keychain any more: kept beside under a dated name, so that the next call can begin anew.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Database.md, section 12.
extension KeychainFile {
    /// No database has fewer bytes.
    private static let leastSize = 512

    /// Renames a file that is certainly no keychain, with what SQLite keeps beside it; nothing is overwritten. A file
    /// that cannot be read or written, that somebody holds locked, that a newer version or another program has made,
    /// that opens after all, or beside which a rollback journal lies, stays where it is.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    /// - Returns: true if it is kept under another name now.
    package func setAsideIfDamaged(now: Double) throws(KeychainError) -> Bool {
        guard isPlainFile, !hasJournal, FileSystem.isDirectoryWritable(of: path), unsafe access(path, R_OK | W_OK) == 0,
            let turn = try? DirectoryLock(directory)
        else { return false }
        defer { turn.release() }
        guard let size else { return false }
        if size < Self.leastSize {
            guard size > 0 || hasLog else { return false }
            try setAside(suffixes: [""] + KeptFile.companions, now: now)
            return true
        }
        let connection = try Connection(path: path, readOnly: false)
        connection.keepLog()
        guard connection.isCertainlyDamaged() else { return false }
        // The connection is open, and holds the lock of writers if one can be had, until the file has its new name.
        try withExtendedLifetime(connection) { () throws(KeychainError) in
            try setAside(suffixes: [""] + KeptFile.companions, now: now)
        }
        return true
    }

    /// A process that was killed between two renames, or a user, has left a log without its file: SQLite would throw it
    /// away with the first use of a new one. Call it in turn.
    func setAsideLogOfMissingFile(now: Double) throws(KeychainError) {
        if hasLog {
            try setAside(suffixes: KeptFile.companions, now: now)
        } else {
            for suffix in KeptFile.companions { unsafe unlink(path + suffix) }
        }
    }

    /// A link leads to a file that somebody keeps elsewhere.
    private var isPlainFile: Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The file first: from then on nobody opens it with the log of another.
    private func setAside(suffixes: [String], now: Double) throws(KeychainError) {
        let dated = path + KeptFile.marker + Self.stamp(now)
        for number in 1...1000 {
            let target = number == 1 ? dated : "\(dated).\(number)"
            guard ([""] + KeptFile.companions).allSatisfy({ !FileSystem.exists(target + $0) }) else { continue }
            for suffix in suffixes where !hasEmptyCompanion(suffix) {
                guard unsafe latchkey_rename_new(path + suffix, target + suffix) == 0 else {
                    throw FileSystem.failure(during: "setting a damaged keychain file aside")
                }
            }
            return try FileSystem.syncDirectory(at: directory)
        }
        throw KeychainError(
            .notAvailable, during: "setting a damaged keychain file aside",
            hint: "a thousand damaged files of this second are there already")
    }

    /// The keychain is deleted: what was set aside of it keeps its bytes, under a name that stands for no keychain.
    /// - Returns: whether there was something.
    package func retireKept() throws(KeychainError) -> Bool {
        let name = String(path.split(separator: "/").last ?? "")
        let kept = try namesBeside().filter { KeptFile.isKept($0, from: name) }
        for file in kept {
            let rest = file.utf8.dropFirst(name.utf8.count + KeptFile.marker.utf8.count)
            let target = path + KeptFile.markerOfDeleted + String(decoding: rest, as: UTF8.self)
            // The log first: a file without it is another one.
            for suffix in KeptFile.companions + [""] where FileSystem.exists(directory + "/" + file + suffix) {
                guard unsafe latchkey_rename_new(directory + "/" + file + suffix, target + suffix) == 0 else {
                    throw FileSystem.failure(during: "deleting a keychain")
                }
            }
        }
        return !kept.isEmpty
    }

    /// The names of all files in the folder; none if there is no folder.
    /// - Throws: if it is there and cannot be listed.
    package func namesBeside() throws(KeychainError) -> [String] {
        guard let folder = unsafe opendir(directory) else {
            let reason = errno
            guard reason == ENOENT else {
                throw KeychainError(.inputOutput, during: "listing the folder of a keychain", cause: .errno(reason))
            }
            return []
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if let name = String(validating: bytes, as: UTF8.self) { names.append(name) }
        }
        return names
    }

    /// Takes an empty log, which SQLite has just made, out of the way.
    /// - Returns: true if there is nothing to keep.
    private func hasEmptyCompanion(_ suffix: String) -> Bool {
        guard !suffix.isEmpty else { return false }
        guard let size = KeychainFile(path: path + suffix).size else { return true }
        guard size == 0 else { return false }
        unsafe unlink(path + suffix)
        return true
    }

    /// As in 20261121T190400Z.
    static func stamp(_ now: Double) -> String {
        var seconds = time_t(now.rounded(.down)) + 978_307_200
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        func digits(_ number: CInt, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return unsafe digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2) + "T"
            + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
    }
}

extension Connection {
    /// True if SQLite cannot read the file and its header does not say that somebody else can. Leaves a write
    /// transaction open if one can be begun, so that nobody writes until the connection closes.
    fileprivate func isCertainlyDamaged() -> Bool {
        guard let header = try? header(count: 100) else { return false }
        if header.starts(with: Self.magic) {
            func number(at offset: Int) -> Int64 { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
            let isOurs = [0, DatabaseSchema.applicationID].contains(number(at: 68))
            let isOld = number(at: 60) <= history.newest?.number ?? 0
            guard isOurs, isOld, Self.isInLogMode(header: header) else { return false }
        }
        // A newer version may be in the log alone.
        if let number = try? schemaNumber(), number > history.newest?.number ?? 0 { return false }
        do throws(KeychainError) {
            try run("BEGIN IMMEDIATE")
            return try rows("PRAGMA quick_check(1)") != [[.text("ok")]]
        } catch {
            return error.suggestsDamage
        }
    }
}
