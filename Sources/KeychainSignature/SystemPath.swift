// Paths that lead to what root alone decides.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum SystemPath {
    /// Whether the file is root's, and nobody else can write it or put another at its path: a link in a folder of root is root's, too.
    package static func isOfSystem(_ path: String) -> Bool {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else { return false }
        var folder = ""
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), !parts.contains(".."), isProtected("/", kind: S_IFDIR) else { return false }
        for part in parts {
            folder += "/" + part
            guard isProtected(folder, kind: S_IFDIR) else { return false }
        }
        return isProtected(folder + "/" + name, kind: S_IFREG)
    }

    private static func isProtected(_ path: String, kind: mode_t) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == 0
            && status.st_mode & 0o022 == 0
    }
}
