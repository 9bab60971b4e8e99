// What a name in a request may name.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform

extension KeychainHomes {
    /// The file that a name stands for.
    /// - Throws: `.missingEntitlement` for a file that the user's programs may not name, `.parameter` for what is no
    ///   name.
    static func path(
        of name: String, in home: String, _ layout: Layout, byTool: Bool
    ) throws(KeychainError) -> String {
        let isPath = name.utf8.first == UInt8(ascii: "/")
        let isSound = !name.isEmpty && name.utf8.count < PATH_MAX && !name.utf8.contains(0)
        guard isSound, isPath || !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
            throw KeychainError(.parameter, during: "reading the name of a keychain")
        }
        switch layout {
        case .ofUser(let owner, _):
            guard byTool || isKeychain(name) else {
                throw KeychainError(
                    .missingEntitlement, during: "finding a keychain",
                    hint: "programs name keychains alone: files that end in .keychain-db")
            }
            let path = resolved(isPath ? name : home + "/" + name)
            guard byTool || isOfUser(path, owner, home: home) || isListed(path, by: owner, home: home) else {
                throw KeychainError(
                    .missingEntitlement, during: "finding a keychain",
                    hint:
                        "programs name keychains in a folder that only root and the user can write, or files of the user on the user's search list: `chmod go-w` the folder, or see `security list-keychains -s`"
                )
            }
            return path
        case .ofEveryUser:
            // One spelling of a name, and no file but keychains: neither the device key nor what SQLite keeps beside a
            // file.
            let own = Array((home + "/").utf8)
            let bare = isPath && name.utf8.starts(with: own) ? Array(name.utf8.dropFirst(own.count)) : Array(name.utf8)
            let isName = !bare.contains(UInt8(ascii: "/")) && bare.first != UInt8(ascii: ".")
            guard isName, bare.count <= 255 - 32, bare.count > suffix.utf8.count,
                bare.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
            else {
                throw KeychainError(
                    .missingEntitlement, during: "finding a keychain",
                    hint:
                        "the keychain daemon of the system keeps keychains in its own folder alone; give a name without a folder"
                )
            }
            return home + "/" + String(decoding: bare, as: UTF8.self)
        }
    }

    private static func isKeychain(_ name: String) -> Bool {
        name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// The path without symbolic links, so that a file has one name, and one lock state.
    private static func resolved(_ path: String) -> String {
        if let whole = real(path) { return whole }
        guard let slash = path.lastIndex(of: "/"),
            let folder = real(slash == path.startIndex ? "/" : String(path[..<slash]))
        else { return path }
        return (folder == "/" ? "" : folder) + path[slash...]
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Whether a file, whose path has no links, lies in the home, or if nobody but root and the user can put a file.
    private static func isOfUser(_ path: String, _ user: UInt32, home: String) -> Bool {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return false }
        var folder = slash == path.startIndex ? "/" : String(path[..<slash])
        // A home that is not made yet has no links.
        if folder.hasSameBytes(as: real(home) ?? home) { return true }
        var isAbove = false
        while true {
            var status = stat()
            guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == 0 || status.st_uid == user
            else { return false }
            // In a folder above, others who may write can rename nothing of the user's if it is sticky.
            let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
            guard !isShared || isAbove && status.st_mode & S_ISVTX != 0 else { return false }
            guard folder != "/", let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else { return folder == "/" }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            isAbove = true
        }
    }

    /// Whether the user has said to use a file, whose path has no links. A link that a stranger puts in its place leads
    /// to no file of the user's but to a keychain.
    private static func isListed(_ path: String, by user: UInt32, home: String) -> Bool {
        isKeychain(path) && ListedKeychains(of: user, home: home).contain(path, resolved: resolved)
    }
}
