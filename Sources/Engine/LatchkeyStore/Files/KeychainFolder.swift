// The files of a folder that may be keychains, whatever they are called.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

package enum KeychainFolder {
    /// The paths of every file that begins as those of SQLite do, and of every other one with the name of a keychain:
    /// also of what was kept of a damaged one, and of one that moved. In the order of their names.
    /// - Returns: none if there is no folder.
    /// - Throws: if something of the folder cannot be looked at: it may be what matters.
    package static func files(in directory: String) throws(KeychainError) -> [String] {
        guard let folder = unsafe opendir(directory) else {
            if errno == ENOENT { return [] }
            throw FileSystem.readingFailure(during: "listing the folder of the keychains")
        }
        defer { unsafe closedir(folder) }
        var found: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else {
                guard errno == 0 else { throw FileSystem.failure(during: "listing the folder of the keychains") }
                return found.sorted()
            }
            let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                throw KeychainError(
                    .notAvailable, during: "listing the folder of the keychains",
                    hint: "the name of a file beside the keychains is not UTF-8; rename it, or move it away")
            }
            let path = directory + "/" + name
            if try mayBeKeychain(path, named: name) { found.append(path) }
        }
    }

    /// The paths of files beside a keychain whose names begin with its name and a dot: what was kept of it, and what it
    /// was when its items moved.
    /// - Returns: none if there is no such folder now.
    package static func kept(of path: String) throws(KeychainError) -> [String] {
        let name = String(path.split(separator: "/").last ?? "") + "."
        let file = KeychainFile(path: path)
        return try file.namesBeside().filter { other in
            other.utf8.starts(with: name.utf8)
                && !(KeptFile.companions + [KeptFile.journal]).contains(where: other.hasSuffix)
                && !KeychainFile.isDraft(other)
        }.sorted().map { file.directory + "/" + $0 }
    }

    private static func mayBeKeychain(_ path: String, named name: String) throws(KeychainError) -> Bool {
        guard !(KeptFile.companions + [KeptFile.journal]).contains(where: { name.hasSuffix($0) }),
            !KeychainFile.isDraft(name)
        else { return false }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // A link that leads nowhere, or a file that has just gone.
            guard errno == ENOENT || errno == ELOOP else {
                throw FileSystem.readingFailure(during: "looking at a file beside the keychains")
            }
            // What the link leads to may be on a disk that is not there now.
            return unsafe name.contains(".keychain-db") && lstat(path, &status) == 0
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        // What was interrupted before it began.
        guard status.st_size > 0 || KeychainFile(path: path).hasLog else { return false }
        if name.contains(".keychain-db") { return true }
        // By SQLite: closing the file otherwise would drop the locks of a connection of this process.
        return try Connection(path: path, readOnly: true).header(count: Connection.magic.count) == Connection.magic
    }
}
