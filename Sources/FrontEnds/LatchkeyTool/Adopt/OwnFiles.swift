// Whether files are the user's own to open.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient

/// Root must not open the database of a user, who may have made it to harm whoever reads it.
enum OwnFiles {
    /// The path of a keychain file of the user's, without links in its folder. If root asks, nobody
    /// else can put another file or folder there meanwhile.
    static func resolved(_ path: String) throws(ToolFailure) -> String {
        guard let slash = path.lastIndex(of: "/"), let folder = real(slash == path.startIndex ? "/" : path[..<slash])
        else { throw .message("there is no folder of \(path)") }
        try requireOwn(folder)
        let file = (folder == "/" ? "" : folder) + path[slash...]
        var status = stat()
        guard unsafe lstat(file, &status) == 0 else { throw .message("there is no keychain \(path)") }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw link(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .message("\(path) is no plain file") }
        guard status.st_uid == geteuid() else { throw foreign(path) }
        return file
    }

    private static func foreign(_ path: String) -> ToolFailure {
        .message(
            "\(path) belongs to another user, or others may write to its folder; run the command as the user whose keychains they are, without sudo"
        )
    }

    /// The keychain keeps the name that programs know it by, which is the link's.
    private static func link(_ path: String) -> ToolFailure {
        let target = real(path) ?? "FILE"
        let name = HomeKeychains.shortName(ofFileAt: path)
        return .message(
            "\(path) is a link; run `latchkey adopt --keychain \(target) --as \(name)`, and then take the link away")
    }

    private static func real(_ path: some StringProtocol) -> String? {
        guard let resolved = unsafe realpath(String(path), nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// A user who is not root can be led to no file that is not readable to whoever leads.
    private static func requireOwn(_ folder: String) throws(ToolFailure) {
        var path = folder
        while true {
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IWOTH == 0 else {
                throw foreign(folder)
            }
            guard geteuid() == 0 else { return }
            guard status.st_mode & S_IWGRP == 0 else { throw foreign(folder) }
            guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
    }
}
