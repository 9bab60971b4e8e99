// Paths that lead to what root alone decides.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum SystemPath {
    /// Whether the file is root's, and nobody else can write it or put another at its path: a link in a folder of root
    /// is root's, too.
    package static func isOfSystem(_ path: String) -> Bool {
        isProtectedFile(path, besideRoot: 0, belowShared: false)
    }

    /// The same of a program that lies where the system has its programs, and not on a medium that somebody has
    /// mounted.
    package static func isProgramOfSystem(_ path: String) -> Bool {
        isOfSystem(path) && (resolved(path)?.hasPrefix("/usr/") ?? false)
    }

    /// The same of a folder, which need not be there: nobody else can make it.
    package static func isFolderOfSystem(_ path: String) -> Bool {
        isFolderProtected(path) && resolved(path).map(isFolderProtected) ?? true
    }

    private static func isFolderProtected(_ path: String) -> Bool {
        guard let parts = parts(of: path) else { return false }
        var folder = ""
        var isShared = false
        for part in [""] + parts {
            if !part.isEmpty { folder += "/" + part }
            switch state(of: folder.isEmpty ? "/" : folder, S_IFDIR, owners: [0]) {
            case .protected: isShared = false
            case .shared: isShared = true
            case .missing: return !isShared
            case .open: return false
            }
        }
        return !isShared
    }

    /// - Parameter user: beside root, whose the file and its folders may be.
    /// - Parameter belowShared: whether a folder such as `/tmp` may be on the way.
    static func isProtectedFile(_ path: String, besideRoot user: uid_t, belowShared: Bool) -> Bool {
        isFileProtected(path, user, belowShared)
            && resolved(path).map { isFileProtected($0, user, belowShared) } ?? false
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func isFileProtected(_ path: String, _ user: uid_t, _ belowShared: Bool) -> Bool {
        guard var parts = parts(of: path), let name = parts.popLast() else { return false }
        var folder = ""
        for part in [""] + parts {
            if !part.isEmpty { folder += "/" + part }
            let state = state(of: folder.isEmpty ? "/" : folder, S_IFDIR, owners: [0, user])
            guard state == .protected || belowShared && state == .shared else { return false }
        }
        return state(of: folder + "/" + name, S_IFREG, owners: [0, user]) == .protected
    }

    private static func parts(of path: String) -> [String]? {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        let parts = path.split(separator: "/").map(String.init)
        return parts.contains("..") ? nil : parts
    }

    /// Shared is a folder such as `/tmp`: everybody can make files there, and nobody take another's away.
    private enum State { case protected, shared, missing, open }

    private static func state(of path: String, _ kind: mode_t, owners: Set<uid_t>) -> State {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return errno == ENOENT ? .missing : .open }
        guard status.st_mode & S_IFMT == kind, owners.contains(status.st_uid) else { return .open }
        if status.st_mode & 0o022 == 0 { return .protected }
        return kind == S_IFDIR && status.st_mode & S_ISVTX != 0 ? .shared : .open
    }
}
